import { ConsentProofRequest, toConsentRecord } from '@coachsite/adapters/contract';
import { recordChoice } from '@coachsite/core/consent';
import { z } from 'zod';
import { throttle } from '../access/throttle.ts';
import type { Ports } from '../compose/index.ts';
import type { Config } from '../config/config.ts';
import { clientIp } from '../http/client.ts';
import type { App } from '../http/create-app.ts';
import { documentsErrors, siteErrors } from '../http/documented-errors.ts';
import { sendSiteError } from '../http/site-errors.ts';

const limit = { action: 'consent', maxAttempts: 20, windowSeconds: 60 };

/**
 * Anonymous proof of a cookie choice: no IP, user or browser is stored, but a number that many
 * networks share. Source: docs/contract.md#3,
 * docs/law-and-search.md#D10.
 */
export function consentRoutes(app: App, ports: Ports, config: Config): void {
  const route = {
    config: documentsErrors<typeof throttle>(siteErrors)(['over_request_rate_limit']),
    schema: {
      operationId: 'recordConsent',
      summary: 'Records the proof of a cookie choice',
      body: ConsentProofRequest,
      response: { 204: z.undefined().describe('Kept') },
    },
  };
  app.post('/api/consent', route, async (request, reply) => {
    const allowed = await throttle(request, ports, config, limit);
    if (allowed.isErr()) return sendSiteError(reply, allowed.error);
    await recordChoice(ports, { ...toConsentRecord(request.body), ip: clientIp(request) });
    return reply.code(204).send();
  });
}
