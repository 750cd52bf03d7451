import { SetupRequest, SetupState } from '@coachsite/adapters/wire';
import { setUpFirstAdmin } from '@coachsite/core/admins';
import { recordEvent } from '@coachsite/core/security-log';
import type { Ports } from '../compose.ts';
import type { Config } from '../config.ts';
import type { App } from '../create-app.ts';
import { sendProblem } from '../problems.ts';
import { callerOf, clientAddress } from '../throttle.ts';

/** Making the first admin, once. It signs nobody in: the page leads to the sign-in form. Source: operating contract §3. */
export function adminSetupRoutes(app: App, ports: Ports, config: Config): void {
  app.get(
    '/api/admin-setup',
    { schema: { response: { 200: SetupState } } },
    async (_request, reply) =>
      reply.header('cache-control', 'no-store').send({ open: !(await ports.admins.exists()) }),
  );

  app.post('/api/admin-setup', async (request, reply) => {
    // Before the body is looked at: once there is an admin, this address is closed to every request.
    if (await ports.admins.exists()) return sendProblem(reply, { kind: 'setup_closed' });
    const setup = SetupRequest.safeParse(request.body);
    if (!setup.success) {
      const names = setup.error.issues.map(({ path }) => String(path[0] ?? 'body'));
      return reply
        .code(422)
        .header('cache-control', 'no-store')
        .send({
          code: 'validation_failed',
          message: 'The request has invalid fields',
          fields: Object.fromEntries(names.map((name) => [name, 'required'])),
        });
    }
    const made = await setUpFirstAdmin(ports, setup.data, clientAddress(request), config.site.name);
    if (made.isErr()) return sendProblem(reply, made.error);
    const { id, email } = made.value;
    recordEvent(ports, {
      actionType: 'admin_setup',
      userId: id,
      caller: callerOf(request),
      details: {},
    });
    return reply.code(201).header('cache-control', 'no-store').send({ id, email });
  });
}
