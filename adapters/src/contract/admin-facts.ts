import { factNames, type OwnerFacts, type RemovableFact } from '@coachsite/core/facts';
import { z } from 'zod';
import { OwnerFactsShape } from './facts.ts';
import { language, time } from './fields.ts';

/*
 * The calls with which an admin changes the owner's facts. Source: docs/contract.md#3.
 */

const names = z.array(z.enum(factNames));

/** The facts as they are now: `GET /api/admin/site`, and the response to each change. */
export const AdminFacts = z.object({
  /** Id of the version; 0 while nobody has saved. */
  version: z.int(),
  savedAt: time.nullable(),
  /** E-mail address of the admin; null for the command line, and for an account that is gone. */
  savedBy: z.string().nullable(),
  facts: OwnerFactsShape,
  /** Facts that are samples. */
  samples: names,
  /** Facts that the environment of the server decides, whatever is saved. */
  fixed: names,
  /** False while the pages could not be rendered with them; that is tried again by itself. */
  isPublished: z.boolean(),
});

const removable = {
  openingPromise: OwnerFactsShape.shape.openingPromise.nullable(),
  texts: OwnerFactsShape.shape.texts.nullable(),
} satisfies Readonly<Record<RemovableFact, z.ZodType>>;

/** Facts to lay over the configuration file: one that is left out comes from the file, null removes it. */
const FactsDraft = OwnerFactsShape.partial().extend(removable);

/** `PUT /api/admin/site`. */
export const FactsRequest = z.object({
  /** The version that the change was made from; without it, the change replaces whatever is there. */
  version: z.int().min(0).optional(),
  facts: FactsDraft,
  /** Facts that are samples; by default those that were, but for the changed ones. */
  samples: names.optional(),
});

/** `POST /api/admin/site/preview`: a page with facts that are not published. */
export const PreviewRequest = z.object({
  path: z.string().max(200),
  language,
  facts: FactsDraft,
});

/** The same as a form, for a frame: the request as JSON in the field `draft`. */
export const PreviewForm = z.object({ draft: z.string() });

/** Kept versions, newest first; the last one, with id 0, is the configuration file: `GET /api/admin/site/versions`. */
export const FactsVersions = z.array(
  z.object({
    id: z.int(),
    active: z.boolean(),
    savedAt: time.nullable(),
    savedBy: z.string().nullable(),
    /** What it changed, compared with the version before. */
    changed: names,
  }),
);

export const FactsVersionParams = z.object({ id: z.coerce.number().int().min(0) });

/** The missing facts, each with why it is needed: `GET /api/admin/site/missing`. */
export const MissingFacts = z.array(
  z.object({
    field: z.string(),
    asks: z.enum(['law', 'visitor']),
    needed: z.boolean(),
    text: z.string(),
  }),
);

/** Wrong facts: each field with its reason in words. */
export const FactsErrorBody = z.object({
  code: z.literal('validation_failed'),
  message: z.string(),
  fields: z.record(z.string(), z.string()),
});

export type AdminFacts = Omit<z.infer<typeof AdminFacts>, 'facts'> & { readonly facts: OwnerFacts };
export type FactsRequest = z.infer<typeof FactsRequest>;
export type FactsVersions = z.infer<typeof FactsVersions>;
export type MissingFacts = z.infer<typeof MissingFacts>;
export type FactsErrorBody = z.infer<typeof FactsErrorBody>;
