import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { SetupTokenStore } from '@coachsite/core/admins';

/** 128 bits in base64url are 22 characters. */
const isToken = (text: string) => /^[A-Za-z0-9_-]{22,128}$/.test(text);

async function readToken(path: string): Promise<string | undefined> {
  try {
    const text = (await readFile(path, 'utf8')).trim();
    return isToken(text) ? text : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The set-up token as one file that only its owner may read. Source: security requirement BT-2. */
export function filesystemSetupTokenStore(path: string): SetupTokenStore {
  return {
    read: () => readToken(path),
    offer: async (token) => {
      const present = await readToken(path);
      if (present !== undefined) return present;
      // What stands there is no token: an empty or torn file of a crash.
      await rm(path, { force: true });
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const draft = `${path}.${randomUUID()}`;
      await writeFile(draft, `${token}\n`, { mode: 0o600, flag: 'wx' });
      try {
        // A link, unlike a rename, loses against a process that was faster: then both share its token.
        await link(draft, path);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      } finally {
        await rm(draft, { force: true });
      }
      return (await readToken(path)) ?? token;
    },
    remove: () => rm(path, { force: true }),
  };
}
