import { hashKind } from '@coachsite/adapters/argon2';
import { err, ok, type Result } from 'neverthrow';
import type { Loss } from './reasons.ts';

/**
 * What a hash may cost. Each sign-in works for each kind of hash that there is, so a stranger could make all of them dear: at
 * most four times the default of the service, and what libraries call strong. Source: docs/decisions/0067-passwords-of-another-service.md.
 */
const limits = { bcrypt: 12, argon2KiB: 262_144, scryptKiB: 65_536 };

const numbersOf = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/(?:^|[,$])([a-z])=(\d+)/g)].map(([, name = '', value]) => [
      name,
      Number(value),
    ]),
  );

function isCheap(kind: string): boolean {
  const { m = 0, t = 0, p = 0, n = 0, r = 0 } = numbersOf(kind);
  if (kind.startsWith('$2')) {
    const cost = Number(kind.slice(4, 6));
    return cost >= 4 && cost <= limits.bcrypt;
  }
  if (kind.startsWith('$argon2'))
    return p >= 1 && p <= 16 && m >= 8 * p && t >= 1 && m * t <= limits.argon2KiB;
  return n >= 1 && n <= 24 && r >= 1 && p >= 1 && (2 ** n * r * p) / 8 <= limits.scryptKiB;
}

/** A hash that this site checks, as it is; `undefined` where there is none. Errors: why it is not taken. */
export function takenHash(
  hash: string | undefined,
): Result<string | undefined, Extract<Loss['what'], `password_${string}`>> {
  if (hash === undefined) return ok(undefined);
  if (hash.startsWith('{')) return err('password_encrypted');
  const kind = hashKind(hash);
  if (kind === undefined) return err('password_unknown');
  return isCheap(kind) ? ok(hash) : err('password_costly');
}
