import { type EbookStore, keptVersions } from '@coachsite/core/ebook';
import { type EbookRow, ebookColumns, toEbook, toEbookRow } from '../rows/ebook.ts';
import type { Database } from './database.ts';

/** The versions of the e-book in the database; their bytes are in a blob store. */
export function sqliteEbookStore({ sql, write }: Database): EbookStore {
  const select = sql.prepare<[number], EbookRow>(
    `SELECT ${ebookColumns} FROM ebook_version ORDER BY activation DESC LIMIT ?`,
  );
  const nextActivation = '(SELECT coalesce(max(activation), 0) + 1 FROM ebook_version)';
  const insert = sql.prepare<EbookRow>(
    `INSERT INTO ebook_version (${ebookColumns}, activation)
     VALUES (:id, :file_name, :size_bytes, :sha256, :pages, :uploaded_at_ms, ${nextActivation})`,
  );
  const remove = sql.prepare<[string]>('DELETE FROM ebook_version WHERE id = ?');
  const forget = sql.prepare<[number]>(
    `DELETE FROM ebook_version WHERE id NOT IN
       (SELECT id FROM ebook_version ORDER BY activation DESC LIMIT ?)`,
  );
  const restore = sql.prepare<[string], EbookRow>(
    `UPDATE ebook_version SET activation = ${nextActivation} WHERE id = ? RETURNING ${ebookColumns}`,
  );
  const readActive = () => {
    const row = select.get(1);
    return row && toEbook(row);
  };
  return {
    active: async () => readActive(),
    activate: (ebook) =>
      write(() => {
        const replaced = readActive();
        if (replaced?.sha256 === ebook.sha256) remove.run(replaced.id);
        insert.run(toEbookRow(ebook));
        forget.run(keptVersions);
        return replaced;
      }),
    activateFirst: (ebook) =>
      write(() => {
        if (readActive()) return false;
        insert.run(toEbookRow(ebook));
        return true;
      }),
    versions: async () =>
      select
        .all(keptVersions)
        .map((row, position) => ({ ...toEbook(row), isActive: position === 0 })),
    restore: (id) =>
      write(() => {
        const row = restore.get(id);
        return row && toEbook(row);
      }),
  };
}
