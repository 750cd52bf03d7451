import { ErrorReportRequest } from '@coachsite/adapters/contract';
import { recordReport } from '@coachsite/core/error-report';
import { z } from 'zod';
import { throttle } from '../access/throttle.ts';
import type { Ports } from '../compose/index.ts';
import type { Config } from '../config/config.ts';
import { clientIp } from '../http/client.ts';
import type { App } from '../http/create-app.ts';

/** Source: docs/security.md#CL-1. */
const limit = { action: 'client-error', maxAttempts: 20, windowSeconds: 60 };
const bodyLimit = 16 * 1024;

/**
 * Error reports from browsers. Over the limit a report is dropped silently, because a page that is already broken gains
 * nothing from another error. The log contains the report's id, not its text. Source: docs/contract.md#3,
 * docs/security.md#CL-1, docs/security.md#CL-2.
 */
export function errorReportRoutes(app: App, ports: Ports, config: Config): void {
  app.post(
    '/api/log-client-error',
    {
      bodyLimit,
      schema: {
        operationId: 'reportClientError',
        summary: 'Reports an error of a browser',
        body: ErrorReportRequest,
        response: { 204: z.undefined().describe('Kept, or dropped when there were too many') },
      },
    },
    async (request, reply) => {
      const allowed = await throttle(request, ports, config, limit);
      if (allowed.isOk()) {
        const report = await recordReport(ports, { input: request.body, ip: clientIp(request) });
        request.log.warn({ report }, 'a page reported an error');
      }
      return reply.code(204).send();
    },
  );
}
