import { EmptyResponse } from '@coachsite/adapters/contract';
import { reauthenticate } from '@coachsite/core/profile';
import { type MemberError, memberErrors } from '../access/actor.ts';
import { requestText } from '../access/requested-messages.ts';
import { requestContext } from '../access/throttle.ts';
import { authSettings } from '../config/auth-settings.ts';
import { documentsErrors } from '../http/documented-errors.ts';
import { type GateError, gate, requireUser } from './current-user.ts';
import { authErrors, sendAuthError } from './errors.ts';
import { visitorLanguage } from './link-request.ts';
import { type AuthScope, authLimits } from './scope.ts';

/**
 * GET /reauthenticate: it sends a mail, so by cookie it must be same-origin. Source: docs/wire.md#4.8,
 * docs/contract.md#4.
 */
export function reauthenticateRoute(scope: AuthScope): void {
  const { app, ports, config } = scope;
  app.get(
    '/reauthenticate',
    {
      exposeHeadRoute: false,
      onRequest: gate(scope, authLimits.message),
      config: documentsErrors<MemberError | GateError | typeof reauthenticate>(
        authErrors('reauthenticate'),
      )([
        ...memberErrors,
        'no_address',
        'email_not_confirmed',
        'phone_not_confirmed',
        'sms_send_failed',
        'over_request_rate_limit',
        'over_email_send_rate_limit',
        'over_sms_send_rate_limit',
      ]),
      schema: {
        operationId: 'reauthenticate',
        summary: 'Sends a nonce for a change of password',
        response: { 200: EmptyResponse },
      },
    },
    async (request, reply) => {
      const currentUser = await requireUser(scope, request, 'changing');
      if (currentUser.isErr()) return sendAuthError(request, reply, currentUser.error);
      const language = visitorLanguage(request);
      const settings = authSettings(config);
      const { user } = currentUser.value;
      const context = requestContext(request);
      const send = () => reauthenticate(ports, settings, { user, language, context });
      const sent = await (user.email === undefined ? requestText(scope, request, send) : send());
      if (sent.isErr()) return sendAuthError(request, reply, sent.error, 'reauthenticate');
      return reply.send({});
    },
  );
}
