import { rm } from 'node:fs/promises';
import type { SetupTokenStore } from '@coachsite/core/admins';
import { createKeyFile, readKeyFile } from '../key-file/index.ts';

/** 128 bits in base64url are 22 characters. */
const isToken = (text: string) => /^[A-Za-z0-9_-]{22,128}$/.test(text);

function toToken(file: Buffer | undefined): string | undefined {
  const text = file?.toString().trim() ?? '';
  return isToken(text) ? text : undefined;
}

/** The set-up token as one file that only its owner may read. Source: docs/security.md#BT-2. */
export function filesystemSetupTokenStore(path: string): SetupTokenStore {
  return {
    read: async () => toToken(readKeyFile(path)),
    offer: async (token) => {
      const file = readKeyFile(path);
      const present = toToken(file);
      if (present !== undefined) return present;
      // A file without a token is empty or incomplete after a crash.
      if (file) await rm(path, { force: true });
      return toToken(createKeyFile(path, `${token}\n`)) ?? token;
    },
    remove: () => rm(path, { force: true }),
  };
}
