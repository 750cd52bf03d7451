import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { pageState } from '#server/src/pages/page-state.ts';

test('pages show what was known at the start, or last, while the database does not respond', async () => {
  const state = (revision: string) => ({ ebook: undefined, revision });
  let respond = () => Promise.reject<ReturnType<typeof state>>(new Error('away'));
  const { stored } = pageState(() => respond(), state('at start'));
  const next = async () => {
    await nextTurn();
    return (await stored()).revision;
  };
  expect(await next()).toBe('at start');
  respond = async () => state('saved');
  expect(await next()).toBe('saved');
  respond = () => Promise.reject(new Error('away'));
  expect(await next()).toBe('saved');
});
