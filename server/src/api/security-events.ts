import { SecurityEvents, SecurityEventsQuery } from '@coachsite/adapters/contract';
import { timeText } from '@coachsite/core/kernel';
import type { SecurityEvent } from '@coachsite/core/security-log';
import { type AdminPorts, adminRoute } from '../access/actor.ts';
import { adminsOnly } from '../access/admission.ts';
import type { Ports } from '../compose/index.ts';
import type { Config } from '../config/config.ts';
import type { App } from '../http/create-app.ts';

/** The e-mail address or phone number of each account that events name. */
async function namesOf(
  { users }: Pick<Ports, 'users'>,
  events: readonly SecurityEvent[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(events.flatMap(({ userId }) => userId ?? []));
  const found = await Promise.all([...ids].map((id) => users.byId(id)));
  return new Map(
    found.flatMap((user) => {
      const name = user?.email ?? user?.phone;
      return user && name !== undefined ? [[user.id, name] as const] : [];
    }),
  );
}

/** The security event log for the admin: newest first, filtered by type, in pages. Source: docs/contract.md#3. */
export function securityEventRoutes(
  app: App,
  ports: AdminPorts & Pick<Ports, 'users' | 'securityLog'>,
  config: Config,
): void {
  app.get(
    '/api/admin/security-events',
    {
      onRequest: adminsOnly(ports, config),
      config: adminRoute,
      schema: {
        operationId: 'listSecurityEvents',
        summary: 'Lists the security log',
        querystring: SecurityEventsQuery,
        response: { 200: SecurityEvents },
      },
    },
    async (request, reply) => {
      const { type, before, limit } = request.query;
      const events = await ports.securityLog.list({ actionType: type, before, limit: limit + 1 });
      const shown = events.slice(0, limit);
      const next = events.length > limit ? (shown.at(-1)?.id ?? null) : null;
      const names = await namesOf(ports, shown);
      return reply.send({
        events: shown.map(({ actionType, at, userId, ...event }) => ({
          ...event,
          type: actionType,
          at: timeText(at),
          userId: userId ?? null,
          user: (userId && names.get(userId)) ?? null,
        })),
        next,
      });
    },
  );
}
