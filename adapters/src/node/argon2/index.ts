import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { OverloadedError, PasswordHasher } from '@coachsite/core/account';
import { hash, verify } from '@node-rs/argon2';
import { err, ok, type Result } from 'neverthrow';

/** Cost of one hash. Source: docs/security.md#PW-1. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

const prefix = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$`;

/** So many wait at most; the next one is told to come back. Source: docs/security.md#PW-3. */
const queueLimit = 64;

const overloaded: OverloadedError = { kind: 'overloaded', retryAfterSeconds: 2 };

/** Runs at most `width` pieces of work at once and lets `queueLimit` wait, the first come first. */
function turnstile(width: number) {
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
      // The place passes to the next in line, or is free again.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/**
 * Hashes passwords with argon2id on the thread pool, as many at once as there are cores. Unknown users are checked
 * against a hash of today's parameters that no password matches. Source: docs/security.md#PW-1, docs/security.md#PW-2,
 * docs/security.md#PW-3, docs/security.md#LK-9.
 */
export function argon2PasswordHasher(): PasswordHasher {
  const inTurn = turnstile(availableParallelism());
  const make = (password: string) => hash(password, parameters);
  // Made once, of random bytes that are thrown away.
  let dummy: Promise<string> | undefined;
  const dummyHash = () => {
    dummy ??= make(randomBytes(32).toString('base64'));
    return dummy;
  };
  return {
    hash: (password) => inTurn(() => make(password)),
    verify: (password, stored) =>
      inTurn(async () => {
        const matches = await verify(stored ?? (await dummyHash()), password);
        return {
          matches: matches && stored !== undefined,
          needsRehash: stored !== undefined && !stored.startsWith(prefix),
        };
      }),
  };
}
