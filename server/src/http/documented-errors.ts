import { type ErrorKind, errorTable } from '@coachsite/adapters/contract';
import type { Result } from 'neverthrow';
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

/** Kinds, those of errors, and those of the errors that functions return: `MemberError | typeof updateUser`. */
export type KindOf<Source> = Source extends string
  ? Source
  : Source extends { readonly kind: infer Kind }
    ? Kind
    : Source extends (...parameters: never[]) => infer Returned
      ? Awaited<Returned> extends Result<unknown, infer E>
        ? KindOf<E>
        : never
      : never;

/** `Named` where it has every one of the kinds; else a type that says in the message of the compiler what it lacks. */
type Complete<Kind, Named extends readonly Kind[]> = [Kind] extends [Named[number]]
  ? Named
  : { readonly lacks: Exclude<Kind, Named[number]> };

/** The kinds of the errors of `Source`, as a list: with one that is missing, or one too many, it does not compile. */
export const kindsOf =
  <Source>() =>
  <const Named extends readonly KindOf<Source>[]>(
    named: Named & Complete<KindOf<Source>, Named>,
  ): Named =>
    named;

/**
 * The `config` of a route that sends the errors of `Source` in the form of its service, and `more`. The list of their kinds
 * does not compile with one that is missing, or one too many.
 */
export const documentsErrors =
  <Source>(
    form: (kinds: readonly KindOf<Source>[]) => DocumentedErrors,
    ...more: readonly DocumentedErrors[]
  ) =>
  <const Named extends readonly KindOf<Source>[]>(
    named: Named & Complete<KindOf<Source>, Named>,
  ) => ({ documentedErrors: merged(form(named), ...more) });

/** The form of errors of the site's own API: their codes, by their status. */
export const siteErrors = (kinds: readonly ErrorKind[]): DocumentedErrors =>
  merged(
    ...kinds.map((kind) => {
      const { status, code } = siteForm(kind);
      return { [status]: [code] };
    }),
  );

/** Status and code of an error of the site's own API. */
export function siteForm(kind: ErrorKind): { readonly status: number; readonly code: string } {
  const row: { readonly status: number; readonly code?: string } = errorTable[kind];
  return { status: row.status, code: row.code ?? kind };
}
