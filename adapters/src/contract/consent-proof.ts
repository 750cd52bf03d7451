import { z } from 'zod';
import { language, time } from './fields.ts';

const texts = z.object({ title: z.string(), text: z.string() });

/** The texts of one version of banner and cookie policy, in one language. Placeholders are left as they are. */
const PolicyWording = z.object({
  consent: z.looseObject({
    ...texts.shape,
    necessaryOnly: z.string(),
    customize: z.string(),
    acceptAll: z.string(),
    save: z.string(),
    purpose: z.object({
      necessary: texts,
      functional: texts,
      analytics: texts,
      marketing: texts,
    }),
  }),
  cookies: z.record(z.string(), z.unknown()),
});

const recorded = {
  version: z.string(),
  language,
  choices: z.object({
    necessary: z.literal(true),
    functional: z.boolean(),
    analytics: z.boolean(),
    marketing: z.boolean(),
  }),
  at: time,
};

export const ConsentNumberParams = z.object({ number: z.string().max(100) });

/**
 * The proof of one cookie choice: `GET /api/admin/consents/{number}`. `earlier` has the choices that the visitor changed
 * since, newest first. `wording` has the texts of `version` in both languages, null for a version that this site never
 * had. Source: docs/contract.md#3, docs/law-and-search.md#D10.
 */
export const ConsentProof = z.object({
  id: z.string(),
  ...recorded,
  earlier: z.array(z.object(recorded)),
  wording: z.object({ nl: PolicyWording, en: PolicyWording }).nullable(),
});

/**
 * The version of banner and cookie policy that visitors see. With Google Analytics the texts name it, so a site that
 * begins to use it asks every visitor again: consent to something else does not cover it. Source:
 * docs/law-and-search.md#D3, docs/law-and-search.md#D10.
 */
export const shownPolicyVersion = (version: string, hasAnalytics: boolean): string =>
  hasAnalytics ? `${version}-analytics` : version;

export type ConsentProof = z.infer<typeof ConsentProof>;
