import Sqlite from 'better-sqlite3';
import type { Outcome } from '../sql/database.ts';

/** Runs statements on one connection of the driver, each prepared once. */
export interface Statements {
  /** Whether the statement with this text changes nothing. */
  readonly isRead: (text: string) => boolean;
  /** Throws the driver's error, with what was `violated` where that is a unique constraint. */
  readonly run: (text: string, bound: object) => Outcome;
}

const unique = ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'];

/** `UNIQUE constraint failed: users.email`: the columns. */
function withViolated(error: unknown): unknown {
  if (!(error instanceof Sqlite.SqliteError) || !unique.includes(error.code)) return error;
  return Object.assign(error, { violated: error.message.slice(error.message.indexOf(': ') + 2) });
}

/** What the driver takes: a list as JSON, a boolean as a number, nothing as NULL. */
function toValue(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (Array.isArray(value)) return JSON.stringify(value);
  return value === undefined ? null : value;
}

function toValues(bound: object): object {
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(bound)) values[name] = toValue(value);
  return values;
}

/**
 * Makes an expression of each bound value, which is the value itself. SQLite looks at a bare one while it plans `ORDER BY` and
 * `LIMIT`, and then plans the statement anew each time a value is bound, which takes three times as long as running it.
 */
export const asExpressions = (text: string): string => text.replaceAll(/:(?=[a-z])/gi, '+:');

export function statementsOf(sql: Sqlite.Database): Statements {
  const known = new Map<string, Sqlite.Statement<[object]>>();
  const find = (text: string) => {
    const found = known.get(text) ?? sql.prepare<[object]>(asExpressions(text));
    known.set(text, found);
    return found;
  };
  return {
    isRead: (text) => find(text).readonly,
    run: (text, bound) => {
      const statement = find(text);
      const values = toValues(bound);
      try {
        if (!statement.reader) return { rows: [], count: statement.run(values).changes };
        const rows = statement.all(values);
        return { rows, count: rows.length };
      } catch (error) {
        throw withViolated(error);
      }
    },
  };
}
