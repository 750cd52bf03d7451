import { join } from 'node:path';
import { createKeyFile, readKeyFile } from '../key-file/index.ts';
import { makeCertificate } from './certificate.ts';

/** The key our requests are signed with, and its certificate. PEM both. */
export interface SamlKey {
  readonly privateKey: string;
  readonly certificate: string;
}

const parts = /^(-----BEGIN PRIVATE KEY-----[\s\S]+?-----END PRIVATE KEY-----\n)([\s\S]+)$/;

function newKeyFile(path: string, commonName: string): Buffer {
  const { privateKey, certificate } = makeCertificate(commonName, Date.now());
  return createKeyFile(path, privateKey + certificate);
}

/** Reads the SAML key of a directory, or creates it. Throws when the file holds anything else. */
export function openSamlKey(directory: string, commonName: string): SamlKey {
  const path = join(directory, 'saml.pem');
  const pem = (readKeyFile(path) ?? newKeyFile(path, commonName)).toString();
  const [, privateKey = '', certificate = ''] = parts.exec(pem) ?? [];
  if (!privateKey) throw new Error(`${path} is not a SAML key`);
  return { privateKey, certificate };
}
