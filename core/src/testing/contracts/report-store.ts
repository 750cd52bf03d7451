import type { ReportStore, StoredReport } from '../../error-report/index.ts';
import { idOf, nameOf } from '../ids.ts';
import type { TestRunner } from '../runner.ts';
import { anyWords, keptRowTest, today } from './kept-rows.ts';
import { ownRowsTest } from './own-rows.ts';

const report = (id: string, receivedAt: number): StoredReport => ({
  id: idOf(id),
  message: `message ${id}`,
  stack: 'at f (a.js:1)\nat g',
  url: '/shop',
  userAgent: 'Browser',
  componentStack: '',
  receivedAt,
});

/** What a `ReportStore` does; `open` returns a new, empty one. */
export function reportStoreContract(runner: TestRunner, open: () => Promise<ReportStore>): void {
  const { test, expect } = runner;
  ownRowsTest(
    runner,
    async () => {
      const store = await open();
      return { put: (row: StoredReport) => store.add(row, 10), get: () => store.newest(10) };
    },
    () => report('a', 1),
  );

  keptRowTest(
    runner,
    async () => {
      const store = await open();
      return {
        put: (row: StoredReport) => store.add(row, 10),
        get: async () => (await store.newest(10))[0],
      };
    },
    {
      ...report('a', today),
      message: anyWords(1000),
      stack: `${anyWords(2000)}\n${anyWords(2000)}`,
      url: anyWords(500),
      userAgent: anyWords(300),
    },
  );

  test('reports are returned as stored, newest first', async () => {
    const store = await open();
    await store.add(report('b', 2), 10);
    await store.add(report('a', 1), 10);
    await store.add(report('c', 2), 10);
    expect(await store.newest(10)).toEqual([report('c', 2), report('b', 2), report('a', 1)]);
    expect(await store.newest(1)).toEqual([report('c', 2)]);
  });

  test('beyond the limit the oldest reports are removed, even when reports are concurrent', async () => {
    const store = await open();
    await Promise.all(Array.from({ length: 12 }, (_, i) => store.add(report(`r${i}`, 100 + i), 5)));
    expect((await store.newest(100)).map(({ id }) => nameOf(id))).toEqual([
      'r11',
      'r10',
      'r9',
      'r8',
      'r7',
    ]);
  });

  test('beyond the limit a network that sends without end removes its own reports, not those of others', async () => {
    const store = await open();
    await store.add(report('early', 1), 20, '192.0.2.1');
    await store.add(report('unknown', 2), 20);
    for (let at = 0; at < 60; at += 1)
      await store.add(report(`n${at}`, 3 + at), 20, `2001:db8:7:${at.toString(16)}::1`);
    const left = (await store.newest(100)).map(({ id }) => nameOf(id));
    expect(left).toEqual([
      ...Array.from({ length: 18 }, (_, at) => `n${59 - at}`),
      'unknown',
      'early',
    ]);
  });

  test('reports of which nobody knows the network are not those of one that sends without end', async () => {
    const store = await open();
    for (let at = 0; at < 15; at += 1) await store.add(report(`unknown${at}`, 1 + at), 20);
    for (let at = 0; at < 60; at += 1)
      await store.add(report(`n${at}`, 20 + at), 20, `2001:db8:7:${at.toString(16)}::1`);
    const left = (await store.newest(100)).map(({ id }) => nameOf(id));
    expect(left).toEqual([
      ...Array.from({ length: 5 }, (_, at) => `n${59 - at}`),
      ...Array.from({ length: 15 }, (_, at) => `unknown${14 - at}`),
    ]);
    for (const [at, ip] of [undefined, '192.0.2.1', '192.0.2.2'].entries())
      await store.add(report(`last${at}`, 90 + at), 2, ip);
    expect((await store.newest(3)).map(({ id }) => nameOf(id))).toEqual(['last2', 'last1']);
  });

  test('the matching reports are returned newest first, while others are added', async () => {
    const store = await open();
    for (let at = 1; at <= 30; at += 1) await store.add(report(`r${at}`, at), 100);
    const matching = store.matching(({ receivedAt }) => receivedAt % 10 === 0);
    await store.add(report('late', 40), 100);
    const ids = (await matching).map(({ id }) => nameOf(id));
    // One that is added meanwhile may be there, as the newest.
    expect(ids[0] === 'late' ? ids.slice(1) : ids).toEqual(['r30', 'r20', 'r10']);
    expect(await store.matching(() => false)).toEqual([]);
  });

  test('reports are removed by their ids', async () => {
    const store = await open();
    for (const id of ['a', 'b', 'c']) await store.add(report(id, 1), 10);
    expect(await store.remove(['a', 'c', 'unknown'].map(idOf))).toBe(2);
    expect(await store.remove([])).toBe(0);
    expect((await store.newest(10)).map(({ id }) => nameOf(id))).toEqual(['b']);
  });

  test('a purge removes the reports before its time', async () => {
    const store = await open();
    await store.add(report('a', 1), 10);
    await store.add(report('b', 2), 10);
    expect(await store.purge(2)).toBe(1);
    expect((await store.newest(10)).map(({ id }) => nameOf(id))).toEqual(['b']);
  });
}
