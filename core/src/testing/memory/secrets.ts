import { err, ok } from 'neverthrow';
import { type PasswordHasher, passwordForms, preparedPassword } from '../../account/index.ts';
import { type JsonObject, type Random, toBase64Url, toHex } from '../../kernel/index.ts';
import type { SecretBox, Totp } from '../../mfa/index.ts';
import type { Pseudonyms } from '../../security-log/index.ts';
import type { TokenSigner } from '../../session/index.ts';
import { hmacSha1, sha256, utf8 } from './hashing.ts';
import { memoryRandom } from './system.ts';

const hashOf = (text: string) => toHex(sha256(utf8(text)));

/**
 * Salted SHA-256: quick, so for tests only. A hash that begins with `old$` is of the same form and needs rehashing.
 * `isFull` says whether the queue of the hasher is full.
 */
export function memoryPasswordHasher(isFull: () => boolean = () => false): PasswordHasher {
  let salt = 0;
  const overloaded = { kind: 'overloaded', retryAfterSeconds: 2 } as const;
  return {
    hash: async (password) => {
      if (isFull()) return err(overloaded);
      salt += 1;
      return ok(`test$${salt}$${hashOf(`${salt}$${preparedPassword(password)}`)}`);
    },
    verify: async (password, stored) => {
      if (isFull()) return err(overloaded);
      const [kind, itsSalt, hash] = (stored ?? '').split('$');
      const [form, ...others] = passwordForms(password).map(
        (each) => hash === hashOf(`${itsSalt}$${each}`),
      );
      const matchesOther = others.includes(true);
      return ok({
        matches: form === true || matchesOther,
        needsRehash: kind === 'old' || matchesOther,
      });
    },
  };
}

/** Keeps the secrets in memory and gives out handles for them. */
export function memorySecretBox(): SecretBox {
  const sealed = new Map<string, { readonly secret: string; readonly context: string }>();
  return {
    seal: (secret, context) => {
      const handle = `sealed-${sealed.size}`;
      sealed.set(handle, { secret, context });
      return handle;
    },
    open: (handle, context) => {
      const found = sealed.get(handle);
      if (found?.context !== context) throw new Error('Not sealed with this key and context');
      return found.secret;
    },
  };
}

/** Keyed hashes; each `key` gives others. */
export function memoryPseudonyms(key = 'key'): Pseudonyms {
  return { of: (text) => hashOf(`${key}\0${text}`) };
}

/** Remembers the tokens that it signed. `kid` names its key. */
export function memoryTokenSigner(kid = 'memory'): TokenSigner {
  const signed = new Map<string, JsonObject>();
  const encode = (value: JsonObject) => toBase64Url(utf8(JSON.stringify(value)));
  return {
    sign: async (claims) => {
      const content = `${encode({ alg: 'HS256', kid, typ: 'JWT' })}.${encode(claims)}`;
      const token = `${content}.${toBase64Url(sha256(utf8(`${kid}.${content}`)))}`;
      signed.set(token, JSON.parse(JSON.stringify(claims)) as JsonObject);
      return token;
    },
    verify: async (token) => {
      const claims = signed.get(token);
      return claims ? ok(claims) : err({ kind: 'bad_jwt' });
    },
    publicKeys: async () => [{ kty: 'oct', kid, alg: 'HS256', use: 'sig' }],
  };
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const stepMs = 30_000;

function fromBase32(text: string): Uint8Array {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'));
  const octets = bits.join('').match(/[01]{8}/g) ?? [];
  return Uint8Array.from(octets, (octet) => Number.parseInt(octet, 2));
}

/** The code of a secret in base32 in the time step `step` (RFC 6238). */
export function totpCode(secret: string, step: number): string {
  const counter = new DataView(new ArrayBuffer(8));
  counter.setBigUint64(0, BigInt(step));
  const mac = hmacSha1(fromBase32(secret), new Uint8Array(counter.buffer));
  const offset = (mac[19] ?? 0) & 0x0f;
  const word = new DataView(mac.buffer).getUint32(offset) & 0x7fff_ffff;
  return String(word % 1_000_000).padStart(6, '0');
}

/** Time-based codes in JavaScript. */
export function memoryTotp(random: Random = memoryRandom()): Totp {
  return {
    newSecret: () => [...random.bytes(32)].map((byte) => alphabet[byte % alphabet.length]).join(''),
    uri: (issuer, label, secret) =>
      `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(label)}?${new URLSearchParams(`secret=${secret}&issuer=${encodeURIComponent(issuer)}`)}`,
    stepOf: async (secret, code, now) => {
      const step = Math.floor(now / stepMs);
      return [step, step - 1, step + 1].find(
        (each) => each >= 0 && totpCode(secret, each) === code,
      );
    },
  };
}
