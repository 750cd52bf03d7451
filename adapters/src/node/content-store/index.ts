import {
  type ContentStore,
  keptVersions,
  type StoredPicture,
  unnamedPictureMs,
} from '@coachsite/core/content';
import { toVersion, type VersionRow } from '../rows/content.ts';
import type { Connection, Database } from '../sql/database.ts';
import { noLimit, sql } from '../sql/dialect.ts';
import { type None, prepared } from '../sql/statement.ts';

export { sqlMissedPaths } from './missed-paths.ts';

const columns = 'id, saved_at_ms, saved_by, content';
const select = prepared<{ subject: string; limit: number }, VersionRow>(
  sql`SELECT ${columns} FROM content_version WHERE subject = :subject ORDER BY id DESC LIMIT :limit`,
);
const newestOfEach = prepared<{ prefix: string }, VersionRow & { readonly subject: string }>(
  `SELECT subject, ${columns} FROM content_version WHERE id IN
     (SELECT max(id) FROM content_version WHERE subject LIKE :prefix GROUP BY subject)`,
);
const newestOfAll = prepared<None, { id: number }>(
  'SELECT coalesce(max(id), 0) AS id FROM content_version',
);
const newestId = prepared<{ subject: string }, { id: number }>(
  'SELECT coalesce(max(id), 0) AS id FROM content_version WHERE subject = :subject',
);
const insert = prepared<Omit<VersionRow, 'id'> & { readonly subject: string }, VersionRow>(
  sql`INSERT INTO content_version (subject, saved_at_ms, saved_by, content)
   VALUES (:subject, :saved_at_ms, :saved_by, :content) RETURNING ${columns}`,
);
const name = prepared<{ id: number; key: string }>(
  'INSERT INTO content_picture (version_id, key) VALUES (:id, :key) ON CONFLICT DO NOTHING',
);
const forget = prepared<{ subject: string; kept: number }>(
  sql`DELETE FROM content_version WHERE id IN
     (SELECT id FROM content_version WHERE subject = :subject ORDER BY id DESC LIMIT ${noLimit} OFFSET :kept)`,
);
const insertFile = prepared<{
  key: string;
  width: number;
  format: string;
  bytes: Uint8Array;
  at: number;
}>(
  `INSERT INTO picture_file (key, width, format, bytes, saved_at_ms)
   VALUES (:key, :width, :format, :bytes, :at)
   ON CONFLICT (key, width, format) DO UPDATE SET saved_at_ms = excluded.saved_at_ms`,
);
const forgetFiles = prepared<{ before: number }>(
  `DELETE FROM picture_file WHERE saved_at_ms <= :before AND NOT EXISTS
     (SELECT 1 FROM content_picture WHERE content_picture.key = picture_file.key)`,
);
const file = prepared<{ key: string; width: number; format: string }, { bytes: Uint8Array }>(
  'SELECT bytes FROM picture_file WHERE key = :key AND width = :width AND format = :format',
);

const forgetPictures = (on: Connection, now: number) =>
  forgetFiles.run(on, { before: now - unnamedPictureMs });

async function add(on: Connection, { key, files }: StoredPicture, at: number): Promise<void> {
  for (const { width, format, bytes } of files)
    await insertFile.run(on, { key, width, format, bytes, at });
}

/** What is written on the site, in its versions, and the pictures they name. */
export function sqlContentStore(database: Database): ContentStore {
  return {
    current: async (subject) => {
      const row = await select.get(database, { subject, limit: 1 });
      return row && toVersion(row);
    },
    newest: async (prefix) => {
      const rows = await newestOfEach.all(database, { prefix: `${prefix}%` });
      return new Map(rows.map(({ subject, ...row }) => [subject, toVersion(row)]));
    },
    currentId: async () => (await newestOfAll.get(database, {}))?.id ?? 0,
    versions: async (subject) =>
      (await select.all(database, { subject, limit: keptVersions })).map(toVersion),
    save: (subject, { savedAt, savedBy, content }, { base, pictures = [], picture } = {}) =>
      database.write(async (on) => {
        await on.lock('content');
        if (base !== undefined && base !== (await newestId.get(on, { subject }))?.id)
          return undefined;
        const row = await insert.get(on, {
          subject,
          saved_at_ms: savedAt,
          saved_by: savedBy ?? null,
          content: JSON.stringify(content),
        });
        if (!row) return undefined;
        for (const key of pictures) await name.run(on, { id: row.id, key });
        if (picture) await add(on, picture, savedAt);
        await forget.run(on, { subject, kept: keptVersions });
        await forgetPictures(on, savedAt);
        return toVersion(row);
      }),
    addPicture: (picture, savedAt) =>
      database.write(async (on) => {
        await on.lock('content');
        await add(on, picture, savedAt);
        await forgetPictures(on, savedAt);
      }),
    pictureFile: async (key, width, format) =>
      (await file.get(database, { key, width, format }))?.bytes,
  };
}
