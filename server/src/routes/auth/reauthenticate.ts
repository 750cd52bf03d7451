import { reauthenticate } from '@coachsite/core/profile';
import { sendAuthProblem } from '../../auth-problems.ts';
import { authSettings } from '../../auth-settings.ts';
import { callerOf } from '../../throttle.ts';
import { gate, requireUser } from './caller.ts';
import { visitorLanguage } from './link-request.ts';
import { type AuthScope, authLimits } from './scope.ts';

/** GET /reauthenticate: it sends a mail, so by cookie it must be same-origin. Source: auth-wire 4.8, contract §4. */
export function reauthenticateRoute(scope: AuthScope): void {
  const { app, ports, config } = scope;
  app.get(
    '/reauthenticate',
    { onRequest: gate(scope, authLimits.message) },
    async (request, reply) => {
      const caller = await requireUser(scope, request, 'changing');
      if (caller.isErr()) return sendAuthProblem(request, reply, caller.error);
      const language = visitorLanguage(request);
      const settings = authSettings(config);
      const { user } = caller.value;
      const sent = await reauthenticate(ports, settings, user, language, callerOf(request));
      if (sent.isErr()) {
        return sendAuthProblem(request, reply, sent.error, {
          email_not_confirmed: 422,
          phone_not_confirmed: 422,
        });
      }
      return reply.header('cache-control', 'no-store').send({});
    },
  );
}
