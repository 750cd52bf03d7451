import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { FileToArchive } from '@coachsite/adapters/backup';
import type { Config } from '../config/config.ts';

/** A key that cannot be read as one: with it the site would not start. */
export interface DamagedKey {
  readonly kind: 'key_damaged';
  /** The name of its file in the folder of the keys. */
  readonly name: string;
}

const isRandomKey = (bytes: Buffer): boolean => bytes.length === 32;

const isSigningKey = (bytes: Buffer): boolean =>
  createPrivateKey(bytes).asymmetricKeyDetails?.namedCurve === 'prime256v1';

/** A private key and its certificate, one after the other. */
function isSamlKey(bytes: Buffer): boolean {
  const certificate = bytes.subarray(bytes.indexOf('-----BEGIN CERTIFICATE'));
  return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(bytes));
}

/** The files that the adapters keep in the folder of the keys, and whether one of them is whole. */
const keyForms: readonly (readonly [RegExp, (bytes: Buffer) => boolean])[] = [
  [/^signing-\d{15}\.pem$/, isSigningKey],
  [/^saml\.pem$/, isSamlKey],
  [/^(factor-secrets|security-log)\.key$/, isRandomKey],
];

function isWhole(isKey: (bytes: Buffer) => boolean, bytes: Buffer): boolean {
  try {
    return isKey(bytes);
  } catch {
    // OpenSSL throws for what it cannot read.
    return false;
  }
}

/** The names of the keys among these files that are damaged; files with another name are none of ours. Rejects like the file system. */
export async function damagedKeys(keys: readonly FileToArchive[]): Promise<readonly string[]> {
  const damaged: string[] = [];
  for (const { source } of keys) {
    const name = basename(source);
    const [, isKey] = keyForms.find(([form]) => form.test(name)) ?? [];
    if (isKey && !isWhole(isKey, await readFile(source))) damaged.push(name);
  }
  return damaged;
}

/** Whether a site with these settings starts without the key: only providers of SAML make use of theirs. */
export const isUnused = (name: string, { auth }: Pick<Config, 'auth'>): boolean =>
  name === 'saml.pem' && auth.ssoProviders.length === 0;
