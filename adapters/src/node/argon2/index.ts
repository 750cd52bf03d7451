import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { OverloadedError, PasswordHasher } from '@coachsite/core/account';
import { hash, verify } from '@node-rs/argon2';
import { err, ok, type Result } from 'neverthrow';

/** Cost of one hash. Source: docs/security.md#PW-1. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

const prefix = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$`;

/** The most hashes that may wait; a further request gets `overloaded`. Source: docs/security.md#PW-3. */
const queueLimit = 64;

const overloaded: OverloadedError = { kind: 'overloaded', retryAfterSeconds: 2 };

/** Runs at most `width` tasks at once and queues up to `queueLimit` more, first in, first out. */
function boundedQueue(width: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<Result<T, OverloadedError>> => {
    if (running >= width) {
      if (waiting.length >= queueLimit) return err(overloaded);
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
    } else running += 1;
    try {
      return ok(await work());
    } finally {
      // The slot passes to the next task in the queue, or becomes free.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/**
 * Hashes passwords with argon2id on the thread pool, at most one per core at a time. For an unknown user, the password
 * is verified against a dummy hash of the same cost. Source: docs/security.md#PW-1, docs/security.md#PW-2,
 * docs/security.md#PW-3, docs/security.md#LK-9.
 */
export function argon2PasswordHasher(): PasswordHasher {
  const queued = boundedQueue(availableParallelism());
  const make = (password: string) => hash(password, parameters);
  // Computed once, from random bytes that are not kept.
  let dummy: Promise<string> | undefined;
  const dummyHash = () => {
    dummy ??= make(randomBytes(32).toString('base64'));
    return dummy;
  };
  return {
    hash: (password) => queued(() => make(password)),
    verify: (password, stored) =>
      queued(async () => {
        const matches = await verify(stored ?? (await dummyHash()), password);
        return {
          matches: matches && stored !== undefined,
          needsRehash: stored !== undefined && !stored.startsWith(prefix),
        };
      }),
  };
}
