import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import type { Pseudonyms } from '@coachsite/core/security-log';
import { openRandomKey } from '../key-file/index.ts';

const keyName = 'security-log.key';
const keyBytes = 32;

/**
 * HMAC-SHA-256 under a key of its own in `directory`: the database alone reveals no address.
 * Source: docs/law-and-search.md#D53.
 */
export function hmacPseudonyms({ directory }: { readonly directory: string }): Pseudonyms {
  const key = openRandomKey(join(directory, keyName), keyBytes);
  return { of: (text) => createHmac('sha256', key).update(text).digest('hex').slice(0, 32) };
}
