import { err, ok, type Result } from 'neverthrow';
import { z } from 'zod';
import type { DataError } from './postgrest.ts';

/** The columns of `user_roles` that may be read and filtered by. Source: docs/security.md#RB-3. */
const columns = ['user_id', 'role'] as const;
type Column = (typeof columns)[number];

/** One row of `user_roles`. */
export type RoleRow = Readonly<Record<Column, string>>;

/** A query of the table. */
export interface RoleQuery {
  readonly select: readonly Column[];
  readonly equal: readonly (readonly [Column, string])[];
  readonly limit: number;
  readonly offset: number;
}

/** As PostgreSQL reads a UUID: unlike everywhere else, its hyphens are optional. */
const uuid = /^([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})$/i;
const isColumn = (name: string): name is Column => (columns as readonly string[]).includes(name);

const badFilter = (what: string): DataError => ({
  status: 400,
  code: 'PGRST100',
  message: `failed to parse filter (${what.slice(0, 100)})`,
});
const noColumn = (name: string): DataError => ({
  status: 400,
  code: '42703',
  message: `column user_roles.${name.slice(0, 60)} does not exist`,
});

function parseSelect(text: string): Result<readonly Column[], DataError> {
  const names = text.split(',').map((name) => name.trim());
  if (text.trim() === '' || names.includes('*')) return ok(columns);
  const odd = names.find((name) => !/^[a-z_][a-z0-9_]*$/.test(name));
  if (odd !== undefined) return err(badFilter(odd));
  const unknown = names.find((name) => !isColumn(name));
  return unknown === undefined ? ok(names.filter(isColumn)) : err(noColumn(unknown));
}

function parseEqual(value: string): Result<string, DataError> {
  return value.startsWith('eq.') ? ok(value.slice('eq.'.length)) : err(badFilter(value));
}

function parseEqualId(value: string): Result<string, DataError> {
  return parseEqual(value).andThen((operand) => {
    const [, ...groups] = uuid.exec(operand) ?? [];
    if (groups.length > 0) return ok(groups.join('-').toLowerCase());
    const message = `invalid input syntax for type uuid: "${operand.slice(0, 60)}"`;
    return err({ status: 400, code: '22P02', message });
  });
}

function parseCount(text: string): Result<number, DataError> {
  return /^\d{1,9}$/.test(text) ? ok(Number(text)) : err(badFilter(text));
}

const order = /^[a-z_][a-z0-9_]*(\.(asc|desc))?(\.(nullsfirst|nullslast))?$/;

/** There is at most one row per user and role, so every order gives the same result. */
function parseOrder(text: string): Result<undefined, DataError> {
  const parts = text.split(',');
  if (!parts.every((part) => order.test(part))) return err(badFilter(text));
  const names = parts.map((part) => part.split('.')[0] ?? '');
  const odd = names.find((name) => !isColumn(name));
  return odd === undefined ? ok(undefined) : err(noColumn(odd));
}

/** A parameter that `parse` reads; its errors have the database's form. */
function parameter<T>(parse: (text: string) => Result<T, DataError>, description: string) {
  return z
    .string()
    .transform((text, context) =>
      parse(text).match(
        (value) => value,
        (error) => {
          context.addIssue({ code: 'custom', message: error.message, params: { error } });
          return z.NEVER;
        },
      ),
    )
    .optional()
    .meta({ description });
}

/** The parameters that reading `user_roles` takes; each may occur more than once. Source: docs/wire.md#12. */
export const RoleParameters = z.object({
  select: parameter(parseSelect, 'Columns to read, separated by commas; all by default'),
  user_id: parameter(parseEqualId, 'Rows of one user only: `eq.` and an id'),
  role: parameter(parseEqual, 'Rows of one role only: `eq.` and its name'),
  limit: parameter(parseCount, 'How many rows at most'),
  offset: parameter(parseCount, 'How many rows to leave out first'),
  order: parameter(parseOrder, 'Columns to sort by, each with `.asc` or `.desc`'),
});

/** The error for a parameter that is not on the list. */
function unknownParameter(name: string, value: string): DataError {
  const isName = /^[a-z_][a-z0-9_]*$/.test(name) && !['or', 'and', 'not'].includes(name);
  if (!isName) return badFilter(name);
  return value.startsWith('eq.') ? noColumn(name) : badFilter(value);
}

/**
 * Reads the query string. Anything but {@link RoleParameters} is rejected, so that nothing reaches the database that is
 * not on a list. Source: docs/security.md#RB-3.
 */
export function parseRoleQuery(search: URLSearchParams): Result<RoleQuery, DataError> {
  const query = {
    select: columns as readonly Column[],
    equal: [] as (readonly [Column, string])[],
    limit: Number.MAX_SAFE_INTEGER,
    offset: 0,
  };
  for (const [name, value] of search) {
    if (!Object.hasOwn(RoleParameters.shape, name)) return err(unknownParameter(name, value));
    const read = RoleParameters.safeParse({ [name]: value });
    if (!read.success) {
      const [issue] = read.error.issues;
      return err(issue?.code === 'custom' ? (issue.params?.error as DataError) : badFilter(value));
    }
    const { select, limit, offset, user_id, role } = read.data;
    if (select) query.select = select;
    if (limit !== undefined) query.limit = limit;
    if (offset !== undefined) query.offset = offset;
    if (user_id !== undefined) query.equal.push(['user_id', user_id]);
    if (role !== undefined) query.equal.push(['role', role]);
  }
  return ok(query);
}

/** The rows of the current user that match a query. Source: docs/security.md#RB-3. */
export function selectRoles(
  rows: readonly RoleRow[],
  query: RoleQuery,
): readonly Partial<RoleRow>[] {
  return rows
    .filter((row) => query.equal.every(([column, value]) => row[column] === value))
    .slice(query.offset, query.offset + query.limit)
    .map((row) => Object.fromEntries(query.select.map((column) => [column, row[column]])));
}
