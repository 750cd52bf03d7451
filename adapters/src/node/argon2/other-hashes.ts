import { createCipheriv, scrypt } from 'node:crypto';
import { verify as verifyArgon2 } from '@node-rs/argon2';
import { hashKind } from '../rows/password-hash.ts';

/** Salt and hash of nobody, as each kind writes them: they take as long to compare with as others of the kind. */
function dummyOf(kind: string): string {
  if (kind.startsWith('$2')) return `${kind}${'.'.repeat(53)}`;
  return kind.startsWith('$argon2')
    ? `${kind}${'A'.repeat(22)}$${'A'.repeat(43)}`
    : `${kind}AAAA$AAAA`;
}

/**
 * What a password is compared with: one hash of each kind, `stored` among them if there is one. So a check does the same work
 * for every account, also for none.
 */
export function comparedHashes(
  stored: string | undefined,
  kinds: readonly string[],
): readonly string[] {
  const own = stored === undefined ? undefined : hashKind(stored);
  const all = new Set(own === undefined ? kinds : [...kinds, own]);
  return [...all].map((kind) => (stored !== undefined && kind === own ? stored : dummyOf(kind)));
}

const bytesOf = (base64 = '') => Buffer.from(base64, 'base64');

/** Firebase's scrypt: its result is the key under which the key of the project is encrypted. */
async function isFirebaseScrypt(hash: string, password: string): Promise<boolean> {
  const [, , settings = '', salt, expected] = hash.split('$');
  const named = Object.fromEntries(settings.split(',').map((each) => each.split(/=(.*)/s)));
  const [N, r, p] = [2 ** Number(named.n), Number(named.r), Number(named.p)];
  const salted = Buffer.concat([bytesOf(salt), bytesOf(named.ss)]);
  const options = { N, r, p, maxmem: 256 * N * r };
  const key = await new Promise<Buffer>((resolve, reject) => {
    scrypt(password, salted, 32, options, (error, made) => (error ? reject(error) : resolve(made)));
  });
  const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
  return cipher.update(bytesOf(named.sk)).equals(bytesOf(expected));
}

/** Whether a password, as it is, has this hash. bcrypt looks at its first 72 bytes, as the service that made the hash did. */
export async function hasHash(hash: string, password: string): Promise<boolean> {
  // One that its reader rejects is the hash of nothing.
  if (hash.startsWith('$argon2')) return verifyArgon2(hash, password).catch(() => false);
  if (hash.startsWith('$fbscrypt')) return isFirebaseScrypt(hash, password);
  // Loaded where an account has such a hash only.
  const { verify } = await import('@node-rs/bcrypt');
  return verify(password, hash);
}
