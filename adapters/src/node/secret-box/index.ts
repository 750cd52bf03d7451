import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SecretBox } from '@coachsite/core/mfa';

const keyName = 'factor-secrets.key';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** Makes the key once; of two processes that start at the same time both then read the same one. */
function makeKey(directory: string, path: string): void {
  const draft = join(directory, `.${keyName}.${process.pid}`);
  writeFileSync(draft, randomBytes(keyBytes), { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function readKey(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function openKey(directory: string): Buffer {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, keyName);
  if (!readKey(path)) makeKey(directory, path);
  chmodSync(path, 0o600);
  const key = readKey(path);
  if (key?.length !== keyBytes) throw new Error(`${path} is not a key of ${keyBytes} bytes`);
  return key;
}

/**
 * Encrypts with AES-256-GCM under a key of its own in `directory`, readable by its owner only: the database alone
 * gives no secret away. Source: MF-1.
 */
export function aesSecretBox({ directory }: { readonly directory: string }): SecretBox {
  const key = openKey(directory);
  return {
    seal: (secret, context) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      cipher.setAAD(Buffer.from(context));
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open: (text, context) => {
      const bytes = Buffer.from(text, 'base64url');
      const nonce = bytes.subarray(0, nonceBytes);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
      decipher.setAAD(Buffer.from(context));
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      const sealed = bytes.subarray(nonceBytes + tagBytes);
      return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8');
    },
  };
}
