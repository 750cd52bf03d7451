import { ConsentNumberParams, ConsentProof } from '@coachsite/adapters/contract';
import {
  type ConsentLog,
  type ConsentNotFoundError,
  readRecordedChoices,
  type StoredConsentRecord,
} from '@coachsite/core/consent';
import { timeText } from '@coachsite/core/kernel';
import type { Result } from 'neverthrow';
import { type AdminPorts, adminRouteWith } from '../access/actor.ts';
import { adminsOnly } from '../access/admission.ts';
import type { Ports } from '../compose/index.ts';
import type { Config } from '../config/config.ts';
import type { App } from '../http/create-app.ts';
import { sendSiteError } from '../http/site-errors.ts';
import { policyWordings } from './policy-wordings.ts';

const toJson = (record: StoredConsentRecord) => {
  const { policyVersion: version, language, functional, analytics, marketing } = record;
  const choices = { necessary: true, functional, analytics, marketing } as const;
  return { version, language, choices, at: timeText(record.recordedAt) };
};

/**
 * The proof of one cookie choice, with the wording of its version. Errors: `consent_not_found`.
 * Source: docs/contract.md#3, docs/law-and-search.md#D10.
 */
export async function readConsentProof(
  ports: { readonly consents: ConsentLog },
  number: string,
): Promise<Result<ConsentProof, ConsentNotFoundError>> {
  const recorded = await readRecordedChoices(ports, { number });
  return recorded.map(({ newest, earlier }) => ({
    id: newest.id,
    ...toJson(newest),
    earlier: earlier.map(toJson),
    wording: policyWordings.get(newest.policyVersion) ?? null,
  }));
}

/** The proof of one cookie choice by its number, for the admin. */
export function consentProofRoutes(
  app: App,
  ports: AdminPorts & Pick<Ports, 'consents'>,
  config: Config,
): void {
  app.get(
    '/api/admin/consents/:number',
    {
      onRequest: adminsOnly(ports, config),
      config: adminRouteWith<typeof readConsentProof>()(['consent_not_found']),
      schema: {
        operationId: 'getConsent',
        summary: 'Reads the proof of a cookie choice',
        params: ConsentNumberParams,
        response: { 200: ConsentProof },
      },
    },
    async (request, reply) => {
      const proof = await readConsentProof(ports, request.params.number);
      if (proof.isErr()) return sendSiteError(reply, proof.error);
      return reply.send(proof.value);
    },
  );
}
