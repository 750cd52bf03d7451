export type { Connection, Database, Outcome, Transaction } from './database.ts';
export type { Dialect } from './dialect.ts';
export { WaitedInTransaction } from './patience.ts';
