import { type EbookStore, keptVersions } from '@coachsite/core/ebook';
import { type EbookRow, ebookColumns, toEbook, toEbookRow } from '../rows/ebook.ts';
import type { Connection, Database, Transaction } from '../sql/database.ts';
import { noLimit, sql } from '../sql/dialect.ts';
import { prepared } from '../sql/statement.ts';

const select = prepared<{ limit: number }, EbookRow>(
  sql`SELECT ${ebookColumns} FROM ebook_version ORDER BY activation DESC LIMIT :limit`,
);
const nextActivation = '(SELECT coalesce(max(activation), 0) + 1 FROM ebook_version)';
const insert = prepared<EbookRow>(
  sql`INSERT INTO ebook_version (${ebookColumns}, activation)
   VALUES (:id, :file_name, :size_bytes, :sha256, :pages, :uploaded_at_ms, ${nextActivation})`,
);
const remove = prepared<{ id: string }>('DELETE FROM ebook_version WHERE id = :id');
const forget = prepared<{ kept: number }>(
  sql`DELETE FROM ebook_version WHERE id IN
     (SELECT id FROM ebook_version ORDER BY activation DESC LIMIT ${noLimit} OFFSET :kept)`,
);
const restore = prepared<{ id: string }, EbookRow>(
  sql`UPDATE ebook_version SET activation = ${nextActivation} WHERE id = :id RETURNING ${ebookColumns}`,
);

/** The newest activation is the active one, so there is never another; waits for every other change. */
const lockEbook = (on: Transaction) => on.lock('ebook');

const readActive = async (on: Connection) => {
  const row = await select.get(on, { limit: 1 });
  return row && toEbook(row);
};

/** The versions of the e-book in the database; their bytes are in a blob store. */
export function sqlEbookStore(database: Database): EbookStore {
  const { write } = database;
  return {
    active: () => readActive(database),
    activate: (ebook) =>
      write(async (on) => {
        await lockEbook(on);
        const replaced = await readActive(on);
        if (replaced?.sha256 === ebook.sha256) await remove.run(on, replaced);
        await insert.run(on, toEbookRow(ebook));
        await forget.run(on, { kept: keptVersions });
        return replaced;
      }),
    activateFirst: (ebook) =>
      write(async (on) => {
        await lockEbook(on);
        if (await readActive(on)) return false;
        await insert.run(on, toEbookRow(ebook));
        return true;
      }),
    versions: async () =>
      (await select.all(database, { limit: keptVersions })).map((row, position) => ({
        ...toEbook(row),
        isActive: position === 0,
      })),
    restore: (id) =>
      write(async (on) => {
        await lockEbook(on);
        const row = await restore.get(on, { id });
        return row && toEbook(row);
      }),
  };
}
