import { err, ok, type Result } from 'neverthrow';
import type { DataError } from './postgrest.ts';

/** The columns of `user_roles` that may be read and filtered by. Source: RB-3. */
const columns = ['user_id', 'role'] as const;
type Column = (typeof columns)[number];

/** One row of `user_roles`. */
export type RoleRow = Readonly<Record<Column, string>>;

/** What a request asks of the table. */
export interface RoleQuery {
  readonly select: readonly Column[];
  readonly equal: readonly (readonly [Column, string])[];
  readonly limit: number;
  readonly offset: number;
}

const uuid = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;
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

function parseFilter(name: string, value: string): Result<readonly [Column, string], DataError> {
  if (!/^[a-z_][a-z0-9_]*$/.test(name) || ['or', 'and', 'not'].includes(name))
    return err(badFilter(name));
  if (!value.startsWith('eq.')) return err(badFilter(value));
  if (!isColumn(name)) return err(noColumn(name));
  const operand = value.slice('eq.'.length);
  if (name === 'user_id' && !uuid.test(operand)) {
    const message = `invalid input syntax for type uuid: "${operand.slice(0, 60)}"`;
    return err({ status: 400, code: '22P02', message });
  }
  return ok([name, name === 'user_id' ? operand.toLowerCase() : operand]);
}

function parseCount(text: string): Result<number, DataError> {
  return /^\d{1,9}$/.test(text) ? ok(Number(text)) : err(badFilter(text));
}

const order = /^[a-z_][a-z0-9_]*(\.(asc|desc))?(\.(nullsfirst|nullslast))?$/;

/**
 * Reads the query string: `select`, `eq` filters, `limit`, `offset` and `order`. Anything else is refused, so that
 * nothing reaches the database that is not on a list. Source: auth-wire 12, RB-3.
 */
export function parseRoleQuery(search: URLSearchParams): Result<RoleQuery, DataError> {
  let select: readonly Column[] = columns;
  let limit = Number.MAX_SAFE_INTEGER;
  let offset = 0;
  const equal: (readonly [Column, string])[] = [];
  for (const [name, value] of search) {
    if (name === 'select') {
      const parsed = parseSelect(value);
      if (parsed.isErr()) return err(parsed.error);
      select = parsed.value;
    } else if (name === 'limit' || name === 'offset') {
      const parsed = parseCount(value);
      if (parsed.isErr()) return err(parsed.error);
      if (name === 'limit') limit = parsed.value;
      else offset = parsed.value;
    } else if (name === 'order') {
      if (!value.split(',').every((part) => order.test(part))) return err(badFilter(value));
      const unknown = value.split(',').map((part) => part.split('.')[0] ?? '');
      const odd = unknown.find((column) => !isColumn(column));
      if (odd !== undefined) return err(noColumn(odd));
    } else {
      const parsed = parseFilter(name, value);
      if (parsed.isErr()) return err(parsed.error);
      equal.push(parsed.value);
    }
  }
  return ok({ select, equal, limit, offset });
}

/** The rows of the caller that a query asks for. Source: RB-3 (own rows only, whatever the filter). */
export function selectRoles(
  rows: readonly RoleRow[],
  query: RoleQuery,
): readonly Partial<RoleRow>[] {
  return rows
    .filter((row) => query.equal.every(([column, value]) => row[column] === value))
    .slice(query.offset, query.offset + query.limit)
    .map((row) => Object.fromEntries(query.select.map((column) => [column, row[column]])));
}
