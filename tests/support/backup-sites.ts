import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite, sqliteSnapshots } from '@coachsite/adapters/sqlite';
import { makeBackup } from '@coachsite/server/backup';
import { type Config, readConfig } from '@coachsite/server/config';
import { afterAll } from 'vitest';

/** The whole content of an e-book of a site of {@link backupSites}. */
export const ebook = randomBytes(300_000);
export const ebookKey = createHash('sha256').update(ebook).digest('hex');

/** Mails by the names of their files. */
export const outbox = { '20261123T120000000Z-a.eml': 'Subject: a\r\n\r\nDag' };

export const configOf = (
  dataDirectory: string,
  env: Readonly<Record<string, string>> = {},
): Config => readConfig({ DATA_DIR: dataDirectory, ...env })._unsafeUnwrap();

export const backUp = (config: Config, target: string, now = Date.now()) =>
  makeBackup({ snapshots: sqliteSnapshots(config.sqlitePath), folders: config }, target, now);

/** Paths and small sites in a folder that goes with the tests of a file. */
export function backupSites() {
  const root = mkdtempSync(join(tmpdir(), 'coachsite-backup-'));
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  let number = 0;
  const freshPath = (name: string) => {
    number += 1;
    return join(root, `${number}-${name}`);
  };

  /** A small site on disk, without a server. */
  async function makeSite(): Promise<Config> {
    const config = configOf(freshPath('data'));
    mkdirSync(config.dataDirectory, { mode: 0o700 });
    const database = openSqlite(config.sqlitePath);
    database.sql
      .prepare(
        `INSERT INTO ebook_version (id, file_name, size_bytes, sha256, pages, uploaded_at_ms, activation)
         VALUES ('v1', 'guide.pdf', ?, ?, 1, 1, 1)`,
      )
      .run(ebook.length, ebookKey);
    await database.close();
    for (const folder of [config.ebookDirectory, config.keysDirectory, config.outboxDirectory]) {
      mkdirSync(folder);
    }
    writeFileSync(join(config.ebookDirectory, ebookKey), ebook);
    writeFileSync(join(config.ebookDirectory, '1-part.part'), 'an upload under way');
    writeFileSync(join(config.keysDirectory, 'secret-box.key'), 'a key');
    for (const [name, text] of Object.entries(outbox)) {
      writeFileSync(join(config.outboxDirectory, name), text);
    }
    writeFileSync(join(config.outboxDirectory, 'b.eml.part'), 'half a mail');
    return config;
  }

  /** A site, and the archive of it. */
  async function archivedSite() {
    const site = await makeSite();
    const archive = freshPath('site.tar.gz');
    (await backUp(site, archive))._unsafeUnwrap();
    return { site, archive };
  }
  return { freshPath, makeSite, archivedSite };
}
