import { type FactsStore, keptFactsVersions } from '@coachsite/core/facts';
import { toVersion, type VersionRow } from '../rows/facts.ts';
import type { Connection, Database } from '../sql/database.ts';
import { noLimit, sql } from '../sql/dialect.ts';
import { type None, prepared } from '../sql/statement.ts';

const columns = 'id, saved_at_ms, saved_by, overlay';
const select = prepared<{ limit: number }, VersionRow>(
  sql`SELECT ${columns} FROM facts_version ORDER BY id DESC LIMIT :limit`,
);
const newest = prepared<None, { id: number }>(
  'SELECT coalesce(max(id), 0) AS id FROM facts_version',
);
const insert = prepared<Omit<VersionRow, 'id'> & { portrait: string | null }, VersionRow>(
  sql`INSERT INTO facts_version (saved_at_ms, saved_by, overlay, portrait_key)
   VALUES (:saved_at_ms, :saved_by, :overlay, :portrait) RETURNING ${columns}`,
);
const forget = prepared<{ kept: number }>(
  sql`DELETE FROM facts_version WHERE id IN
     (SELECT id FROM facts_version ORDER BY id DESC LIMIT ${noLimit} OFFSET :kept)`,
);
const insertFile = prepared<{ key: string; width: number; format: string; bytes: Uint8Array }>(
  `INSERT INTO portrait_file (key, width, format, bytes) VALUES (:key, :width, :format, :bytes)
   ON CONFLICT DO NOTHING`,
);
const forgetFiles = prepared<None>(
  `DELETE FROM portrait_file WHERE NOT EXISTS
     (SELECT 1 FROM facts_version WHERE portrait_key = portrait_file.key)`,
);
const file = prepared<{ key: string; width: number; format: string }, { bytes: Uint8Array }>(
  'SELECT bytes FROM portrait_file WHERE key = :key AND width = :width AND format = :format',
);

const currentId = async (on: Connection) => (await newest.get(on, {}))?.id ?? 0;

/** The versions of the owner's facts, and the portraits they name. */
export function sqlFactsStore(database: Database): FactsStore {
  return {
    current: async () => {
      const row = await select.get(database, { limit: 1 });
      return row && toVersion(row);
    },
    currentId: () => currentId(database),
    versions: async () => (await select.all(database, { limit: keptFactsVersions })).map(toVersion),
    save: ({ savedAt, savedBy, overlay }, base, portrait) =>
      database.write(async (on) => {
        await on.lock('facts');
        if (base !== undefined && base !== (await currentId(on))) return undefined;
        for (const { width, format, bytes } of portrait?.files ?? [])
          await insertFile.run(on, { key: portrait?.key ?? '', width, format, bytes });
        const row = await insert.get(on, {
          saved_at_ms: savedAt,
          saved_by: savedBy ?? null,
          overlay: JSON.stringify(overlay),
          portrait: overlay.coach?.portrait?.file ?? null,
        });
        await forget.run(on, { kept: keptFactsVersions });
        await forgetFiles.run(on, {});
        return row && toVersion(row);
      }),
    portraitFile: async (key, width, format) =>
      (await file.get(database, { key, width, format }))?.bytes,
  };
}
