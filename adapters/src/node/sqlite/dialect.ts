import type { Dialect } from '../sql/dialect.ts';

/** SQLite's own words. A transaction is alone, so that it locks no rows. */
export const sqlite: Dialect = {
  name: 'sqlite',
  place: 'rowid',
  oneOf: (list) => `IN (SELECT value FROM json_each(${list}))`,
  each: (list) => `json_each(${list}) AS each`,
  among: (column, selection) => `${column} IN (${selection})`,
  rowLock: () => '',
  lower: (text) => `lower(${text})`,
  position: (text, word) => `instr(${text}, ${word})`,
  larger: (one, other) => `max(${one}, ${other})`,
  smaller: (one, other) => `min(${one}, ${other})`,
  bytes: (hex) => `x'${hex}'`,
  by: (index) => `INDEXED BY ${index}`,
  inOwnOrder: 'NOT INDEXED',
};
