import { type FactsStore, keptFactsVersions } from '@coachsite/core/facts';
import { toVersion, type VersionRow } from '../rows/facts.ts';
import type { Database } from '../sqlite/index.ts';

/** The versions of the owner's facts, and the portraits they name. */
export function sqliteFactsStore({ sql, write }: Database): FactsStore {
  const select = sql.prepare<[number], VersionRow>(
    'SELECT id, saved_at_ms, saved_by, overlay FROM facts_version ORDER BY id DESC LIMIT ?',
  );
  const newest = sql.prepare<[], { id: number }>(
    'SELECT coalesce(max(id), 0) AS id FROM facts_version',
  );
  const insert = sql.prepare<[number, string | null, string], VersionRow>(
    `INSERT INTO facts_version (saved_at_ms, saved_by, overlay) VALUES (?, ?, ?)
     RETURNING id, saved_at_ms, saved_by, overlay`,
  );
  const forget = sql.prepare<[number]>(
    'DELETE FROM facts_version WHERE id NOT IN (SELECT id FROM facts_version ORDER BY id DESC LIMIT ?)',
  );
  const insertFile = sql.prepare<[string, number, string, Uint8Array]>(
    'INSERT OR IGNORE INTO portrait_file (key, width, format, bytes) VALUES (?, ?, ?, ?)',
  );
  const forgetFiles = sql.prepare(
    `DELETE FROM portrait_file WHERE key NOT IN
       (SELECT overlay ->> '$.coach.portrait.file' FROM facts_version
        WHERE overlay ->> '$.coach.portrait.file' IS NOT NULL)`,
  );
  const file = sql.prepare<[string, number, string], { bytes: Uint8Array }>(
    'SELECT bytes FROM portrait_file WHERE key = ? AND width = ? AND format = ?',
  );
  const currentId = () => newest.get()?.id ?? 0;
  return {
    current: async () => {
      const row = select.get(1);
      return row && toVersion(row);
    },
    currentId: async () => currentId(),
    versions: async () => select.all(keptFactsVersions).map(toVersion),
    save: ({ savedAt, savedBy, overlay }, base, portrait) =>
      write(() => {
        if (base !== undefined && base !== currentId()) return undefined;
        for (const { width, format, bytes } of portrait?.files ?? [])
          insertFile.run(portrait?.key ?? '', width, format, bytes);
        const row = insert.get(savedAt, savedBy ?? null, JSON.stringify(overlay));
        forget.run(keptFactsVersions);
        forgetFiles.run();
        return row && toVersion(row);
      }),
    portraitFile: async (key, width, format) => file.get(key, width, format)?.bytes,
  };
}
