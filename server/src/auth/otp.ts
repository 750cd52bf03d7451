import { EmptyResponse, OtpBody, RedirectQuery } from '@coachsite/adapters/contract';
import type { CaptchaError } from '@coachsite/core/captcha';
import { sendOtp, sendSmsOtp } from '@coachsite/core/sign-in';
import { requestMail, requestText } from '../access/requested-messages.ts';
import { requestContext } from '../access/throttle.ts';
import { authSettings } from '../config/auth-settings.ts';
import { documentsErrors } from '../http/documented-errors.ts';
import { humansOnly } from './captcha.ts';
import { type GateError, gate } from './current-user.ts';
import { authErrors, sendAuthError, sendInvalid } from './errors.ts';
import { linkRequest, visitorLanguage } from './link-request.ts';
import { phoneRequestError } from './phone-request.ts';
import { type AuthScope, authLimits } from './scope.ts';

/** POST /otp. Source: docs/wire.md#4.3. */
export function otpRoute(scope: AuthScope): void {
  const { app, ports, config } = scope;
  const settings = authSettings(config);
  app.post(
    '/otp',
    {
      onRequest: gate(scope, authLimits.message),
      preHandler: humansOnly(scope),
      config: documentsErrors<
        | GateError
        | 'email_provider_disabled'
        | 'phone_provider_disabled'
        | CaptchaError
        | typeof linkRequest
        | typeof sendSmsOtp
        | typeof sendOtp
      >(authErrors('otp'))([
        'email_provider_disabled',
        'phone_provider_disabled',
        'captcha_failed',
        'cross_site_request',
        'over_request_rate_limit',
        'over_email_send_rate_limit',
        'over_sms_send_rate_limit',
        'invalid_email',
        'invalid_phone',
        'invalid_code_challenge',
        'metadata_too_large',
      ]),
      schema: {
        operationId: 'sendOneTimePassword',
        summary: 'Sends a link or a code to sign in with',
        body: OtpBody,
        querystring: RedirectQuery,
        response: { 200: EmptyResponse },
      },
    },
    async (request, reply) => {
      const { email, phone, data, channel } = request.body;
      if (Boolean(email) === Boolean(phone) || (email && channel)) {
        const message = 'Only an email address or phone number should be provided';
        return sendInvalid(request, reply, message);
      }
      const createUser = request.body.create_user ?? true;
      if (!email) {
        if (!config.auth.phone) {
          return sendAuthError(request, reply, { kind: 'phone_provider_disabled' }, 'otp');
        }
        const invalid = phoneRequestError(request.body);
        if (invalid) return sendInvalid(request, reply, invalid);
        const texted = await requestText(scope, request, () =>
          sendSmsOtp(ports, settings, {
            phone: phone ?? '',
            createUser,
            data: data ?? {},
            language: visitorLanguage(request),
            context: requestContext(request),
          }),
        );
        if (texted.isErr()) return sendAuthError(request, reply, texted.error);
        return reply.send({});
      }
      if (!config.auth.email) {
        return sendAuthError(request, reply, { kind: 'email_provider_disabled' }, 'otp');
      }
      const link = linkRequest(request, config, request.query.redirect_to, request.body);
      if (link.isErr()) return sendAuthError(request, reply, link.error);
      const asked = {
        email,
        createUser,
        data: data ?? {},
        link: link.value,
        context: requestContext(request),
      };
      const sent = await requestMail(scope, request, () => sendOtp(ports, settings, asked));
      if (sent.isErr()) return sendAuthError(request, reply, sent.error);
      return reply.send({});
    },
  );
}
