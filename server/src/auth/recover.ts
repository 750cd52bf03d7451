import { EmptyResponse, RecoverBody, RedirectQuery } from '@coachsite/adapters/contract';
import type { CaptchaError } from '@coachsite/core/captcha';
import { recover } from '@coachsite/core/sign-in';
import { requestMail } from '../access/requested-messages.ts';
import { requestContext } from '../access/throttle.ts';
import { authSettings } from '../config/auth-settings.ts';
import { documentsErrors } from '../http/documented-errors.ts';
import { humansOnly } from './captcha.ts';
import { type GateError, gate } from './current-user.ts';
import { authErrors, sendAuthError, sendInvalid } from './errors.ts';
import { linkRequest } from './link-request.ts';
import { type AuthScope, authLimits } from './scope.ts';

/** POST /recover. Source: docs/wire.md#4.7. */
export function recoverRoute(scope: AuthScope): void {
  const { app, ports, config } = scope;
  const settings = authSettings(config);
  app.post(
    '/recover',
    {
      onRequest: gate(scope, authLimits.message),
      preHandler: humansOnly(scope),
      config: documentsErrors<GateError | CaptchaError | typeof linkRequest | typeof recover>(
        authErrors(),
      )([
        'captcha_failed',
        'cross_site_request',
        'over_request_rate_limit',
        'over_email_send_rate_limit',
        'invalid_email',
        'invalid_code_challenge',
      ]),
      schema: {
        operationId: 'recoverPassword',
        summary: 'Sends a link to choose a new password',
        body: RecoverBody,
        querystring: RedirectQuery,
        response: { 200: EmptyResponse },
      },
    },
    async (request, reply) => {
      const { email } = request.body;
      if (!email) return sendInvalid(request, reply, 'Password recovery requires an email');
      const link = linkRequest(request, config, request.query.redirect_to, request.body);
      if (link.isErr()) return sendAuthError(request, reply, link.error);
      const asked = { email, link: link.value, context: requestContext(request) };
      const sent = await requestMail(scope, request, () => recover(ports, settings, asked));
      if (sent.isErr()) return sendAuthError(request, reply, sent.error);
      return reply.send({});
    },
  );
}
