import { createHmac, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pseudonyms } from '@coachsite/core/security-log';

const keyName = 'security-log.key';
const keyBytes = 32;

/** Reads the key, or makes it; of two processes that start at the same time both then read the same one. */
function openKey(directory: string): Buffer {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, keyName);
  const draft = join(directory, `.${keyName}.${process.pid}`);
  writeFileSync(draft, randomBytes(keyBytes), { mode: 0o600 });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const key = readFileSync(path);
  if (key.length !== keyBytes) throw new Error(`${path} is not a key of ${keyBytes} bytes`);
  return key;
}

/** HMAC-SHA-256 under a key of its own in `directory`: the database alone gives no address away. Source: D53. */
export function hmacPseudonyms({ directory }: { readonly directory: string }): Pseudonyms {
  const key = openKey(directory);
  return { of: (text) => createHmac('sha256', key).update(text).digest('hex').slice(0, 32) };
}
