import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { SecretBox } from '@coachsite/core/mfa';
import { openRandomKey } from '../key-file/index.ts';

const keyName = 'factor-secrets.key';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts with AES-256-GCM under a key of its own in `directory`, readable by its owner only: the database alone
 * reveals no secret. Source: docs/security.md#MF-1.
 */
export function aesSecretBox({ directory }: { readonly directory: string }): SecretBox {
  const key = openRandomKey(join(directory, keyName), keyBytes);
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
