import { afterEach, expect, test, vi } from 'vitest';
import { threadOf } from '#adapters/src/node/thread.ts';

afterEach(() => vi.useRealTimers());

/** Answers with its id and what it was asked; `end` ends it, `wait` gets no answer. */
const program = new URL(`data:text/javascript,
  import { parentPort, threadId } from 'node:worker_threads';
  parentPort.on('message', (asked) => {
    if (asked === 'end') process.exit(0);
    if (asked !== 'wait') parentPort.postMessage([threadId, asked]);
  });`);

test('one thread answers all questions in their order, and ends once it has had none for a minute', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const thread = threadOf<string, [number, string]>(program, { name: 'answers' });
  const answers = await Promise.all(['a', 'b', 'c'].map(thread.ask));
  expect(answers.map(([, asked]) => asked)).toEqual(['a', 'b', 'c']);
  expect(new Set(answers.map(([id]) => id)).size).toBe(1);
  vi.advanceTimersByTime(50_000);
  const [same] = await thread.ask('d');
  expect(same).toBe(answers[0]?.[0]);
  vi.advanceTimersByTime(60_000);
  const [other] = await thread.ask('e');
  expect(other).not.toBe(same);
  await thread.close();
});

test('a question fails whose thread ends or takes too long; the next one gets an answer', async () => {
  const thread = threadOf<string, [number, string]>(program, {
    name: 'answers',
    limitMs: () => 500,
  });
  await expect(thread.ask('end')).rejects.toThrow('The thread that answers ended');
  await expect(thread.ask('wait')).rejects.toThrow();
  await expect(thread.ask('a')).resolves.toEqual([expect.any(Number), 'a']);
  await thread.close();
});
