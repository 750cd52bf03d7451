import { mkdirSync } from 'node:fs';
import { argon2PasswordHasher } from '@coachsite/adapters/argon2';
import { filesystemBlobStore } from '@coachsite/adapters/filesystem';
import { sharpPortraitMaker } from '@coachsite/adapters/images';
import { unpdfInspector } from '@coachsite/adapters/pdf';
import {
  sqliteDownloadLog,
  sqliteEbookStore,
  sqliteInterestStore,
  sqliteMailQueue,
  sqliteMessageStore,
  sqliteSecurityLog,
  sqliteUserStore,
} from '@coachsite/adapters/sqlite';
import { sqliteFactsStore } from '@coachsite/adapters/sqlite-facts';
import { cryptoIds, cryptoRandom, sha256, systemClock } from '@coachsite/adapters/system';
import type { SecurityLogPorts } from '@coachsite/core/security-log';
import { openMigrated } from '../backup/open-database.ts';
import type { Config } from '../config/config.ts';

/** The stores that samples go into. Mails about samples are not sent. */
export async function openStores(
  config: Config,
  reportLostEvent: SecurityLogPorts['reportLostEvent'],
) {
  mkdirSync(config.dataDirectory, { recursive: true, mode: 0o700 });
  const database = await openMigrated(config, { hasLock: false, now: systemClock.now });
  const noMails = { ...sqliteMailQueue(database), add: () => undefined };
  return {
    database,
    clock: systemClock,
    ids: cryptoIds,
    random: cryptoRandom,
    digest: sha256,
    users: sqliteUserStore(database),
    passwords: argon2PasswordHasher(),
    securityLog: sqliteSecurityLog(database),
    reportLostEvent,
    ebooks: sqliteEbookStore(database),
    facts: sqliteFactsStore(database),
    portraitMaker: sharpPortraitMaker(),
    downloads: sqliteDownloadLog(database),
    blobs: filesystemBlobStore(config.ebookDirectory),
    pdfInspector: unpdfInspector(),
    messages: sqliteMessageStore(database, noMails),
    interests: sqliteInterestStore(database, noMails),
  };
}

export type SamplePorts = Awaited<ReturnType<typeof openStores>>;
