import { EmptyResponse } from '@coachsite/adapters/contract';
import { reauthenticate } from '@coachsite/core/profile';
import { requestContext } from '../caller/throttle.ts';
import { authSettings } from '../config/auth-settings.ts';
import { memberProblems, refuses } from '../http/documented-errors.ts';
import { gate, requireUser } from './caller.ts';
import { visitorLanguage } from './link-request.ts';
import { authRefusals, sendAuthProblem } from './problems.ts';
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
      onRequest: gate(scope, authLimits.message),
      config: refuses(
        authRefusals(
          [
            ...memberProblems,
            'no_address',
            'email_not_confirmed',
            'phone_not_confirmed',
            'sms_send_failed',
            'over_request_rate_limit',
            'over_email_send_rate_limit',
            'over_sms_send_rate_limit',
          ],
          'reauthenticate',
        ),
      ),
      schema: { response: { 200: EmptyResponse } },
    },
    async (request, reply) => {
      const caller = await requireUser(scope, request, 'changing');
      if (caller.isErr()) return sendAuthProblem(request, reply, caller.error);
      const language = visitorLanguage(request);
      const settings = authSettings(config);
      const { user } = caller.value;
      const sent = await reauthenticate(ports, settings, {
        user,
        language,
        context: requestContext(request),
      });
      if (sent.isErr()) return sendAuthProblem(request, reply, sent.error, 'reauthenticate');
      return reply.header('cache-control', 'no-store').send({});
    },
  );
}
