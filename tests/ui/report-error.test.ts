import { afterEach, expect, test, vi } from 'vitest';
import { reportError } from '#ui/src/document/report-error.ts';
import { respondToCalls, restoreNetwork } from '../support/auth-server.ts';

afterEach(restoreNetwork);

test('what the browser gives up as the visitor goes on is no error of the page', () => {
  const calls = respondToCalls(() => new Response(null, { status: 204 }));
  reportError(new DOMException('Transition was skipped', 'AbortError'));
  expect(calls).toEqual([]);
  reportError(new Error('a defect'));
  expect(calls).toHaveLength(1);
});

test.each([
  'Failed to fetch dynamically imported module',
  'error loading dynamically imported module: /assets/week.js',
  'Importing a module script failed.',
  'NetworkError when attempting to fetch resource.',
  'Load failed',
])(
  'what did not arrive is reported by a page that stays, not by one that is left: %s',
  async (message) => {
    vi.useFakeTimers();
    vi.resetModules();
    const fresh = await import('#ui/src/document/report-error.ts');
    const calls = respondToCalls(() => new Response(null, { status: 204 }));
    fresh.reportError(new TypeError(message));
    expect(calls).toEqual([]);
    vi.advanceTimersByTime(2000);
    expect(calls).toHaveLength(1);
    vi.useRealTimers();
  },
);

test.each([
  [undefined, 'undefined'],
  [null, 'null'],
  ['a text that was thrown', 'a text that was thrown'],
  [new RangeError('too far'), 'too far'],
])('whatever was thrown is reported with its words: %s', (thrown, message) => {
  const calls = respondToCalls(() => new Response(null, { status: 204 }));
  reportError(thrown, 'at Shop');
  expect(calls[0]?.body).toMatchObject({ message, componentStack: 'at Shop' });
  const stack = (calls[0]?.body as { stack: string } | undefined)?.stack;
  expect(stack === '').toBe(!(thrown instanceof Error));
});

test('after five errors a page reports no more', () => {
  const calls = respondToCalls(() => new Response(null, { status: 204 }));
  reportError(new Error('one too many'));
  expect(calls).toEqual([]);
});
