import { RedirectQuery, UserBody, UserResponse } from '@coachsite/adapters/contract';
import { updateUser } from '@coachsite/core/profile';
import { clientRateLimitKey, signInAction } from '@coachsite/core/rate-limit';
import { ok } from 'neverthrow';
import { type MemberError, memberErrors } from '../access/actor.ts';
import { requestText } from '../access/requested-messages.ts';
import { countAttempt, requestContext, throttle } from '../access/throttle.ts';
import { authSettings } from '../config/auth-settings.ts';
import { documentsErrors, type KindOf } from '../http/documented-errors.ts';
import { gate, requireUser } from './current-user.ts';
import { authErrors, sendAuthError, sendInvalid } from './errors.ts';
import { toUserJson } from './json.ts';
import { changeDeviceMail } from './known-device.ts';
import { linkRequest } from './link-request.ts';
import { phoneRequestError } from './phone-request.ts';
import { type AuthScope, authLimits } from './scope.ts';

/** The errors after which a guess at the current password stays counted, as at the sign-in. */
const guesses: readonly string[] = ['current_password_invalid', 'account_locked', 'overloaded'];

/** GET and PUT /user. Source: docs/wire.md#4.9. */
export function userRoutes(scope: AuthScope): void {
  const { app, ports, config } = scope;
  const settings = authSettings(config);

  app.get(
    '/user',
    {
      config: documentsErrors<MemberError>(authErrors())(memberErrors),
      schema: {
        operationId: 'getUser',
        summary: 'Reads one’s account',
        response: { 200: UserResponse },
      },
    },
    async (request, reply) => {
      const currentUser = await requireUser(scope, request, 'reading');
      if (currentUser.isErr()) return sendAuthError(request, reply, currentUser.error);
      const { user, factors } = currentUser.value;
      return reply.send(toUserJson(user, factors));
    },
  );

  app.put(
    '/user',
    {
      onRequest: gate(scope),
      config: documentsErrors<
        | MemberError
        | typeof throttle
        | 'phone_provider_disabled'
        | typeof linkRequest
        | Exclude<KindOf<typeof updateUser>, 'identity_already_exists'>
      >(authErrors(), { 403: ['not_admin'] })([
        ...memberErrors,
        'phone_provider_disabled',
        'weak_password',
        'same_password',
        'email_exists',
        'phone_exists',
        'current_password_required',
        'current_password_invalid',
        'reauthentication_needed',
        'reauthentication_not_valid',
        'insufficient_aal',
        'account_locked',
        'user_sso_managed',
        'sms_send_failed',
        'over_request_rate_limit',
        'over_email_send_rate_limit',
        'over_sms_send_rate_limit',
        'overloaded',
        'invalid_email',
        'invalid_phone',
        'invalid_code_challenge',
        'metadata_too_large',
      ]),
      schema: {
        operationId: 'updateUser',
        summary: 'Changes one’s account',
        body: UserBody,
        querystring: RedirectQuery,
        response: { 200: UserResponse },
      },
    },
    async (request, reply) => {
      const currentUser = await requireUser(scope, request, 'changing');
      if (currentUser.isErr()) return sendAuthError(request, reply, currentUser.error);
      const { email, phone, password, current_password, nonce, data, app_metadata } = request.body;
      if (app_metadata !== undefined && app_metadata !== null) {
        const message = 'Updating app_metadata requires admin privileges';
        return sendInvalid(request, reply, message, { code: 'not_admin', status: 403 });
      }
      if (phone && !config.auth.phone) {
        return sendAuthError(request, reply, { kind: 'phone_provider_disabled' });
      }
      const invalid = phone ? phoneRequestError({ channel: request.body.channel }) : undefined;
      if (invalid) return sendInvalid(request, reply, invalid);
      if (email || phone) {
        const counted = await throttle(request, ports, config, authLimits.message);
        if (counted.isErr()) return sendAuthError(request, reply, counted.error);
      }
      const link = linkRequest(request, config, request.query.redirect_to, request.body);
      if (link.isErr()) return sendAuthError(request, reply, link.error);
      const change = {
        email: email || undefined,
        phone: phone || undefined,
        password: password ?? undefined,
        currentPassword: current_password || undefined,
        nonce: nonce || undefined,
        data: data ?? undefined,
      };
      const { value } = currentUser;
      const context = requestContext(request);
      const update = () =>
        updateUser(ports, settings, { ...value, change, link: link.value, context });
      // A guess at the current password is one at the sign-in.
      const counted =
        password && current_password
          ? await countAttempt(request, ports, config, authLimits.failedSignIn)
          : ok(undefined);
      if (counted.isErr()) return sendAuthError(request, reply, counted.error);
      const isTexted = Boolean(phone) && !config.auth.autoconfirm;
      const updated = await (isTexted ? requestText(scope, request, update) : update());
      const isGuess = updated.isErr() && guesses.includes(updated.error.kind);
      if (!isGuess) await counted.value?.();
      if (updated.isErr())
        return sendAuthError(request, reply, updated.error, password ? undefined : 'identities');
      // A new password also resets the client rate limit of this device.
      // Source: docs/security.md#LK-5, docs/security.md#LK-11.
      const device = request.headers['x-device'];
      if (password && typeof device === 'string') {
        await ports.attempts.clear(
          clientRateLimitKey(signInAction, device, requestContext(request).ip),
        );
      }
      if (data)
        await changeDeviceMail(scope, request, reply, { before: value.user, user: updated.value });
      const factors = await ports.factors.ofUser(value.user.id);
      return reply.send(toUserJson(updated.value, factors));
    },
  );
}
