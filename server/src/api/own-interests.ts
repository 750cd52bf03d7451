import { OwnInterestParams, OwnInterests } from '@coachsite/adapters/contract';
import type { User } from '@coachsite/core/account';
import { timeText } from '@coachsite/core/kernel';
import { z } from 'zod';
import { type ActorPorts, memberRoute, requireCurrentUser } from '../access/actor.ts';
import type { Ports } from '../compose/index.ts';
import type { Config } from '../config/config.ts';
import type { App } from '../http/create-app.ts';

import { sendSiteError } from '../http/site-errors.ts';

/** The address by which a member is on a waiting list: only one that is proven to be theirs. */
const provenEmail = ({ email, emailConfirmedAt }: User) =>
  emailConfirmedAt === undefined ? undefined : email;

/** The waiting lists that a member is on, and leaving one. Source: docs/law-and-search.md#D42. */
export function ownInterestRoutes(
  app: App,
  ports: ActorPorts & Pick<Ports, 'interests'>,
  config: Config,
): void {
  app.get(
    '/api/account/interests',
    {
      config: memberRoute,
      schema: {
        operationId: 'listOwnInterests',
        summary: 'Lists one’s places on waiting lists',
        response: { 200: OwnInterests },
      },
    },
    async (request, reply) => {
      const currentUser = await requireCurrentUser(request, ports, config);
      if (currentUser.isErr()) return sendSiteError(reply, currentUser.error);
      const email = provenEmail(currentUser.value.user);
      const found = email === undefined ? [] : await ports.interests.byEmail(email);
      const interests = found.flatMap(({ programId, confirmedAt, announcedAt }) =>
        confirmedAt === undefined
          ? []
          : {
              programId,
              since: timeText(confirmedAt),
              announcedAt: announcedAt === undefined ? null : timeText(announcedAt),
            },
      );
      return reply.send({ interests });
    },
  );

  app.delete(
    '/api/account/interests/:programId',
    {
      config: memberRoute,
      schema: {
        operationId: 'leaveOwnInterest',
        summary: 'Leaves one waiting list',
        params: OwnInterestParams,
        response: { 204: z.undefined().describe('The member is not on this list') },
      },
    },
    async (request, reply) => {
      const currentUser = await requireCurrentUser(request, ports, config);
      if (currentUser.isErr()) return sendSiteError(reply, currentUser.error);
      const email = provenEmail(currentUser.value.user);
      const found = email === undefined ? [] : await ports.interests.byEmail(email);
      const left = found.find(({ programId }) => programId === request.params.programId);
      if (left) await ports.interests.remove(left.email, left.programId);
      return reply.code(204).send();
    },
  );
}
