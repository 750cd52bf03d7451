import {
  AddedPasskeyResponse,
  PasskeyOptionsBody,
  PasskeyOptionsResponse,
  PasskeyVerifyBody,
} from '@coachsite/adapters/contract';
import { timeText } from '@coachsite/core/kernel';
import { beginPasskeyRegistration, registerPasskey } from '@coachsite/core/passkey';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Authenticated, type MemberError, memberErrors } from '../access/actor.ts';
import { requestContext, type throttle } from '../access/throttle.ts';
import { passkeySettings } from '../config/auth-settings.ts';
import { documentsErrors } from '../http/documented-errors.ts';
import { gate, requireUser } from './current-user.ts';
import { authErrors, sendAuthError, sendInvalid } from './errors.ts';
import { visitorLanguage } from './link-request.ts';
import { answerIn, toCeremonyJson } from './passkey-json.ts';
import { type AuthScope, authLimits } from './scope.ts';

/** GoTrue has its own words for accounts that can have none. Source: docs/wire.md#17. */
const barred = { 403: ['no_authorization'], 422: ['validation_failed'] };

/** Errors of both steps of a registration. */
const registrationErrors = [
  ...memberErrors,
  'user_sso_managed',
  'email_not_confirmed',
  'phone_not_confirmed',
  'insufficient_aal',
  'too_many_passkeys',
  'over_request_rate_limit',
] as const;

/** The current user, who has more than an anonymous account. Sends the error itself. */
async function requireMember(
  scope: AuthScope,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Authenticated | undefined> {
  const currentUser = await requireUser(scope, request, 'changing');
  if (currentUser.isErr()) {
    sendAuthError(request, reply, currentUser.error);
    return undefined;
  }
  if (!currentUser.value.user.isAnonymous) return currentUser.value;
  const message = 'Anonymous user not allowed to perform these actions';
  sendInvalid(request, reply, message, { code: 'no_authorization', status: 403 });
  return undefined;
}

type RegistrationError = Parameters<typeof sendAuthError>[2];

/** Sends an error of a registration. */
function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  error: RegistrationError,
): FastifyReply {
  if (error.kind === 'user_sso_managed')
    return sendInvalid(request, reply, 'SSO users cannot register passkeys', { status: 422 });
  return sendAuthError(request, reply, error, 'passkeys');
}

/** POST /passkeys/registration/options. Source: docs/wire.md#17, docs/security.md#PK-5. */
export function registrationOptionsRoute(scope: AuthScope): void {
  const { app, ports, config } = scope;
  app.post(
    '/passkeys/registration/options',
    {
      onRequest: gate(scope, authLimits.challenge),
      config: documentsErrors<MemberError | typeof beginPasskeyRegistration | typeof throttle>(
        authErrors('passkeys'),
        barred,
      )([...registrationErrors, 'reauthentication_needed']),
      schema: {
        operationId: 'beginPasskeyRegistration',
        summary: 'Begins to add a passkey',
        body: PasskeyOptionsBody,
        response: { 200: PasskeyOptionsResponse },
      },
    },
    async (request, reply) => {
      const currentUser = await requireMember(scope, request, reply);
      if (!currentUser) return reply;
      const begun = await beginPasskeyRegistration(ports, passkeySettings(config), currentUser);
      if (begun.isErr()) return sendError(request, reply, begun.error);
      return reply.send(toCeremonyJson(begun.value));
    },
  );
}

/** POST /passkeys/registration/verify. Source: docs/wire.md#17, docs/security.md#PK-1, docs/security.md#PK-2. */
export function registrationVerifyRoute(scope: AuthScope): void {
  const { app, ports, config } = scope;
  app.post(
    '/passkeys/registration/verify',
    {
      onRequest: gate(scope, authLimits.challenge),
      config: documentsErrors<MemberError | typeof registerPasskey | typeof throttle>(
        authErrors('passkeys'),
        barred,
      )([
        ...registrationErrors,
        'webauthn_challenge_not_found',
        'webauthn_challenge_expired',
        'webauthn_verification_failed',
        'user_verification_required',
        'webauthn_credential_exists',
      ]),
      schema: {
        operationId: 'registerPasskey',
        summary: 'Adds a passkey',
        body: PasskeyVerifyBody,
        response: { 200: AddedPasskeyResponse },
      },
    },
    async (request, reply) => {
      const currentUser = await requireMember(scope, request, reply);
      if (!currentUser) return reply;
      const answer = answerIn(request.body);
      if (answer.isErr()) return sendInvalid(request, reply, answer.error);
      const added = await registerPasskey(ports, passkeySettings(config), {
        ...currentUser,
        ...answer.value,
        language: visitorLanguage(request),
        context: requestContext(request),
      });
      if (added.isErr()) return sendError(request, reply, added.error);
      const { id, friendlyName, createdAt } = added.value;
      return reply.send({ id, friendly_name: friendlyName, created_at: timeText(createdAt) });
    },
  );
}
