import { CurrentPause, Pause, PauseRequest } from '@coachsite/adapters/contract';
import { readPause, removePause, setPause } from '@coachsite/core/contact';
import { defaultZone } from '@coachsite/core/defaults';
import { z } from 'zod';
import { adminRoute, adminRouteWith } from '../access/actor.ts';
import { adminOf, adminsOnly } from '../access/admission.ts';
import { requestContext } from '../access/throttle.ts';
import type { Ports } from '../compose/index.ts';
import type { Config } from '../config/config.ts';
import type { App } from '../http/create-app.ts';
import { sendSiteError } from '../http/site-errors.ts';
import type { FactsFollower } from '../pages/follow-facts.ts';

/** The holiday of the coach, during which the time to reply stands still. Source: docs/contract.md#3. */
export function pauseRoutes(
  app: App,
  ports: Ports,
  config: Config,
  follower: Pick<FactsFollower, 'publish'>,
): void {
  const path = '/api/admin/pause';
  const onRequest = adminsOnly(ports, config);

  app.get(
    path,
    {
      onRequest,
      config: adminRoute,
      schema: {
        operationId: 'getPause',
        summary: 'Reads the pause of the promise to reply',
        response: { 200: CurrentPause },
      },
    },
    async (_request, reply) => reply.send((await readPause(ports)) ?? null),
  );

  app.put(
    path,
    {
      onRequest,
      config: adminRouteWith<typeof setPause>()(['validation_failed']),
      schema: {
        operationId: 'setPause',
        summary: 'Sets the pause of the promise to reply',
        body: PauseRequest,
        response: { 200: Pause },
      },
    },
    async (request, reply) => {
      const context = requestContext(request);
      const pause = await setPause(
        ports,
        { zone: defaultZone },
        {
          admin: adminOf(request),
          input: request.body,
          context,
        },
      );
      if (pause.isErr()) return sendSiteError(reply, pause.error);
      await follower.publish();
      return reply.send(pause.value);
    },
  );

  const removal = {
    onRequest,
    config: adminRoute,
    schema: {
      operationId: 'endPause',
      summary: 'Ends the pause of the promise to reply',
      response: { 204: z.undefined().describe('There is no pause any more') },
    },
  };
  app.delete(path, removal, async (request, reply) => {
    await removePause(ports, { admin: adminOf(request), context: requestContext(request) });
    await follower.publish();
    return reply.code(204).send();
  });
}
