import { filesOf, unfinishedRestore } from '../backup/site-files.ts';
import type { Config } from '../config/config.ts';

/** Data in the database that is useless without a key of the site. */
export interface KeysInUse {
  /** Secrets of authenticator apps, which were encrypted. */
  readonly factors: boolean;
  /** Sessions, whose access tokens were signed. */
  readonly sessions: boolean;
}

/** The question of `KeysInUse`, in the SQL of both databases. */
export const keysInUseQuery = `SELECT
  EXISTS (SELECT 1 FROM factors WHERE sealed_secret IS NOT NULL) AS factors,
  EXISTS (SELECT 1 FROM sessions) AS sessions`;

type Folders = Pick<Config, 'dataDirectory' | 'databaseUrl' | 'keysDirectory'>;

/**
 * Rejects with a sentence if a key that the data needs is missing: a new key in its place would hide that, and data
 * encrypted with the old one could not be read again even once a backup is found. A process that joins others on
 * PostgreSQL may make its own signing key: that resolves with a sentence, because the others reject what it signs.
 * Source: docs/security.md#DR-3.
 */
export async function needKeys(folders: Folders, inUse: KeysInUse): Promise<string | undefined> {
  const names = (await filesOf(folders.keysDirectory, 'keys')).map(({ path }) => path);
  const has = (form: RegExp) => names.some((name) => form.test(name));
  const lacksSigning = inUse.sessions && !has(/^keys\/signing-\d{15}\.pem$/);
  const lost = [
    ...(inUse.factors && !has(/^keys\/factor-secrets\.key$/)
      ? ['keys/factor-secrets.key, without which the second factors in the database cannot be read']
      : []),
    ...(lacksSigning && folders.databaseUrl === undefined
      ? ['keys/signing-….pem, without which everybody is signed out']
      : []),
  ];
  if (lost.length === 0) {
    return lacksSigning
      ? `Note: ${folders.dataDirectory} has no signing key, so a new one is made: other processes on this database reject what it signs, unless they have the same keys folder`
      : undefined;
  }
  throw new Error(
    `${folders.dataDirectory} lacks ${lost.join(', and ')}. No new key was made. Take the keys from a backup: tar -xzf FILE -C ${folders.dataDirectory} keys. If there is none: npm run keys -- renew-lost`,
  );
}

/** Rejects with a sentence where a restore was killed, or still runs. Source: docs/security.md#DR-4. */
export async function needWholeRestore(
  folders: Parameters<typeof unfinishedRestore>[0],
): Promise<void> {
  const left = await unfinishedRestore(folders);
  if (left === undefined) return;
  throw new Error(
    `A restore into ${folders.dataDirectory} has not ended. If none runs, run it again: npm run restore -- FILE. To begin a new site there instead, remove ${left} first`,
  );
}
