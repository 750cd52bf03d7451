import { sqlAlarmStore } from '@coachsite/adapters/alarm-store';
import { sqlContentStore, sqlMissedPaths } from '@coachsite/adapters/content-store';
import { type Database, within } from '@coachsite/adapters/sql';
import {
  sqlAdminStore,
  sqlAttemptStore,
  sqlConsentLog,
  sqlDeviceStore,
  sqlDownloadLog,
  sqlEbookStore,
  sqlFactorStore,
  sqlFlowStore,
  sqlInterestStore,
  sqlLaunchStore,
  sqlLockoutStore,
  sqlMailQueue,
  sqlMaintenanceLog,
  sqlMessageStore,
  sqlMovedAccounts,
  sqlPasskeyStore,
  sqlPauseStore,
  sqlReportStore,
  sqlRoleStore,
  sqlSecurityLog,
  sqlSessionStore,
  sqlSmsQueue,
  sqlTokenStore,
  sqlUserStore,
  wipeContent,
} from '@coachsite/adapters/stores';
import { factsIn } from '@coachsite/core/facts';
import { redirectsIn } from '@coachsite/core/redirects';
import { type KeysInUse, keysInUseQuery } from './lost-keys.ts';
import { type PartedAccount, partedAccountsQuery } from './parted-accounts.ts';

interface Options {
  readonly withoutMails?: boolean | undefined;
}

function storesIn(database: Database, { withoutMails = false }: Options) {
  const mails = sqlMailQueue(database);
  const enqueued = withoutMails ? { ...mails, add: async () => undefined } : mails;
  const users = sqlUserStore(database);
  const content = sqlContentStore(database);
  return {
    users,
    roles: sqlRoleStore(database),
    devices: sqlDeviceStore(database),
    admins: sqlAdminStore(database, users),
    factors: sqlFactorStore(database),
    passkeys: sqlPasskeyStore(database),
    content,
    facts: factsIn(content),
    redirects: redirectsIn(content),
    missed: sqlMissedPaths(database),
    sessions: sqlSessionStore(database),
    tokens: sqlTokenStore(database),
    flows: sqlFlowStore(database),
    attempts: sqlAttemptStore(database),
    lockouts: sqlLockoutStore(database),
    securityLog: sqlSecurityLog(database),
    mailQueue: mails,
    smsQueue: sqlSmsQueue(database),
    messages: sqlMessageStore(database, enqueued),
    pauses: sqlPauseStore(database),
    interests: sqlInterestStore(database, enqueued),
    launches: sqlLaunchStore(database, enqueued),
    consents: sqlConsentLog(database),
    reports: sqlReportStore(database),
    maintenance: sqlMaintenanceLog(database),
    alarms: sqlAlarmStore(database, enqueued),
    ebooks: sqlEbookStore(database),
    downloads: sqlDownloadLog(database),
    moved: sqlMovedAccounts(database),
    /** What in the database needs a key. */
    keysInUse: async (): Promise<KeysInUse> => {
      const [found] = (await database.run(keysInUseQuery, {})).rows as readonly KeysInUse[];
      return { factors: Boolean(found?.factors), sessions: Boolean(found?.sessions) };
    },
    partedAccounts: async () =>
      (await database.run(partedAccountsQuery, {})).rows as readonly PartedAccount[],
    /** Removes the content of visitors and samples; admins and the security log stay. */
    wipeContent: () => wipeContent(database),
  };
}

/** The stores of a database, or of one transaction of it. */
export type DatabaseStores = ReturnType<typeof storesIn>;

/** The ports that keep their state in a database, whichever it is; `withoutMails` enqueues none. */
export function databaseStores(database: Database, options: Options) {
  return {
    ...storesIn(database, options),
    /** Runs `work` with stores that write all in one transaction; it waits for nothing else. */
    inOneStep: <T>(work: (stores: DatabaseStores) => Promise<T>): Promise<T> =>
      database.write((on) => work(storesIn(within(on), options))),
  };
}
