import { z } from 'zod';
import { limit, time } from './fields.ts';

/** `q`: only reports that contain all of these words. */
export const ClientErrorsQuery = z.object({
  q: z.string().max(200).default(''),
  limit: limit(200, 25),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
});

/**
 * The errors that browsers reported, grouped by message and place, newest first: `GET /api/admin/client-errors`. `total`
 * counts the errors and `reports` their reports; stacks and user agent are those of the newest report.
 * Source: docs/contract.md#3.
 */
export const ClientErrors = z.object({
  errors: z.array(
    z.object({
      id: z.string(),
      message: z.string(),
      count: z.number().int(),
      firstAt: time,
      lastAt: time,
      urls: z.array(z.string()),
      userAgent: z.string(),
      stack: z.string(),
      componentStack: z.string(),
    }),
  ),
  total: z.number().int(),
  reports: z.number().int(),
});

export type ClientErrors = z.infer<typeof ClientErrors>;
