import Sqlite from 'better-sqlite3';
import { integrityOf } from './integrity.ts';

/** Prints `ok`, or the first damage found in the database that the argument names. */
const [path = ''] = process.argv.slice(2);
const sql = new Sqlite(path, { fileMustExist: true, readonly: true });
const checked = integrityOf(sql);
sql.close();
process.stdout.write(
  checked.match(
    () => 'ok',
    ({ reason }) => reason,
  ),
);
