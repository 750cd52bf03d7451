import { type TokenBody, weakPasswordText } from '@coachsite/adapters/contract';
import { canonicalEmail } from '@coachsite/core/account';
import { type Credentials, signInWithPassword } from '@coachsite/core/sign-in';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { countAttempt, requestContext } from '../access/throttle.ts';
import { authSettings } from '../config/auth-settings.ts';
import { humansOnly } from './captcha.ts';
import { sendAuthError, sendInvalid } from './errors.ts';
import { keyedSemaphore } from './keyed-semaphore.ts';
import { type AuthScope, authLimits } from './scope.ts';
import { sendSession } from './send-session.ts';

type Body = NonNullable<z.infer<typeof TokenBody>>;

/** Handles `POST /token` for one `grant_type`. */
export type Grant = (
  request: FastifyRequest,
  reply: FastifyReply,
  body: Body,
) => Promise<FastifyReply>;

/**
 * Signs in with e-mail or phone and password. Failures also count per IP; successes do not.
 * Source: docs/security.md#LK-7.
 */
export function passwordGrant(scope: AuthScope): Grant {
  const { ports, config } = scope;
  const settings = authSettings(config);
  const exclusively = keyedSemaphore(ports.locks);
  const rejectProgram = humansOnly(scope);
  return async (request, reply, { email, phone, password }) => {
    if (Boolean(email) === Boolean(phone)) {
      const message = 'Only an email address or phone number should be provided on login.';
      return sendInvalid(request, reply, message);
    }
    if (email && !config.auth.email)
      return sendAuthError(request, reply, { kind: 'email_provider_disabled' }, 'token');
    if (phone && !config.auth.phone)
      return sendAuthError(request, reply, { kind: 'phone_provider_disabled' }, 'token');
    const secret = password ?? '';
    const credentials: Credentials = email
      ? { email, password: secret }
      : { phone: phone ?? '', password: secret };
    const counted = await countAttempt(request, ports, config, authLimits.failedSignIn);
    if (counted.isErr()) return sendAuthError(request, reply, counted.error);
    // After the count, which costs less than a call to another service. A Fastify reply is thenable, so it must not be
    // returned through `await`.
    await rejectProgram(request, reply);
    if (reply.sent) return reply;
    const key = canonicalEmail((email || phone || '').slice(0, 300));
    const turn = await exclusively(key, () =>
      signInWithPassword(ports, settings, { ...credentials, context: requestContext(request) }),
    );
    if (turn.isErr()) return sendAuthError(request, reply, turn.error);
    const signedIn = turn.value;
    const isGuess =
      signedIn.isErr() &&
      ['invalid_credentials', 'account_locked', 'overloaded'].includes(signedIn.error.kind);
    if (!isGuess) await counted.value();
    if (signedIn.isErr()) return sendAuthError(request, reply, signedIn.error, 'token');
    const { granted, weakness } = signedIn.value;
    const extra = weakness
      ? {
          weak_password: {
            message: weakPasswordText(weakness.reasons, weakness.feedback),
            reasons: weakness.reasons,
          },
        }
      : {};
    return sendSession(scope, request, reply, { granted, extra });
  };
}
