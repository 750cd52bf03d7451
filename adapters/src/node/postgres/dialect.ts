import type { Dialect } from '../sql/dialect.ts';

/** PostgreSQL's own words. Text is compared in lower case by the collation "C", which is the same on every server. */
export const postgres: Dialect = {
  name: 'postgres',
  place: 'place',
  oneOf: (list) => `= ANY (${list})`,
  each: (list) => `unnest(CAST(${list} AS TEXT[])) AS each (value)`,
  // As an array, the selection is made once: by a join it could be made again, and lock other rows.
  among: (column, selection) => `${column} = ANY (ARRAY(${selection}))`,
  rowLock: (clause) => clause,
  lower: (text) => `lower(${text} COLLATE "C")`,
  position: (text, word) => `strpos(${text}, ${word})`,
  larger: (one, other) => `greatest(${one}, ${other})`,
  smaller: (one, other) => `least(${one}, ${other})`,
  bytes: (hex) => `'\\x${hex}'`,
  by: () => '',
  inOwnOrder: '',
};
