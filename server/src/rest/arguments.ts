import type { Json } from '@coachsite/core/kernel';
import { err, ok, type Result } from 'neverthrow';
import { z } from 'zod';
import type { DataError } from './postgrest.ts';

/** PostgreSQL's error for a value of the wrong type. */
const notOf = (type: string) => ({
  error: ({ input }: { readonly input?: unknown }) =>
    `invalid input syntax for type ${type}: ${JSON.stringify(input ?? null).slice(0, 60)}`,
});

/** Text that can be stored; numbers and booleans are read as text, as the database does. */
export const TextArgument = z
  .union(
    [
      z.string().refine((text) => !text.includes('\0') && text.isWellFormed(), notOf('text')),
      z.number(),
      z.boolean(),
    ],
    notOf('text'),
  )
  .transform(String);

/** A whole number; text that holds one will do. `fallback` stands in for an absent one. */
export const integerArgument = (fallback: number) =>
  z
    .union(
      [z.number(), z.string().regex(/\S/).transform(Number).pipe(z.number())],
      notOf('integer'),
    )
    .nullish()
    .transform((number) => Math.trunc(number ?? fallback))
    .meta({ description: `${fallback} when absent` });

/** One of a few words; the database knows them by the name of their type. */
export const wordArgument = <const Word extends string>(words: readonly Word[], type: string) =>
  z.enum(words, notOf(type));

const isObject = (value: unknown): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads the body of a call of the function `name`. Errors: PGRST102 (no object), PGRST202 (no function takes these
 * names), 22P02 (a value is not of its type).
 */
export function readArguments<Signature extends z.ZodObject>(
  body: unknown,
  name: string,
  signature: Signature,
): Result<z.output<Signature>, DataError> {
  const given = body ?? {};
  if (!isObject(given)) {
    return err({ status: 400, code: 'PGRST102', message: 'All object keys must match' });
  }
  const read = signature.strict().safeParse(given);
  if (read.success) return ok(read.data as z.output<Signature>);
  const { issues } = read.error;
  const isOfAnother = issues.some(
    ({ code, path: [key] }) => code === 'unrecognized_keys' || !Object.hasOwn(given, String(key)),
  );
  if (!isOfAnother) {
    return err({ status: 400, code: '22P02', message: issues[0]?.message ?? 'invalid input' });
  }
  const listed = Object.keys(given).toSorted().join(', ').slice(0, 200);
  return err({
    status: 404,
    code: 'PGRST202',
    message: `Could not find the function public.${name}(${listed}) in the schema cache`,
    details: `Searched for the function public.${name} with parameters ${listed}, but no matches were found in the schema cache.`,
  });
}
