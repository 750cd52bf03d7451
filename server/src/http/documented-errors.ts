import { type ErrorKind, errorTable } from '@coachsite/adapters/contract';
import type { CoreErrorKind } from '@coachsite/core/errors';
import type { z } from 'zod';

/** The errors of a route: codes by status. */
export type DocumentedErrors = Readonly<Record<number, readonly string[]>>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route's own errors; those of every route are added in openapi.ts. */
    documentedErrors?: DocumentedErrors;
    /** Schemas that the handler itself checks, because the order of its errors matters; documented like the others. */
    reads?: Readings;
  }
}

/** Schemas of a body and a query, or of a body that is no JSON, by content type. */
interface Readings {
  readonly body?: z.ZodType | { readonly content: Readonly<Record<string, { schema: object }>> };
  readonly querystring?: z.ZodType;
}

/** Merges errors by status. */
export function merged(...all: readonly DocumentedErrors[]): DocumentedErrors {
  const codes = new Map<number, Iterable<string>>();
  for (const errors of all) {
    for (const [status, more] of Object.entries(errors)) {
      const known = codes.get(Number(status)) ?? [];
      codes.set(Number(status), new Set([...known, ...more]));
    }
  }
  return Object.fromEntries([...codes].map(([status, known]) => [status, [...known]]));
}

/** The `config` of a route with these errors. */
export const documentsErrors = (...all: readonly DocumentedErrors[]) => ({
  documentedErrors: merged(...all),
});

/** The errors of a route of the site's own API, with their status. */
export function siteErrors(...kinds: readonly ErrorKind[]): DocumentedErrors {
  return merged(
    ...kinds.map((kind) => {
      const { status, code } = siteForm(kind);
      return { [status]: [code] };
    }),
  );
}

/** Status and code of an error of the site's own API. */
export function siteForm(kind: ErrorKind): { readonly status: number; readonly code: string } {
  const row: { readonly status: number; readonly code?: string } = errorTable[kind];
  return { status: row.status, code: row.code ?? kind };
}

/** The errors of routes for members and for admins. */
const userErrors = [
  'no_authorization',
  'bad_jwt',
  'session_not_found',
  'user_not_found',
  'user_banned',
  'cross_site_request',
] as const satisfies readonly CoreErrorKind[];

export const memberErrors = userErrors;
export const adminErrors = [...userErrors, 'not_admin', 'insufficient_aal'] as const;
