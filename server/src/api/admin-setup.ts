import { SetupDone, SetupRequest, SetupState } from '@coachsite/adapters/contract';
import { setUpFirstAdmin } from '@coachsite/core/admins';
import { requestContext } from '../access/throttle.ts';
import type { Ports } from '../compose/index.ts';
import type { Config } from '../config/config.ts';
import type { App } from '../http/create-app.ts';
import { documentsErrors, siteErrors } from '../http/documented-errors.ts';
import { rejectedFields, sendError } from '../http/errors.ts';
import { sendSiteError } from '../http/site-errors.ts';

/** Creates the first admin, once. It issues no session: the page continues to the sign-in form. Source: docs/contract.md#3. */
export function adminSetupRoutes(app: App, ports: Ports, config: Config): void {
  app.get(
    '/api/admin-setup',
    {
      schema: {
        operationId: 'getAdminSetup',
        summary: 'Says whether the site still needs its first admin',
        response: { 200: SetupState },
      },
    },
    async (_request, reply) => reply.send({ open: !(await ports.admins.exists()) }),
  );

  const errors = documentsErrors<typeof setUpFirstAdmin | 'validation_failed'>(siteErrors)([
    'setup_closed',
    'setup_token_wrong',
    'over_request_rate_limit',
    'invalid_email',
    'weak_password',
    'overloaded',
    'validation_failed',
  ]);
  const route = {
    // Validated below: once an admin exists, every request must get the same error.
    attachValidation: true,
    config: errors,
    schema: {
      operationId: 'setUpAdmin',
      summary: 'Makes the first admin',
      body: SetupRequest,
      response: { 201: SetupDone },
    },
  };
  app.post('/api/admin-setup', route, async (request, reply) => {
    if (await ports.admins.exists()) return sendSiteError(reply, { kind: 'setup_closed' });
    const { validationError } = request;
    if (validationError) {
      return sendError(request, reply, 'invalid_body', { extra: rejectedFields(validationError) });
    }
    const made = await setUpFirstAdmin(
      ports,
      { siteName: config.site.name },
      {
        ...request.body,
        context: requestContext(request),
      },
    );
    if (made.isErr()) return sendSiteError(reply, made.error);
    const { user } = made.value;
    return reply.code(201).send({ id: user.id, email: user.email ?? '' });
  });
}
