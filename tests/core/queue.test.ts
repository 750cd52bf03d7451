import { type Attempt, type QueuePause, workDue } from '@coachsite/core/queue';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { queuePauseMs } from '#core/src/queue/pause.ts';

const lengths = { firstMs: 10, longestMs: 40 };
const leaseMs = 100;

interface Taken {
  readonly limit: number;
  readonly leaseUntil: number;
  readonly now: number;
}

/** A queue that hands out the outcomes of its attempts in batches, and remembers what was done with it. */
function queueOf(batches: readonly (readonly Attempt[])[], pause?: QueuePause) {
  const left = [...batches];
  const state = { now: 1000, pause, ended: 0, taken: [] as Taken[], postponed: [] as number[] };
  const queue = {
    pause: async () => state.pause,
    setPause: async (next: QueuePause | undefined) => {
      if (next === undefined) state.ended += 1;
      state.pause = next;
    },
    take: async (limit: number, leaseUntil: number, now: number) => {
      state.taken.push({ limit, leaseUntil, now });
      return left.shift() ?? [];
    },
  };
  const work = (stopped: () => boolean = () => false) =>
    workDue(
      {
        queue,
        clock: { now: () => state.now },
        attempt: async (outcome: Attempt) => outcome,
        leaseMs,
        batchSize: 5,
        pauseLengths: () => lengths,
      },
      stopped,
    );
  const held = (problem = 'away'): Attempt => ({
    kind: 'held',
    problem,
    postpone: async (until) => {
      state.postponed.push(until);
    },
  });
  return { state, work, held, left };
}

const outcome = fc.constantFrom<Attempt>({ kind: 'sent' }, { kind: 'failed' }, { kind: 'skipped' });

describe('a queue that is worked (docs/security.md#DR-13)', () => {
  test('counts what was sent and what failed, in batches that are leased from now', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(outcome, { minLength: 1 })), async (batches) => {
        const { state, work } = queueOf(batches);
        const count = (kind: string) => batches.flat().filter((one) => one.kind === kind).length;
        expect(await work()).toEqual({ sent: count('sent'), failed: count('failed') });
        const call = { limit: 5, leaseUntil: 1000 + leaseMs, now: 1000 };
        expect(state.taken).toEqual(Array.from({ length: batches.length + 1 }, () => call));
        // Nothing paused, so nothing ends a pause.
        expect([state.pause, state.ended]).toEqual([undefined, 0]);
      }),
    );
  });

  test('pauses with the first problem when the service takes nothing, and gives the messages back until then', async () => {
    const { state, held } = queueOf([]);
    const { state: after, work } = queueOf([
      [{ kind: 'sent' }, held('away'), held('other'), { kind: 'held', problem: 'third' }],
      [{ kind: 'sent' }],
    ]);
    expect(await work()).toEqual({ sent: 1, failed: 3 });
    expect(after.pause).toEqual({ problem: 'away', failures: 1, until: 1010 });
    expect(state.postponed).toEqual([1010, 1010]);
    expect(after.taken).toHaveLength(1);
  });

  test('after a pause tries one message alone; it prolongs the pause, ends it, or says nothing of it', async () => {
    const pause = { problem: 'away', failures: 2, until: 1010 };
    const waiting = queueOf([[{ kind: 'sent' }]], pause);
    expect(await waiting.work()).toEqual({ sent: 0, failed: 0 });
    expect(waiting.state.taken).toEqual([]);

    const away = queueOf([[waiting.held()]], pause);
    away.state.now = 1010;
    expect(await away.work()).toEqual({ sent: 0, failed: 1 });
    expect(away.state.pause).toEqual({ problem: 'away', failures: 3, until: 1050 });
    expect(away.state.taken.map(({ limit }) => limit)).toEqual([1]);

    for (const kind of ['sent', 'failed'] as const) {
      const back = queueOf([[{ kind: 'skipped' }, { kind }]], pause);
      back.state.now = 1010;
      await back.work();
      expect([back.state.pause, back.state.ended]).toEqual([undefined, 1]);
      expect(back.state.taken.map(({ limit }) => limit)).toEqual([1, 5]);
    }
    const unknown = queueOf([[{ kind: 'skipped' }]], pause);
    unknown.state.now = 1010;
    await unknown.work();
    expect([unknown.state.pause, unknown.state.ended]).toEqual([pause, 0]);
  });

  test('takes nothing more once it is stopped', async () => {
    let calls = 0;
    const { work, left } = queueOf([[{ kind: 'sent' }], [{ kind: 'sent' }]]);
    expect(await work(() => calls++ > 0)).toEqual({ sent: 1, failed: 0 });
    expect(left).toHaveLength(1);
  });

  test('its pauses double up to the longest', () => {
    expect([0, 1, 2, 3, 4, 99].map((failures) => queuePauseMs(lengths, failures))).toEqual([
      10, 10, 20, 40, 40, 40,
    ]);
  });
});
