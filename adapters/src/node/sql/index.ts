export {
  type Connection,
  type Database,
  type Outcome,
  type Transaction,
  type WriteOptions,
  within,
} from './database.ts';
export type { Dialect } from './dialect.ts';
export { WaitedInTransaction } from './patience.ts';
