import { EmptyResponse, RedirectQuery, ResendBody } from '@coachsite/adapters/contract';
import { resend, resendSms } from '@coachsite/core/sign-in';
import { requestMail, requestText } from '../access/requested-messages.ts';
import { requestContext } from '../access/throttle.ts';
import { authSettings } from '../config/auth-settings.ts';
import { documentsErrors } from '../http/documented-errors.ts';
import { type GateError, gate } from './current-user.ts';
import { authErrors, sendAuthError, sendInvalid } from './errors.ts';
import { linkRequest, visitorLanguage } from './link-request.ts';
import { type AuthScope, authLimits } from './scope.ts';

/** POST /resend. Source: docs/wire.md#4.6. */
export function resendRoute(scope: AuthScope): void {
  const { app, ports, config } = scope;
  const settings = authSettings(config);
  app.post(
    '/resend',
    {
      onRequest: gate(scope, authLimits.message),
      config: documentsErrors<GateError | typeof linkRequest | typeof resend | typeof resendSms>(
        authErrors(),
      )([
        'cross_site_request',
        'over_request_rate_limit',
        'over_email_send_rate_limit',
        'invalid_email',
        'invalid_phone',
        'invalid_code_challenge',
      ]),
      schema: {
        operationId: 'resendMessage',
        summary: 'Sends a confirmation again',
        body: ResendBody,
        querystring: RedirectQuery,
        response: { 200: EmptyResponse },
      },
    },
    async (request, reply) => {
      const { type, email, phone } = request.body;
      const context = requestContext(request);
      if (type === 'sms' || type === 'phone_change') {
        if (!phone || email) {
          return sendInvalid(request, reply, 'Type provided requires a phone number');
        }
        const language = visitorLanguage(request);
        const texted = await requestText(scope, request, () =>
          resendSms(ports, settings, { type, phone, language, context }),
        );
        if (texted.isErr()) return sendAuthError(request, reply, texted.error);
        return reply.send({});
      }
      if (type !== 'signup' && type !== 'email_change') {
        const message = 'Missing one of these types: signup, email_change, sms, phone_change';
        return sendInvalid(request, reply, message);
      }
      if (!email || phone) {
        return sendInvalid(request, reply, 'Type provided requires an email address');
      }
      const link = linkRequest(request, config, request.query.redirect_to, request.body);
      if (link.isErr()) return sendAuthError(request, reply, link.error);
      const asked = { type, email, link: link.value, context } as const;
      const sent = await requestMail(scope, request, () => resend(ports, settings, asked));
      if (sent.isErr()) return sendAuthError(request, reply, sent.error);
      return reply.send({});
    },
  );
}
