import { ClientErrors, ClientErrorsQuery } from '@coachsite/adapters/contract';
import { readReportedErrors } from '@coachsite/core/error-report';
import { timeText } from '@coachsite/core/kernel';
import { type AdminPorts, adminRoute } from '../access/actor.ts';
import { adminsOnly } from '../access/admission.ts';
import type { Ports } from '../compose/index.ts';
import type { Config } from '../config/config.ts';
import type { App } from '../http/create-app.ts';

/** The errors that browsers reported, for the admin. Source: docs/contract.md#3, docs/rules.md#7. */
export function clientErrorRoutes(
  app: App,
  ports: AdminPorts & Pick<Ports, 'reports'>,
  config: Config,
): void {
  app.get(
    '/api/admin/client-errors',
    {
      onRequest: adminsOnly(ports, config),
      config: adminRoute,
      schema: {
        operationId: 'listClientErrors',
        summary: 'Lists the errors that browsers reported',
        querystring: ClientErrorsQuery,
        response: { 200: ClientErrors },
      },
    },
    async (request, reply) => {
      const { q: search, limit, offset } = request.query;
      const { errors, ...counts } = await readReportedErrors(ports, { search, limit, offset });
      return reply.send({
        ...counts,
        errors: errors.map(({ firstAt, lastAt, urls, ...error }) => ({
          ...error,
          urls: [...urls],
          firstAt: timeText(firstAt),
          lastAt: timeText(lastAt),
        })),
      });
    },
  );
}
