import { join } from 'node:path';
import { createKeyFile, readKeyFile } from '../key-file/index.ts';

/** The RSA key that signs our requests, and the self-signed certificate of its public key. Both are PEM. */
export interface SamlKey {
  readonly privateKey: string;
  readonly certificate: string;
}

const parts = /^(-----BEGIN PRIVATE KEY-----[\s\S]+?-----END PRIVATE KEY-----\n)([\s\S]+)$/;

const dayMs = 86_400_000;
const validDays = 20 * 365;

async function createSamlKey(path: string, commonName: string): Promise<Buffer> {
  // Loaded on demand: a site with SAML needs it once, others never.
  const { generate } = await import('selfsigned');
  const now = Date.now();
  const made = await generate([{ name: 'commonName', value: commonName.slice(0, 60) }], {
    keySize: 2048,
    algorithm: 'sha256',
    // The provider's clock may be behind ours.
    notBeforeDate: new Date(now - dayMs),
    notAfterDate: new Date(now + validDays * dayMs),
  });
  return createKeyFile(path, `${made.private.trim()}\n${made.cert.trim()}\n`);
}

/** Reads the SAML key of a directory, or creates it. Rejects when the file holds anything else. */
export async function openSamlKey(directory: string, commonName: string): Promise<SamlKey> {
  const path = join(directory, 'saml.pem');
  const pem = (readKeyFile(path) ?? (await createSamlKey(path, commonName))).toString();
  const [, privateKey = '', certificate = ''] = parts.exec(pem) ?? [];
  if (!privateKey) throw new Error(`${path} is not a SAML key`);
  return { privateKey, certificate };
}
