import { toBase64Url } from '@coachsite/core/kernel';
import {
  clockContract,
  digestContract,
  idsContract,
  memoryClock,
  memoryDigest,
  memoryIds,
  memoryPasswordHasher,
  memoryPseudonyms,
  memoryRandom,
  memorySecretBox,
  memoryTokenSigner,
  memoryTotp,
  passwordHasherContract,
  pseudonymsContract,
  randomContract,
  secretBoxContract,
  tokenSignerContract,
  totpContract,
} from '@coachsite/core/testing';
import { err, ok } from 'neverthrow';
import type { Sabotages } from './watch.ts';

export const secretSabotages: Sabotages = {
  'gives the time in seconds': (runner) =>
    clockContract(runner, () => ({ now: () => Math.floor(memoryClock().now() / 1000) })),
  'draws into one array again and again': (runner) =>
    randomContract(runner, () => {
      const random = memoryRandom();
      const shared = new Uint8Array(16);
      return {
        bytes: (length) => {
          if (length !== 16) return random.bytes(length);
          shared.set(random.bytes(16));
          return shared;
        },
      };
    }),
  'draws from a part of the values': (runner) =>
    randomContract(runner, () => {
      const random = memoryRandom();
      return { bytes: (length) => random.bytes(length).map((byte) => byte & 0x7f) };
    }),
  'repeats an id': (runner) =>
    idsContract(runner, () => {
      const id = memoryIds().uuid();
      return { uuid: () => id };
    }),
  'digests UTF-16 units as bytes': (runner) =>
    digestContract(runner, () => ({
      sha256: (data) =>
        memoryDigest.sha256(
          typeof data === 'string' ? Uint8Array.from(data, (c) => c.charCodeAt(0)) : data,
        ),
    })),
  'ignores what follows 72 bytes of a password': (runner) =>
    passwordHasherContract(runner, () => {
      const hasher = memoryPasswordHasher();
      return {
        hash: (password) => hasher.hash(password.slice(0, 72)),
        verify: (password, hash) => hasher.verify(password.slice(0, 72), hash),
      };
    }),
  'finds a match without a hash': (runner) =>
    passwordHasherContract(runner, () => ({
      ...memoryPasswordHasher(),
      verify: async () => ok({ matches: true, needsRehash: false }),
    })),
  'stores passwords in plain text': (runner) =>
    passwordHasherContract(runner, () => ({
      hash: async (password) => ok(password),
      verify: async (password, hash) => ok({ matches: password === hash, needsRehash: false }),
    })),
  'opens a secret in any context': (runner) =>
    secretBoxContract(runner, () => {
      const box = memorySecretBox();
      return { seal: (secret) => box.seal(secret, ''), open: (sealed) => box.open(sealed, '') };
    }),
  'ignores the case of a context': (runner) =>
    secretBoxContract(runner, () => {
      const box = memorySecretBox();
      return {
        seal: (secret, context) => box.seal(secret, context.toLowerCase()),
        open: (sealed, context) => box.open(sealed, context.toLowerCase()),
      };
    }),
  'encodes a secret instead of sealing it': (runner) =>
    secretBoxContract(runner, () => ({
      seal: (secret, context) => JSON.stringify([secret, context]),
      open: (sealed, context) => {
        const [secret, held] = JSON.parse(sealed) as [string, string];
        if (held !== context) throw new Error('Another context');
        return secret;
      },
    })),
  'hashes a password up to its first NUL': (runner) =>
    passwordHasherContract(runner, () => {
      const hasher = memoryPasswordHasher();
      const start = (password: string) => password.split('\0')[0] ?? '';
      return {
        hash: (password) => hasher.hash(start(password)),
        verify: (password, hash) => hasher.verify(start(password), hash),
      };
    }),
  'hashes the low byte of each character': (runner) =>
    passwordHasherContract(runner, () => {
      const hasher = memoryPasswordHasher();
      const low = (password: string) =>
        Array.from(password, (sign) => String.fromCharCode(sign.charCodeAt(0) & 0xff)).join('');
      return {
        hash: (password) => hasher.hash(low(password)),
        verify: (password, hash) => hasher.verify(low(password), hash),
      };
    }),
  'accepts tokens without a signature that say so': (runner) =>
    tokenSignerContract(runner, () => {
      const signer = memoryTokenSigner();
      return {
        ...signer,
        verify: async (token) =>
          token.startsWith('eyJhbGciOiJub25l') ? ok({ sub: 'admin' }) : signer.verify(token),
      };
    }),
  'compares codes as numbers': (runner) =>
    totpContract(runner, () => {
      const totp = memoryTotp();
      return {
        ...totp,
        stepOf: (secret, code, now) => totp.stepOf(secret, code.padStart(6, '0'), now),
      };
    }),
  'puts an issuer into the URI as it is': (runner) =>
    totpContract(runner, () => ({
      ...memoryTotp(),
      uri: (issuer, label, secret) =>
        `otpauth://totp/${issuer}:${label}?secret=${secret}&issuer=${issuer}`,
    })),
  'makes pseudonyms without a key': (runner) =>
    pseudonymsContract(runner, () => memoryPseudonyms('the same')),
  'does not verify the signature of a token': (runner) =>
    tokenSignerContract(runner, () => ({
      ...memoryTokenSigner(),
      verify: async (token) => {
        try {
          const [, part = ''] = token.split('.');
          const body = atob(part.replaceAll('-', '+').replaceAll('_', '/'));
          return ok(JSON.parse(body));
        } catch {
          return err({ kind: 'bad_jwt' });
        }
      },
    })),
  'publishes its private key': (runner) =>
    tokenSignerContract(runner, () => {
      const signer = memoryTokenSigner();
      const k = toBase64Url(memoryDigest.sha256('key'));
      return {
        ...signer,
        publicKeys: async () => (await signer.publicKeys()).map((key) => ({ ...key, k })),
      };
    }),
  'accepts codes two steps late': (runner) =>
    totpContract(runner, () => {
      const totp = memoryTotp();
      return {
        ...totp,
        stepOf: async (secret, code, now) =>
          (await totp.stepOf(secret, code, now)) ?? totp.stepOf(secret, code, now - 30_000),
      };
    }),
};
