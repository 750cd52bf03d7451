import { RedirectQuery, SignUpBody, SignUpResponse } from '@coachsite/adapters/contract';
import type { CaptchaError } from '@coachsite/core/captcha';
import { type SignedUp, signUp, signUpAnonymously, signUpByPhone } from '@coachsite/core/sign-in';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { requestMail, requestText } from '../access/requested-messages.ts';
import { requestContext } from '../access/throttle.ts';
import { authSettings } from '../config/auth-settings.ts';
import { documentsErrors } from '../http/documented-errors.ts';
import { humansOnly } from './captcha.ts';
import { type GateError, gate } from './current-user.ts';
import { authErrors, sendAuthError, sendInvalid } from './errors.ts';
import { toUserJson } from './json.ts';
import { linkRequest, visitorLanguage } from './link-request.ts';
import { phoneRequestError } from './phone-request.ts';
import { type AuthScope, authLimits } from './scope.ts';
import { sendSession } from './send-session.ts';

/** Signs up by phone: without a link there is no PKCE challenge either. Source: docs/wire.md#4.1. */
async function signUpWithPhone(
  scope: AuthScope,
  request: FastifyRequest,
  reply: FastifyReply,
  body: z.infer<typeof SignUpBody>,
): Promise<FastifyReply> {
  const { ports, config } = scope;
  const { phone, password, data } = body;
  if (!config.auth.phone) {
    return sendAuthError(request, reply, { kind: 'phone_provider_disabled' }, 'signup');
  }
  if (!password) return sendInvalid(request, reply, 'Signup requires a valid password');
  const invalid = phoneRequestError(body);
  if (invalid) return sendInvalid(request, reply, invalid);
  const sign = () =>
    signUpByPhone(ports, authSettings(config), {
      phone: phone ?? '',
      password,
      data: data ?? {},
      language: visitorLanguage(request),
      context: requestContext(request),
    });
  const signedUp = await (config.auth.autoconfirm ? sign() : requestText(scope, request, sign));
  if (signedUp.isErr()) return sendAuthError(request, reply, signedUp.error);
  return sendSignedUp(scope, request, reply, signedUp.value);
}

/** Sends a session, or the user when confirmation is still needed. */
function sendSignedUp(
  scope: AuthScope,
  request: FastifyRequest,
  reply: FastifyReply,
  signedUp: SignedUp,
): Promise<FastifyReply> | FastifyReply {
  if (signedUp.kind === 'session')
    return sendSession(scope, request, reply, { granted: signedUp.granted });
  const { user, isTaken } = signedUp;
  // GoTrue's fictitious user has no identities.
  const body = { ...toUserJson(user, []), ...(isTaken() ? { identities: [] } : {}) };
  return reply.send(body);
}

/** POST /signup. */
export function signUpRoute(scope: AuthScope): void {
  const { app, ports, config } = scope;
  const settings = authSettings(config);
  app.post(
    '/signup',
    {
      onRequest: gate(scope, authLimits.signUp),
      preHandler: humansOnly(scope),
      config: documentsErrors<
        | GateError
        | CaptchaError
        | typeof linkRequest
        | 'email_provider_disabled'
        | 'phone_provider_disabled'
        | 'anonymous_provider_disabled'
        | typeof signUp
        | typeof signUpByPhone
        | typeof signUpAnonymously
      >(authErrors('signup'))([
        'signup_disabled',
        'email_provider_disabled',
        'phone_provider_disabled',
        'anonymous_provider_disabled',
        'weak_password',
        'user_already_exists',
        'session_not_found',
        'captcha_failed',
        'cross_site_request',
        'over_request_rate_limit',
        'over_email_send_rate_limit',
        'overloaded',
        'invalid_email',
        'invalid_phone',
        'invalid_code_challenge',
        'metadata_too_large',
      ]),
      schema: {
        operationId: 'signUp',
        summary: 'Makes an account',
        body: SignUpBody,
        querystring: RedirectQuery,
        response: { 200: SignUpResponse },
      },
    },
    async (request, reply) => {
      const { email, phone, password, data } = request.body;
      const context = requestContext(request);
      if (email && phone) {
        const message = 'Only an email address or phone number should be provided on signup.';
        return sendInvalid(request, reply, message);
      }
      if (phone) return signUpWithPhone(scope, request, reply, request.body);
      if (!email) {
        if (password) return sendInvalid(request, reply, 'To signup, please provide your email');
        if (!config.auth.anonymous) {
          return sendAuthError(request, reply, { kind: 'anonymous_provider_disabled' });
        }
        const signedUp = await signUpAnonymously(ports, settings, { data: data ?? {}, context });
        if (signedUp.isErr()) return sendAuthError(request, reply, signedUp.error);
        return sendSession(scope, request, reply, { granted: signedUp.value });
      }
      if (!config.auth.email) {
        return sendAuthError(request, reply, { kind: 'email_provider_disabled' }, 'signup');
      }
      if (!password) return sendInvalid(request, reply, 'Signup requires a valid password');
      const link = linkRequest(request, config, request.query.redirect_to, request.body);
      if (link.isErr()) return sendAuthError(request, reply, link.error);
      const asked = { email, password, data: data ?? {}, link: link.value, context };
      const sign = () => signUp(ports, settings, asked);
      const signedUp = await (config.auth.autoconfirm ? sign() : requestMail(scope, request, sign));
      if (signedUp.isErr()) return sendAuthError(request, reply, signedUp.error);
      return sendSignedUp(scope, request, reply, signedUp.value);
    },
  );
}
