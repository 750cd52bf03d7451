import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type EpochMs, elapsed, type JsonObject } from '@coachsite/core/kernel';
import { createKeyFile, readKeyFile } from '../key-file/index.ts';

/** An ES256 key pair. */
export interface SigningKey {
  readonly kid: string;
  /** When it was made. It signs once every process publishes it. */
  readonly since: EpochMs;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  /** The public part as it is published. */
  readonly jwk: JsonObject;
}

const fileForm = /^signing-(\d{15})\.pem$/;

/** The error of OpenSSL names no file. */
function parseKey(pem: string, path: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    throw new Error(`${path} is not a private key: restore that file from a backup`);
  }
}

function toSigningKey(pem: string, since: EpochMs, path: string): SigningKey {
  const privateKey = parseKey(pem, path);
  const publicKey = createPublicKey(privateKey);
  const { kty, crv, x, y } = publicKey.export({ format: 'jwk' });
  if (kty !== 'EC' || crv !== 'P-256' || !x || !y) {
    throw new Error(`${path} is not an ES256 key`);
  }
  // RFC 7638: the thumbprint is the hash of these members in this order.
  const thumbprint = JSON.stringify({ crv, kty, x, y });
  const kid = createHash('sha256').update(thumbprint).digest('base64url');
  const jwk = { kty, crv, x, y, kid, alg: 'ES256', use: 'sig', key_ops: ['verify'] };
  return { kid, since, privateKey, publicKey, jwk };
}

function keyFiles(directory: string): readonly string[] {
  return readdirSync(directory)
    .filter((name) => fileForm.test(name))
    .sort()
    .reverse();
}

/** Adds a key; a file that another process created meanwhile stays as it is. */
function addSigningKey(path: string): void {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  createKeyFile(path, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
}

/** The first key of a directory has a fixed name, so that two processes starting at once share one. */
const firstKey = `signing-${'0'.repeat(15)}.pem`;

const sinceOf = (name: string): EpochMs => Number(fileForm.exec(name)?.[1] ?? 0);

/**
 * Reads the keys of a directory, newest first; makes the first one. Files are readable by the owner only.
 * Source: docs/security.md#SE-6.
 */
export function openSigningKeys(directory: string): readonly [SigningKey, ...SigningKey[]] {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (keyFiles(directory).length === 0) addSigningKey(join(directory, firstKey));
  const [newest, ...older] = keyFiles(directory).flatMap((name) => {
    const path = join(directory, name);
    const pem = readKeyFile(path);
    return pem ? [toSigningKey(pem.toString(), sinceOf(name), path)] : [];
  });
  if (!newest) throw new Error(`No signing key in ${directory}`);
  return [newest, ...older];
}

/**
 * Adds a key that signs once it is published, and returns its id. Tokens signed with earlier keys stay valid.
 * Source: docs/security.md#SE-6.
 */
export function rotateSigningKeys(directory: string, now: EpochMs): string {
  const [newest] = openSigningKeys(directory);
  // Later than the newest even when the clock was set back, because the newest key signs.
  const since = Math.max(now, newest.since + 1);
  addSigningKey(join(directory, `signing-${String(since).padStart(15, '0')}.pem`));
  const [added] = openSigningKeys(directory);
  return added.kid;
}

/** Removes keys that no valid token depends on: those whose successor was made before `before`. */
export function removeRetiredKeys(directory: string, before: EpochMs): void {
  const names = keyFiles(directory);
  for (const [index, name] of names.entries()) {
    const successor = names[index - 1];
    if (successor !== undefined && sinceOf(successor) < before)
      rmSync(join(directory, name), { force: true });
  }
}

/** File systems give two changes the same time where less lies between them, in milliseconds. FAT has the longest. */
const timeStepMs = 2000;

/**
 * A number that changes when a file of the directory is added or removed: its modification time. `undefined` as long as
 * a further change could have the same time. One far ahead of the clock is a number too: reading
 * the keys for every forged token until then would cost more than it finds.
 */
export function directoryVersion(directory: string): number | undefined {
  const { mtimeMs } = statSync(directory);
  return elapsed(mtimeMs, Date.now()) > timeStepMs ? mtimeMs : undefined;
}
