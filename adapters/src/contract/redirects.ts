import { redirectsKept } from '@coachsite/core/redirects';
import { z } from 'zod';
import { time } from './fields.ts';

/*
 * The calls for old addresses. Source: docs/contract.md#3.
 */

const Redirect = z.object({
  from: z.string().max(2000),
  /** Null: the page is gone for good. */
  to: z.string().max(2000).nullable(),
});

/** The table of old addresses: `GET /api/admin/redirects`, and the response to a change. */
export const Redirects = z.object({
  /** Id of the version; 0 while nobody has saved. */
  version: z.int(),
  redirects: z.array(Redirect),
});

/** `PUT /api/admin/redirects`: the whole table. */
export const RedirectsRequest = z.object({
  /** The version that the change was made from; without it, the change replaces whatever is there. */
  version: z.int().min(0).optional(),
  redirects: z.array(Redirect).max(redirectsKept),
});

/** Paths that people asked for and no page has, those most missed first: `GET /api/admin/missed`. */
export const Missed = z.object({
  paths: z.array(z.object({ path: z.string(), count: z.int(), lastAt: time })),
});

export type Redirects = Readonly<z.infer<typeof Redirects>>;
export type RedirectsRequest = Readonly<z.infer<typeof RedirectsRequest>>;
export type Missed = Readonly<z.infer<typeof Missed>>;
