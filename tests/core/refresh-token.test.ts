import { beginChain } from '@coachsite/core/session';
import { memoryDigest as digest, memoryRandom } from '@coachsite/core/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  formatRefreshToken,
  judgeRefresh,
  parseRefreshToken,
  type RefreshChain,
} from '#core/src/session/refresh-token.ts';

const random = memoryRandom();
const sessionId = '0b0e3c3a-7f4e-4f5b-9c6d-1d2e3f405162';
const reuseMs = 10_000;

/** A chain after `rotations`, one second apart, with all its secrets. */
function chainOf(rotations: number): { chain: RefreshChain; secrets: string[] } {
  const begun = beginChain(random, digest, 0, 0);
  let { chain } = begun;
  const secrets = [begun.secret];
  for (let i = 1; i <= rotations; i += 1) {
    const presented = { sessionId, counter: i - 1, secret: secrets.at(-1) ?? '' };
    const verdict = judgeRefresh(chain, presented, {
      reuseIntervalMs: reuseMs,
      digest,
      now: i * 1000,
    });
    if (verdict.kind !== 'rotated') throw new Error(verdict.kind);
    ({ chain } = verdict);
    secrets.push(verdict.secret);
  }
  return { chain, secrets };
}

test('a token is read as it was written', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.nat(999_999_999), (id, counter) => {
      const secret = beginChain(random, digest, 0, 0).secret;
      const token = { sessionId: id, counter, secret };
      expect(parseRefreshToken(formatRefreshToken(token))).toEqual(token);
    }),
  );
});

test('any other text is not a token', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(parseRefreshToken(text)).toBeUndefined();
    }),
  );
});

test('the active token rotates, its parent repeats, older ones depend on the time', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 12 }),
      fc.nat(12),
      fc.integer({ min: 0, max: 30_000 }),
      (rotations, back, laterMs) => {
        const counter = Math.max(0, rotations - back);
        const { chain, secrets } = chainOf(rotations);
        const presented = { sessionId, counter, secret: secrets[counter] ?? '' };
        const now = rotations * 1000 + laterMs;
        const verdict = judgeRefresh(chain, presented, { reuseIntervalMs: reuseMs, digest, now });
        const age = rotations - counter;
        const expected =
          age === 0 ? 'rotated' : age === 1 || laterMs <= reuseMs ? 'repeated' : 'reused';
        expect(verdict.kind).toBe(expected);
        if (verdict.kind === 'repeated') expect(verdict.secret).toBe(secrets.at(-1));
      },
    ),
  );
});

test('a parent from before the clock was set back repeats, an older token is a theft', () => {
  fc.assert(
    fc.property(fc.integer({ min: reuseMs + 1, max: 7_200_000 }), (setBack) => {
      const { chain, secrets } = chainOf(3);
      const judge = (counter: number) =>
        judgeRefresh(
          { ...chain, rotatedAt: 8_000_000 },
          { sessionId, counter, secret: secrets[counter] ?? '' },
          { reuseIntervalMs: reuseMs, digest, now: 8_000_000 - setBack },
        ).kind;
      expect([judge(3), judge(2), judge(1), judge(0)]).toEqual([
        'rotated',
        'repeated',
        'reused',
        'reused',
      ]);
    }),
  );
});

test('a token of more than a thousand rotations ago is unknown, however it was made', () => {
  const { chain, secrets } = chainOf(1001);
  const judge = (counter: number, secret = secrets[counter] ?? '') =>
    judgeRefresh(
      chain,
      { sessionId, counter, secret },
      {
        reuseIntervalMs: reuseMs,
        digest,
        now: 9_000_000,
      },
    ).kind;
  expect([judge(1001), judge(1), judge(0), judge(0, secrets[1])]).toEqual([
    'rotated',
    'reused',
    'unknown',
    'unknown',
  ]);
});

test('with a wrong secret every counter is unknown', () => {
  const { chain } = chainOf(5);
  const forged = beginChain(random, digest, 0, 0).secret;
  for (let counter = 0; counter < 9; counter += 1) {
    const presented = { sessionId, counter, secret: forged };
    expect(judgeRefresh(chain, presented, { reuseIntervalMs: reuseMs, digest, now: 0 }).kind).toBe(
      'unknown',
    );
  }
});

test('a restarted chain knows none of the earlier tokens', () => {
  const { secrets } = chainOf(3);
  const { chain } = beginChain(random, digest, 4, 0);
  for (const [counter, secret] of secrets.entries()) {
    const presented = { sessionId, counter, secret };
    expect(judgeRefresh(chain, presented, { reuseIntervalMs: reuseMs, digest, now: 0 }).kind).toBe(
      'unknown',
    );
  }
});
