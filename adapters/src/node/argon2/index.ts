import { availableParallelism } from 'node:os';
import {
  type OverloadedError,
  type PasswordHasher,
  passwordForms,
  preparedPassword,
} from '@coachsite/core/account';
import { widestNetwork } from '@coachsite/core/rate-limit';
import { hash } from '@node-rs/argon2';
import { err, ok } from 'neverthrow';
import { fairQueue } from './fair-queue.ts';
import { comparedHashes, hasHash } from './other-hashes.ts';

export { hashKind } from '../rows/password-hash.ts';

/** Cost of one hash, memory in KiB. Source: docs/security.md#PW-1. */
const recommended = { memoryCost: 19_456, timeCost: 2 };

/** The most hashes that may wait; a further request gets `overloaded`. Source: docs/security.md#PW-3. */
const queueLimit = 64;

const overloaded: OverloadedError = { kind: 'overloaded', retryAfterSeconds: 2 };

/** The thread pool has four threads; one remains for files, and for writes that wait for the disk. */
const mostAtOnce = 3;

/** What a hash costs, and what there is beside new ones. */
export interface PasswordHasherOptions {
  /** In KiB; 19,456 by default. */
  readonly memoryCost?: number;
  /** Passes over the memory; 2 by default. */
  readonly timeCost?: number;
  /**
   * The kinds of hashes that accounts have beside those of this cost, as the text before their salt. A check works for each
   * of them, whichever the account has.
   */
  readonly otherKinds?: () => Promise<readonly string[]>;
}

/**
 * Hashes passwords with argon2id on the thread pool, at most one per core at a time; clients take turns, by their
 * widest network first. Checks hashes of argon2id and argon2i of other costs, of bcrypt, and of Firebase's scrypt, too; these, and those
 * of another form of the password, need rehashing. Where no account has other kinds of hashes, an unknown user costs what one
 * hash of the same cost does. Source: docs/security.md#PW-1, docs/security.md#PW-2, docs/security.md#PW-3, docs/security.md#LK-9,
 * docs/decisions/0067-passwords-of-another-service.md.
 */
export function argon2PasswordHasher({
  memoryCost = recommended.memoryCost,
  timeCost = recommended.timeCost,
  otherKinds = async () => [],
}: PasswordHasherOptions = {}): PasswordHasher {
  const parameters = { memoryCost, timeCost, parallelism: 1 };
  const kind = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=1$`;
  const run = fairQueue(Math.min(availableParallelism(), mostAtOnce), queueLimit, widestNetwork);
  const queued = async <T>(ip = '', work: () => Promise<T>) => {
    const done = await run(ip, async () => ok<T, OverloadedError>(await work()));
    return done ?? err<T, OverloadedError>(overloaded);
  };
  /** Which form of the password has the hash; -1 for none. */
  const formOf = async (compared: string, forms: readonly string[]) => {
    for (const [index, form] of forms.entries()) if (await hasHash(compared, form)) return index;
    return -1;
  };
  return {
    hash: (password, ip) => queued(ip, () => hash(preparedPassword(password), parameters)),
    verify: async (password, stored, ip) => {
      const kinds = [kind, ...(await otherKinds())];
      const forms = passwordForms(password);
      return queued(ip, async () => {
        let found = -1;
        for (const compared of comparedHashes(stored, kinds)) {
          const form = await formOf(compared, forms);
          if (compared === stored) found = form;
        }
        const isOld = stored !== undefined && !stored.startsWith(kind);
        return { matches: found >= 0, needsRehash: isOld || found > 0 };
      });
    },
  };
}
