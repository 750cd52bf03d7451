import { z } from 'zod';

/*
 * Bodies of error responses, one form per service. Source: docs/wire.md#1, docs/wire.md#12, docs/wire.md#13,
 * docs/contract.md#3.
 */

const weakness = { weak_password: z.object({ reasons: z.array(z.string()) }).optional() };
const errorId = z.string().optional().describe('only with a 5xx; it is in the log too');

/** The header `x-supabase-api-version` of the request selects one of the first two. */
export const AuthErrorBody = z
  .union([
    z
      .looseObject({ code: z.string(), message: z.string(), error_id: errorId, ...weakness })
      .describe('with x-supabase-api-version 2024-01-01 or later'),
    z
      .looseObject({
        code: z.int().describe('the status'),
        error_code: z.string(),
        msg: z.string(),
        error_id: errorId,
        ...weakness,
      })
      .describe('without that header'),
    z
      .object({ error: z.string(), error_description: z.string() })
      .describe('for an ID token that is rejected, with or without it'),
  ])
  .meta({ id: 'AuthErrorBody' });

export const DataErrorBody = z
  .looseObject({
    code: z.string(),
    message: z.string(),
    details: z.string().nullable(),
    hint: z.string().nullable(),
  })
  .meta({ id: 'DataErrorBody' });

export const StorageErrorBody = z
  .looseObject({
    statusCode: z.string(),
    code: z.string().optional(),
    error: z.string(),
    message: z.string(),
  })
  .meta({ id: 'StorageErrorBody' });

/** Errors of the site's own calls; the details of the error stand beside code and message. */
export const SiteErrorBody = z
  .looseObject({ code: z.string(), message: z.string() })
  .meta({ id: 'SiteErrorBody' });
