import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import {
  type OverloadedError,
  type PasswordHasher,
  passwordForms,
  preparedPassword,
} from '@coachsite/core/account';
import { widestNetwork } from '@coachsite/core/rate-limit';
import { hash, verify } from '@node-rs/argon2';
import { err, ok } from 'neverthrow';
import { fairQueue } from './fair-queue.ts';

/** Cost of one hash, memory in KiB. Source: docs/security.md#PW-1. */
const recommended = { memoryCost: 19_456, timeCost: 2 };

/** The most hashes that may wait; a further request gets `overloaded`. Source: docs/security.md#PW-3. */
const queueLimit = 64;

const overloaded: OverloadedError = { kind: 'overloaded', retryAfterSeconds: 2 };

/** The thread pool has four threads; one remains for files, and for writes that wait for the disk. */
const mostAtOnce = 3;

/**
 * Hashes passwords with argon2id on the thread pool, at most one per core at a time; clients take turns, by their
 * widest network first. For an unknown user, the password is verified against a dummy hash of the same cost. A stored
 * hash of another cost, or of another form of the password, needs rehashing. Source: docs/security.md#PW-1,
 * docs/security.md#PW-2, docs/security.md#PW-3, docs/security.md#LK-9.
 */
export function argon2PasswordHasher({
  memoryCost,
  timeCost,
}: {
  readonly memoryCost: number;
  readonly timeCost: number;
} = recommended): PasswordHasher {
  const parameters = { memoryCost, timeCost, parallelism: 1 };
  const prefix = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=1$`;
  const run = fairQueue(Math.min(availableParallelism(), mostAtOnce), queueLimit, widestNetwork);
  const queued = async <T>(ip = '', work: () => Promise<T>) => {
    const done = await run(ip, async () => ok<T, OverloadedError>(await work()));
    return done ?? err<T, OverloadedError>(overloaded);
  };
  const make = (password: string) => hash(preparedPassword(password), parameters);
  // Computed once, from random bytes that are not kept.
  let dummy: Promise<string> | undefined;
  const dummyHash = () => {
    dummy ??= make(randomBytes(32).toString('base64'));
    return dummy;
  };
  return {
    hash: (password, ip) => queued(ip, () => make(password)),
    verify: (password, stored, ip) =>
      queued(ip, async () => {
        const compared = stored ?? (await dummyHash());
        const isOld = stored !== undefined && !stored.startsWith(prefix);
        for (const [index, form] of passwordForms(password).entries()) {
          const matches = (await verify(compared, form)) && stored !== undefined;
          if (matches) return { matches, needsRehash: isOld || index > 0 };
        }
        return { matches: false, needsRehash: isOld };
      }),
  };
}
