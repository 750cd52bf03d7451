import { type Redirect, redirectsIn, saveRedirects } from '@coachsite/core/redirects';
import { requireAdmin } from '@coachsite/core/roles';
import { memoryClock, memoryIds, memorySecurityLog } from '@coachsite/core/testing';
import { memoryContentStore } from '@coachsite/core/testing/site';
import { expect, test } from 'vitest';

const noon = Date.UTC(2026, 10, 24, 12);
const actor = requireAdmin({
  userId: 'coach',
  sessionId: 's',
  roles: ['admin'],
  needsSecondFactor: false,
})._unsafeUnwrap();

function site() {
  const content = memoryContentStore();
  const securityLog = memorySecurityLog();
  const ports = { clock: memoryClock(noon), ids: memoryIds(), content, securityLog };
  const context = { ip: '192.0.2.1', userAgent: 'a browser' };
  const home = 'https://coach.example';
  const isPage = (path: string) => path === '/contact';
  return {
    content,
    table: redirectsIn(content),
    save: (redirects: readonly Redirect[], base?: number) =>
      saveRedirects(ports, { actor, context, home, isPage, isKnown: isPage, redirects, base }),
    logged: async () =>
      (await securityLog.list({ limit: 10 })).map(({ actionType, userId, details }) => [
        actionType,
        userId,
        details,
      ]),
  };
}

test('a table is kept as it was read, and logged without its addresses', async () => {
  const { save, table, content, logged } = site();
  const saved = (await save([{ from: ' /old/ ', to: '/contact' }]))._unsafeUnwrap();
  expect(saved).toEqual({
    id: 1,
    savedAt: noon,
    savedBy: 'coach',
    content: [{ from: '/old', to: '/contact' }],
  });
  expect(await table.current()).toEqual(saved);
  expect(await content.current('redirects')).toEqual(saved);
  expect(await logged()).toEqual([['content_change', 'coach', { version: 1, redirects: 1 }]]);
});

test('a wrong table is not stored', async () => {
  const { save, table, logged } = site();
  expect((await save([{ from: '/contact', to: null }]))._unsafeUnwrapErr()).toEqual({
    kind: 'validation_failed',
    fields: { '0.from': 'existing_page' },
  });
  expect(await table.current()).toBeUndefined();
  expect(await logged()).toEqual([]);
});

test('a change of an older table is refused, one that names none replaces whatever is there', async () => {
  const { save, table } = site();
  const first = (await save([{ from: '/a', to: null }], 0))._unsafeUnwrap();
  expect((await save([], 0))._unsafeUnwrapErr()).toEqual({ kind: 'redirects_conflict' });
  await save([{ from: '/b', to: null }], first.id);
  await save([{ from: '/c', to: null }]);
  const versions = await table.versions();
  expect(versions.map(({ content }) => content.map(({ from }) => from))).toEqual([
    ['/c'],
    ['/b'],
    ['/a'],
  ]);
});
