import type { Json } from '@coachsite/core/kernel';
import { err, ok, type Result } from 'neverthrow';
import type { DataError } from './postgrest.ts';

/** A call's arguments as they arrive. */
export type Arguments = Readonly<Record<string, Json>>;

/** The arguments a function takes. */
export interface Signature {
  readonly name: string;
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

const isObject = (value: unknown): value is Arguments =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads the body of a call. Errors: PGRST102 (no object), PGRST202 (no function takes these names). */
export function readArguments(
  body: unknown,
  { name, required, optional }: Signature,
): Result<Arguments, DataError> {
  const given = body ?? {};
  if (!isObject(given)) {
    return err({ status: 400, code: 'PGRST102', message: 'All object keys must match' });
  }
  const names = Object.keys(given);
  const fits =
    required.every((one) => names.includes(one)) &&
    names.every((one) => required.includes(one) || optional.includes(one));
  if (fits) return ok(given);
  const listed = names.toSorted().join(', ').slice(0, 200);
  return err({
    status: 404,
    code: 'PGRST202',
    message: `Could not find the function public.${name}(${listed}) in the schema cache`,
    details: `Searched for the function public.${name} with parameters ${listed}, but no matches were found in the schema cache.`,
  });
}

const syntaxError = (type: string, value: Json): DataError => ({
  status: 400,
  code: '22P02',
  message: `invalid input syntax for type ${type}: ${JSON.stringify(value).slice(0, 60)}`,
});

/** Text that can be stored; numbers and booleans are read as text, as the database does. */
export function readText(value: Json | undefined): Result<string, DataError> {
  if (typeof value === 'number' || typeof value === 'boolean') return ok(String(value));
  if (typeof value === 'string' && !value.includes('\0') && value.isWellFormed()) return ok(value);
  return err(syntaxError('text', value ?? null));
}

/** A whole number; text that holds one will do. `fallback` stands in for an absent one. */
export function readInteger(value: Json | undefined, fallback: number): Result<number, DataError> {
  if (value === undefined || value === null) return ok(fallback);
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number)
    ? ok(Math.trunc(number))
    : err(syntaxError('integer', value));
}
