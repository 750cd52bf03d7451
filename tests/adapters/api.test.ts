import { api } from '@coachsite/adapters/browser';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A server that gives these responses in turn, and then repeats the last; returns the methods it was asked with. */
function server(...responses: readonly (() => Response)[]): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    init.signal?.throwIfAborted();
    const response = responses[Math.min(asked.length, responses.length - 1)];
    asked.push(init.method ?? '');
    return response?.();
  });
  return asked;
}
const busy = (retryAfter?: string) => () =>
  new Response('{"code":"unavailable"}', {
    status: 503,
    headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
  });
const done = () => Response.json({ count: 3 });

test('what is only read is asked for again after the time that a busy server names', async () => {
  const asked = server(busy('2'), done);
  const read = api.get<{ count: number }>('/api/admin/waiting');
  await vi.advanceTimersByTimeAsync(1_999);
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toEqual(['GET', 'GET']);
  expect((await read)._unsafeUnwrap()).toEqual({ count: 3 });
});

test('a server that is still busy is asked no third time', async () => {
  const asked = server(busy('0'), busy('5'));
  const read = api.get('/api/admin/waiting');
  await vi.runAllTimersAsync();
  expect((await read)._unsafeUnwrapErr()).toEqual({ kind: 'network', status: 503 });
  expect(asked).toHaveLength(2);
});

test.each([
  ['a time is not named', busy()],
  ['the time is long', busy('60')],
  ['the time is a date', busy('Wed, 21 Oct 2026 07:28:00 GMT')],
  ['there were too many', () => new Response('', { status: 429, headers: { 'retry-after': '1' } })],
  ['the server failed', () => new Response('', { status: 500, headers: { 'retry-after': '1' } })],
])('it is not asked again where %s', async (_why, response) => {
  const asked = server(response, done);
  expect((await api.get('/api/admin/waiting')).isErr()).toBe(true);
  expect(asked).toHaveLength(1);
});

test.each(['post', 'put', 'patch', 'delete'] as const)(
  'what may have changed something is not sent again (%s)',
  async (method) => {
    const asked = server(busy('1'), done);
    expect((await api[method]('/api/contact', {})).isErr()).toBe(true);
    expect(asked).toEqual([method.toUpperCase()]);
  },
);

test('a page that was left waits for nothing', async () => {
  const asked = server(busy('5'), done);
  const stop = new AbortController();
  const read = api.get('/api/admin/waiting', { signal: stop.signal });
  await vi.advanceTimersByTimeAsync(100);
  stop.abort();
  expect((await read).isErr()).toBe(true);
  expect(asked).toHaveLength(1);
});
