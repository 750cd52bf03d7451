import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeCertificate } from './certificate.ts';

/** The key our requests are signed with, and its certificate. PEM both. */
export interface SamlKey {
  readonly privateKey: string;
  readonly certificate: string;
}

const parts = /^(-----BEGIN PRIVATE KEY-----[\s\S]+?-----END PRIVATE KEY-----\n)([\s\S]+)$/;

function read(path: string): SamlKey | undefined {
  try {
    const [, privateKey = '', certificate = ''] = parts.exec(readFileSync(path, 'utf8')) ?? [];
    if (!privateKey) throw new Error(`${path} is not a SAML key`);
    return { privateKey, certificate };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Reads the SAML key of a directory; makes it at first. The file is readable by its owner only. */
export function openSamlKey(directory: string, commonName: string): SamlKey {
  const path = join(directory, 'saml.pem');
  const known = read(path);
  if (known) return known;
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const { privateKey, certificate } = makeCertificate(commonName, Date.now());
  const draft = join(directory, `.saml.${process.pid}`);
  writeFileSync(draft, privateKey + certificate, { mode: 0o600 });
  try {
    linkSync(draft, path);
  } catch (error) {
    // Another process made the key a moment ago: that one it is.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return read(path) ?? { privateKey, certificate };
}
