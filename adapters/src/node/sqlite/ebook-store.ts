import { type Ebook, type EbookStore, keptVersions } from '@coachsite/core/ebook';
import type { Database } from './database.ts';

interface EbookRow {
  readonly id: string;
  readonly file_name: string;
  readonly size_bytes: number;
  readonly sha256: string;
  readonly pages: number | null;
  readonly uploaded_at_ms: number;
}

const columns = 'id, file_name, size_bytes, sha256, pages, uploaded_at_ms';

/** The versions of the e-book in the database; their bytes are in a blob store. */
export function sqliteEbookStore({ sql, write }: Database): EbookStore {
  const select = sql.prepare<[number], EbookRow>(
    `SELECT ${columns} FROM ebook_version ORDER BY activation DESC LIMIT ?`,
  );
  const nextActivation = '(SELECT coalesce(max(activation), 0) + 1 FROM ebook_version)';
  const insert = sql.prepare<EbookRow>(
    `INSERT INTO ebook_version (${columns}, activation)
     VALUES (:id, :file_name, :size_bytes, :sha256, :pages, :uploaded_at_ms, ${nextActivation})`,
  );
  const remove = sql.prepare<[string]>('DELETE FROM ebook_version WHERE id = ?');
  const forget = sql.prepare<[number]>(
    `DELETE FROM ebook_version WHERE id NOT IN
       (SELECT id FROM ebook_version ORDER BY activation DESC LIMIT ?)`,
  );
  const restore = sql.prepare<[string], EbookRow>(
    `UPDATE ebook_version SET activation = ${nextActivation} WHERE id = ? RETURNING ${columns}`,
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
        insert.run(toRow(ebook));
        forget.run(keptVersions);
        return replaced;
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

function toEbook(row: EbookRow): Ebook {
  return {
    id: row.id,
    fileName: row.file_name,
    sizeBytes: row.size_bytes,
    sha256: row.sha256,
    pages: row.pages ?? undefined,
    uploadedAt: row.uploaded_at_ms,
  };
}

function toRow(ebook: Ebook): EbookRow {
  return {
    id: ebook.id,
    file_name: ebook.fileName,
    size_bytes: ebook.sizeBytes,
    sha256: ebook.sha256,
    pages: ebook.pages ?? null,
    uploaded_at_ms: ebook.uploadedAt,
  };
}
