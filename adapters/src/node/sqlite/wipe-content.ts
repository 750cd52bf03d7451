import { contentRemovals } from '../rows/content.ts';
import type { Database } from './database.ts';

/** Deletes the content of visitors and samples in one commit; admin accounts and the security log stay. */
export function wipeContent({ sql, write }: Database): Promise<void> {
  return write(() => {
    for (const statement of contentRemovals) sql.exec(statement);
  });
}
