import {
  GrantedSessionResponse,
  PasskeyOptionsBody,
  PasskeyOptionsResponse,
  PasskeyVerifyBody,
} from '@coachsite/adapters/contract';
import type { requireHuman } from '@coachsite/core/captcha';
import { beginPasskeySignIn, signInWithPasskey } from '@coachsite/core/passkey';
import { countAttempt, requestContext } from '../access/throttle.ts';
import { authSettings, passkeySettings } from '../config/auth-settings.ts';
import { documentsErrors } from '../http/documented-errors.ts';
import { humansOnly } from './captcha.ts';
import { type GateError, gate } from './current-user.ts';
import { authErrors, sendAuthError, sendInvalid } from './errors.ts';
import { answerIn, toCeremonyJson } from './passkey-json.ts';
import { type AuthScope, authLimits } from './scope.ts';
import { sendSession } from './send-session.ts';

/** POST /passkeys/authentication/options. Source: docs/wire.md#17, docs/security.md#PK-2. */
export function passkeyOptionsRoute(scope: AuthScope): void {
  const { app, ports, config } = scope;
  const rejectProgram = humansOnly(scope);
  app.post(
    '/passkeys/authentication/options',
    {
      onRequest: gate(scope, authLimits.passkey),
      config: documentsErrors<GateError | typeof requireHuman>(authErrors('passkeys'))([
        'cross_site_request',
        'over_request_rate_limit',
        'captcha_failed',
      ]),
      schema: {
        operationId: 'beginPasskeySignIn',
        summary: 'Begins a sign-in with a passkey',
        body: PasskeyOptionsBody,
        response: { 200: PasskeyOptionsResponse },
      },
    },
    async (request, reply) => {
      await rejectProgram(request, reply);
      if (reply.sent) return reply;
      const begun = await beginPasskeySignIn(ports, passkeySettings(config));
      return reply.send(toCeremonyJson(begun));
    },
  );
}

/** POST /passkeys/authentication/verify. Source: docs/wire.md#17, docs/security.md#PK-1, docs/security.md#PK-3. */
export function passkeySignInRoute(scope: AuthScope): void {
  const { app, ports, config } = scope;
  app.post(
    '/passkeys/authentication/verify',
    {
      onRequest: gate(scope),
      config: documentsErrors<GateError | typeof signInWithPasskey>(authErrors('passkeys'))([
        'cross_site_request',
        'over_request_rate_limit',
        'webauthn_challenge_not_found',
        'webauthn_challenge_expired',
        'webauthn_verification_failed',
        'user_verification_required',
        'user_banned',
        'email_not_confirmed',
        'phone_not_confirmed',
      ]),
      schema: {
        operationId: 'signInWithPasskey',
        summary: 'Signs in with a passkey',
        body: PasskeyVerifyBody,
        response: { 200: GrantedSessionResponse },
      },
    },
    async (request, reply) => {
      const answer = answerIn(request.body);
      if (answer.isErr()) return sendInvalid(request, reply, answer.error);
      const counted = await countAttempt(request, ports, config, authLimits.failedSignIn);
      if (counted.isErr()) return sendAuthError(request, reply, counted.error);
      const settings = { ...authSettings(config), ...passkeySettings(config) };
      const context = requestContext(request);
      const granted = await signInWithPasskey(ports, settings, { ...answer.value, context });
      if (granted.isErr()) return sendAuthError(request, reply, granted.error, 'passkeys');
      await counted.value();
      return sendSession(scope, request, reply, { granted: granted.value });
    },
  );
}
