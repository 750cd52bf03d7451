import type { ConsentRecord } from '@coachsite/core/consent';
import { clientActions, serverActions } from '@coachsite/core/security-log';
import { z } from 'zod';
import { checkedByCore, language, limit, time } from './fields.ts';

/*
 * The shapes of the site's own calls under /api, shared by server and browser; times are UTC, RFC 3339.
 * Source: docs/contract.md#3.
 */

/** `website` is the hidden field that only bots fill in; `elapsedMs` is the time since the form was shown. */
export const ContactRequest = z.object({
  name: checkedByCore,
  email: checkedByCore,
  subject: checkedByCore,
  message: checkedByCore,
  website: checkedByCore,
  elapsedMs: z.number().optional().catch(undefined),
});

export const ContactAccepted = z.object({ id: z.uuid() });

const proofFields = { id: z.string().regex(/^[\w-]{8,64}$/), language };
const version = z.string().min(1).max(40);
const choices = {
  functional: z.boolean(),
  analytics: z.boolean(),
  marketing: z.boolean(),
};

/**
 * The proof of a cookie choice, in the fields that the pages store, or in those that the contract names. The server adds
 * the time. Source: docs/contract.md#3.
 */
export const ConsentProofRequest = z.union([
  z.object({ ...proofFields, policyVersion: version, ...choices }),
  z.object({ ...proofFields, version, choices: z.object(choices) }),
]);

/** The choice of a proof, whichever fields it came in. */
export function toConsentRecord(proof: z.infer<typeof ConsentProofRequest>): ConsentRecord {
  if (!('choices' in proof)) return proof;
  const { id, language, version: policyVersion } = proof;
  return { id, language, policyVersion, ...proof.choices };
}

/** Fields of an error report are truncated, never rejected. */
export const ErrorReportRequest = z.object({
  message: z.unknown().optional(),
  stack: z.unknown().optional(),
  url: z.unknown().optional(),
  userAgent: z.unknown().optional(),
  componentStack: z.unknown().optional(),
});

export const SecurityEventsQuery = z.object({
  type: z.optional(z.enum([...clientActions, ...serverActions])),
  before: z.uuid().optional(),
  limit: limit(200, 50),
});

/** Newest first; `next` is the `before` of the following page, null on the last. */
export const SecurityEvents = z.object({
  events: z.array(
    z.object({
      id: z.uuid(),
      at: time,
      source: z.enum(['server', 'client']),
      type: z.string(),
      severity: z.enum(['low', 'medium', 'high']),
      userId: z.string().nullable(),
      /** E-mail address or phone number of the account, while it exists. */
      user: z.string().nullable(),
      ip: z.string(),
      userAgent: z.string(),
      details: z.record(z.string(), z.unknown()),
    }),
  ),
  next: z.uuid().nullable(),
});

export type ContactRequest = z.infer<typeof ContactRequest>;
export type SecurityEvents = z.infer<typeof SecurityEvents>;
