import fc from 'fast-check';
import {
  emailPseudonym,
  hideOldEmails,
  type SecurityEvent,
  type SecurityLog,
} from '../../security-log/index.ts';
import type { LoggedWords } from '../../security-log/ports.ts';
import { readableEmailMs } from '../../security-log/pseudonym.ts';
import { idOf, nameOf } from '../ids.ts';
import type { TestRunner } from '../runner.ts';
import { anyWords, keptRowTest, today } from './kept-rows.ts';
import { ownRowsTest } from './own-rows.ts';

const event = (id: string, extra: Partial<SecurityEvent> = {}): SecurityEvent => ({
  id: idOf(id),
  at: 1000,
  source: 'server',
  actionType: 'auth_success',
  severity: 'low',
  userId: idOf('u'),
  ip: '192.0.2.1',
  userAgent: 'a\r\n"browser"',
  details: { nested: { list: [1, null] } },
  ...extra,
});

const ids = (events: readonly SecurityEvent[]) => events.map(({ id }) => nameOf(id));

/**
 * What a `SecurityLog` does; `openLimited` returns one with limits on the events of everybody and of one account.
 */
export function securityLogContract(
  runner: TestRunner,
  open: () => Promise<SecurityLog>,
  openLimited: (publicLimit?: number, accountLimit?: number) => Promise<SecurityLog>,
): void {
  const { test, expect } = runner;
  ownRowsTest(
    runner,
    async () => {
      const log = await open();
      return { put: log.record, get: () => log.list({ limit: 10 }) };
    },
    () => event('a', { details: { nested: { list: [1, 'b'] } } }),
  );

  keptRowTest(
    runner,
    async () => {
      const log = await open();
      return { put: log.record, get: async () => (await log.list({ limit: 10 }))[0] };
    },
    event('a', {
      at: today,
      userAgent: anyWords(400),
      details: { [anyWords(60)]: anyWords(1000), nothing: null, empty: '', half: 0.5, at: today },
    }),
  );

  test('events are returned as recorded, newest first', async () => {
    const log = await open();
    const anonymous = event('b', { userId: undefined });
    await log.record(event('a'));
    await log.record(anonymous);
    expect(await log.list({ limit: 10 })).toEqual([anonymous, event('a')]);
  });

  test('concurrently recorded events are all stored', async () => {
    const log = await open();
    await Promise.all(Array.from({ length: 30 }, (_, i) => log.record(event(`e${i}`))));
    expect(await log.list({ limit: 100 })).toHaveLength(30);
  });

  test('the list is filtered by type, source and user', async () => {
    const log = await open();
    await log.record(event('a'));
    await log.record(event('b', { actionType: 'lock', severity: 'high' }));
    await log.record(event('c', { source: 'client' }));
    await log.record(event('d', { userId: idOf('v') }));
    expect(ids(await log.list({ actionType: 'lock', limit: 10 }))).toEqual(['b']);
    expect(ids(await log.list({ source: 'client', limit: 10 }))).toEqual(['c']);
    expect(ids(await log.list({ userId: idOf('v'), limit: 10 }))).toEqual(['d']);
    expect(ids(await log.list({ before: idOf('nobody'), limit: 10 }))).toEqual([]);
    const both = { actionType: 'auth_success', userId: idOf('u'), limit: 10 } as const;
    expect(ids(await log.list(both))).toEqual(['c', 'a']);
    expect(ids(await log.list({ ...both, source: 'server' }))).toEqual(['a']);
    expect(ids(await log.list({ ...both, before: idOf('c') }))).toEqual(['a']);
    expect(ids(await log.list({ actionType: 'lock', source: 'client', limit: 10 }))).toEqual([]);
  });

  test('the pages list every event once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(12), fc.integer({ min: 1, max: 5 }), async (count, limit) => {
        const log = await open();
        for (let i = 0; i < count; i += 1) await log.record(event(`e${i}`));
        const seen: string[] = [];
        let page = await log.list({ limit });
        // A log that ignores `before` would go on for ever.
        while (page.length > 0 && seen.length <= count) {
          expect(page.length).toBeLessThanOrEqual(limit);
          seen.push(...ids(page));
          page = await log.list({ limit, before: page.at(-1)?.id });
        }
        expect(seen).toEqual(Array.from({ length: count }, (_, i) => `e${count - 1 - i}`));
      }),
      { numRuns: 20 },
    );
  });

  test('the events of a person are found by account and by e-mail address, and only they are removed', async () => {
    const log = await open();
    await log.record(event('a'));
    await log.record(
      event('b', { userId: idOf('v'), details: { note: 'Mail for Ann@Example.com' } }),
    );
    await log.record(event('c', { userId: undefined }));
    const person = { userIds: [idOf('u')], mentions: ['ann@example.com'] };
    expect(ids(await log.about(person))).toEqual(['b', 'a']);
    expect(await log.about({ userIds: [], mentions: [] })).toEqual([]);
    expect(await log.removeAbout(person)).toBe(2);
    expect(ids(await log.list({ limit: 10 }))).toEqual(['c']);
  });

  test('the events about a person are found among many others, while more are recorded', async () => {
    const log = await open();
    const note = (i: number) => (i % 400 === 0 ? 'ann@example.com' : `x${i}@example.com`);
    const many = Array.from({ length: 1201 }, (_, i) =>
      log.record(event(`e${i}`, { userId: undefined, details: { note: note(i) } })),
    );
    await Promise.all(many);
    const person = { userIds: [], mentions: ['ann@example.com'] };
    const about = log.about(person);
    await log.record(event('late', { userId: undefined, details: { note: 'other' } }));
    expect(ids(await about)).toEqual(['e1200', 'e800', 'e400', 'e0']);
    expect(await log.removeAbout(person)).toBe(4);
    expect(await log.about(person)).toEqual([]);
  });

  test('a number is found as a whole, by accounts and in texts', async () => {
    const log = await open();
    const record = (id: string, note: string) =>
      log.record(event(id, { userId: undefined, details: { note } }));
    await record('plus', 'no user +32470111222');
    await record('longer', '324701112223');
    const person = { userIds: [], mentions: ['32470111222'] };
    expect(ids(await log.about(person))).toEqual(['plus']);
  });

  test('what an admin did stays when the account is removed, but not what a client claims', async () => {
    const log = await open();
    await log.record(event('deed', { actionType: 'admin_access' }));
    await log.record(event('claim', { actionType: 'admin_access', source: 'client' }));
    await log.record(event('own'));
    expect(await log.removeAbout({ userIds: [idOf('u')], mentions: [] }, ['admin_access'])).toBe(2);
    expect(ids(await log.list({ limit: 10 }))).toEqual(['deed']);
  });

  test('what anybody can cause is bounded, oldest first, and what admins did stays', async () => {
    const log = await openLimited(50);
    await log.record(event('deed', { actionType: 'role_change' }));
    await log.record(event('early claim', { source: 'client' }));
    for (let i = 0; i < 400; i += 1) await log.record(event(`e${i}`));
    await log.record(event('claim', { actionType: 'admin_access', source: 'client' }));
    const left = ids(await log.list({ limit: 1000 }));
    expect(left.length).toBeLessThanOrEqual(50 + 100 + 3);
    expect(left.slice(0, 51)).toEqual([
      'claim',
      ...Array.from({ length: 50 }, (_, i) => `e${399 - i}`),
    ]);
    expect(left.slice(-2)).toEqual(['early claim', 'deed']);
  });

  test('a network that fills the log removes its own events, and none of severity high before others', async () => {
    const log = await openLimited(50);
    const wrong = { actionType: 'auth_failure', severity: 'medium', userId: undefined } as const;
    const flood = (at: number) => `2001:db8:7:${at.toString(16)}::/64`;
    await log.record(event('early', { ip: '192.0.2.1' }));
    await log.record(event('wrong', { ...wrong, ip: '192.0.2.1' }));
    await log.record(event('lock', { ...wrong, severity: 'high', ip: '192.0.2.1' }));
    await log.record(event('ownLock', { ...wrong, severity: 'high', ip: flood(0) }));
    for (let i = 0; i < 400; i += 1) await log.record(event(`e${i}`, { ...wrong, ip: flood(i) }));
    const left = ids(await log.list({ limit: 1000 }));
    expect(left.length <= 50 + 100).toBe(true);
    expect(left.slice(0, 40)).toEqual(Array.from({ length: 40 }, (_, i) => `e${399 - i}`));
    expect(left.slice(-4)).toEqual(['ownLock', 'lock', 'wrong', 'early']);
  });

  test('what an admin did makes their network none that fills the log', async () => {
    const log = await openLimited(50);
    for (let i = 0; i < 300; i += 1)
      await log.record(event(`deed${i}`, { actionType: 'role_change', ip: '192.0.2.2' }));
    await log.record(event('early', { ip: '192.0.2.1' }));
    const wrong = { actionType: 'auth_failure', severity: 'medium', userId: undefined } as const;
    for (let i = 0; i < 400; i += 1)
      await log.record(event(`e${i}`, { ...wrong, ip: '192.0.2.9' }));
    const left = ids(await log.list({ limit: 1000 }));
    expect(left.length <= 300 + 50 + 100).toBe(true);
    expect(left.slice(-301)).toEqual([
      'early',
      ...Array.from({ length: 300 }, (_, i) => `deed${299 - i}`),
    ]);
  });

  test('of events of severity high alone those of the network with the most are removed', async () => {
    const log = await openLimited(50);
    const lock = { actionType: 'auth_failure', severity: 'high', userId: undefined } as const;
    await log.record(event('lock', { ...lock, ip: '192.0.2.1' }));
    for (let i = 0; i < 400; i += 1) await log.record(event(`e${i}`, { ...lock, ip: '192.0.2.9' }));
    const left = ids(await log.list({ limit: 1000 }));
    expect(left.length <= 50 + 100).toBe(true);
    expect(left[0]).toBe('e399');
    expect(left.at(-1)).toBe('lock');
  });

  test('nobody pushes out what others did, or what matters, by signing in again and again', async () => {
    const log = await openLimited(undefined, 50);
    await log.record(event('other', { userId: idOf('v') }));
    await log.record(event('change', { actionType: 'password_change', severity: 'medium' }));
    await log.record(event('claim', { source: 'client' }));
    for (let i = 0; i < 350; i += 1) {
      await log.record(event(`e${i}`));
      if (i >= 200) await log.record(event(`n${i}`, { userId: undefined }));
    }
    const left = ids(await log.list({ limit: 1000 }));
    const own = left.filter((id) => id.startsWith('e'));
    expect(own.length).toBeLessThanOrEqual(50 + 100);
    expect(own.slice(0, 50)).toEqual(Array.from({ length: 50 }, (_, i) => `e${349 - i}`));
    expect(left.filter((id) => id.startsWith('n'))).toHaveLength(150);
    expect(left.slice(-3)).toEqual(['claim', 'change', 'other']);
  });

  test('after a purge by time as many rows fit again', async () => {
    const log = await openLimited(50);
    for (let i = 0; i < 100; i += 1) await log.record(event(`old${i}`, { at: 1 }));
    expect(await log.sweep(2)).toBe(100);
    for (let i = 0; i < 60; i += 1) await log.record(event(`new${i}`));
    expect(await log.list({ limit: 1000 })).toHaveLength(60);
  });

  test('only old details that contain an e-mail address are rewritten', async () => {
    const log = await open();
    await log.record(event('a', { at: 10, details: { email: 'ann@example.com' } }));
    await log.record(event('b', { at: 20, details: { email: 'bob@example.com' } }));
    await log.record(event('c', { at: 10, details: { plain: 'no address' } }));
    const seen: LoggedWords[] = [];
    const rewrite = (words: LoggedWords) => {
      seen.push(words);
      return { userAgent: 'hidden', details: { hidden: true } };
    };
    expect(await log.rewriteEmails(20, rewrite)).toBe(1);
    expect(seen).toEqual([
      { userAgent: event('a').userAgent, details: { email: 'ann@example.com' } },
    ]);
    expect(await log.rewriteEmails(20, rewrite)).toBe(0);
    const words = (await log.list({ limit: 10 })).map((one) => [one.userAgent, one.details]);
    expect(words).toEqual([
      [event('c').userAgent, { plain: 'no address' }],
      [event('b').userAgent, { email: 'bob@example.com' }],
      ['hidden', { hidden: true }],
    ]);
  });

  const forms: readonly (readonly [string, Partial<SecurityEvent>])[] = [
    ['plain', { details: { note: 'for ann@example.com' } }],
    ['encoded', { details: { url: '/x/ann%40example.com' } }],
    ['encoded twice, as a key', { details: { nested: { 'ann%2540example.com': [] } } }],
    ['in the user agent', { userAgent: 'Robot (+ann@example.com)' }],
    ['encoded in the user agent', { userAgent: 'Robot ann%40example.com' }],
  ];
  for (const [form, extra] of forms) {
    test(`after thirty days an address is replaced and its events are still found: ${form}`, async () => {
      const log = await open();
      const pseudonyms = { of: (text: string) => [...text].reverse().join('') };
      await log.record(event('a', { userId: undefined, ...extra }));
      await log.record(event('b', { userAgent: '100%', details: { note: '50 % off%20' } }));
      const at = (time: number) =>
        hideOldEmails({ securityLog: log, pseudonyms, clock: { now: () => time } });
      expect(await at(1000 + readableEmailMs)).toBe(0);
      expect(await at(1001 + readableEmailMs)).toBe(1);
      expect(await at(1001 + readableEmailMs)).toBe(0);
      const [other, hidden] = await log.list({ limit: 10 });
      expect(JSON.stringify(hidden)).not.toMatch(/ann|@|%/);
      expect(other).toMatchObject({ userAgent: '100%', details: { note: '50 % off%20' } });
      const person = { userIds: [], mentions: [emailPseudonym(pseudonyms, 'ann@example.com')] };
      expect(ids(await log.about(person))).toEqual(['a']);
    });
  }

  test('an address that is only part of another one does not match', async () => {
    const log = await open();
    const record = (id: string, note: string, userAgent = 'browser') =>
      log.record(event(id, { userId: idOf('v'), userAgent, details: { list: [{ note }] } }));
    await record('longer', 'Kees.Log@example.com');
    await record('further', 'log@example.com.au, log%40example.community');
    await record('own', 'Mail\nLOG@example.com.');
    await record('encoded', '/x?to=log%2540example.com&y=1');
    await record('robot', '', 'Robot (log@example.com)');
    await log.record(event('key', { details: { 'log@example.com': null } }));
    const person = { userIds: [], mentions: ['log@example.com'] };
    expect(ids(await log.about(person))).toEqual(['key', 'robot', 'encoded', 'own']);
    expect(await log.removeAbout(person)).toBe(4);
    expect(ids(await log.list({ limit: 10 }))).toEqual(['further', 'longer']);
  });

  test('a non-ASCII address is found in any case', async () => {
    const log = await open();
    await log.record(event('a', { details: { note: 'ZOË@Exämple.com' } }));
    expect(ids(await log.about({ userIds: [], mentions: ['zoë@exämple.com'] }))).toEqual(['a']);
  });

  test('a sweep removes older events', async () => {
    const log = await open();
    await log.record(event('a', { at: 10 }));
    await log.record(event('b', { at: 20 }));
    expect(await log.sweep(20)).toBe(1);
    expect(ids(await log.list({ limit: 10 }))).toEqual(['b']);
  });
}
