import {
  type ConsentLog,
  type ConsentRecord,
  choicesPerNumber,
  type StoredConsentRecord,
} from '../../consent/index.ts';
import type { TestRunner } from '../runner.ts';
import { language } from '../samples.ts';
import { anyWords, keptRowTest, today } from './kept-rows.ts';
import { ownRowsTest } from './own-rows.ts';

const record: ConsentRecord = {
  id: '5b0a7c1e-0000-4000-8000-000000000001',
  policyVersion: '1',
  language,
  functional: true,
  analytics: false,
  marketing: false,
};

/** What a `ConsentLog` does; `open` returns a new, empty one that keeps at most `limit` records. */
export function consentLogContract(
  runner: TestRunner,
  open: (limit?: number) => Promise<ConsentLog>,
): void {
  const { test, expect } = runner;
  ownRowsTest(
    runner,
    async () => {
      const log = await open();
      const put = (row: ConsentRecord) => log.add(row, 1);
      return { put, get: () => log.ofNumber(record.id, 10) };
    },
    () => ({ ...record }),
  );

  keptRowTest(
    runner,
    async () => {
      const log = await open();
      const put = ({ recordedAt, ...row }: StoredConsentRecord) => log.add(row, recordedAt);
      return { put, get: async () => (await log.ofNumber(record.id, 10))[0] };
    },
    { ...record, policyVersion: anyWords(100), recordedAt: today },
  );

  test('each change of a choice is a new record', async () => {
    const log = await open();
    await Promise.all([log.add(record, 1), log.add({ ...record, analytics: true }, 2)]);
    expect(await log.count()).toBe(2);
  });

  test('the records under a number are returned in any case, newest first', async () => {
    const log = await open();
    await log.add({ ...record, analytics: true }, 3);
    await log.add({ ...record, marketing: true }, 3);
    // After the clock was set back.
    await log.add(record, 1);
    await log.add({ ...record, id: `${record.id}0` }, 4);
    const newest = { ...record, marketing: true, recordedAt: 3 };
    expect(await log.ofNumber(record.id.toUpperCase(), 10)).toEqual([
      newest,
      { ...record, analytics: true, recordedAt: 3 },
      { ...record, recordedAt: 1 },
    ]);
    expect(await log.ofNumber(record.id, 1)).toEqual([newest]);
    expect(await log.ofNumber('%', 10)).toEqual([]);
  });

  test('letters beyond ASCII in a number are letters like any other', async () => {
    const log = await open();
    for (const id of ['\u00c9tienne-1', 'IJsbeer-1']) {
      for (let at = 1; at <= choicesPerNumber + 1; at += 1) await log.add({ ...record, id }, at);
      expect(await log.ofNumber(id, 1)).toMatchObject([{ id, recordedAt: choicesPerNumber + 1 }]);
    }
    expect(await log.count()).toBe(2 * choicesPerNumber);
  });

  test('a number that is sent again and again keeps its newest records', async () => {
    const log = await open();
    await log.add({ ...record, id: 'other' }, 1);
    const inCase = (at: number) => (at % 2 === 0 ? record.id : record.id.toUpperCase());
    for (let at = 1; at <= choicesPerNumber + 5; at += 1)
      await log.add({ ...record, id: inCase(at) }, at);
    expect(await log.count()).toBe(1 + choicesPerNumber);
    const kept = await log.ofNumber(record.id, 100);
    expect(kept.map(({ recordedAt }) => recordedAt).toReversed()[0]).toBe(6);
  });

  test('a network that sends without end removes its own records, not those of others', async () => {
    const log = await open(250);
    await log.add({ ...record, id: 'early' }, 1, '192.0.2.1');
    await log.add({ ...record, id: 'unknown' }, 1);
    for (let at = 0; at < 600; at += 1)
      await log.add({ ...record, id: `n${at}` }, 2, `2001:db8:7:${at.toString(16)}::1`);
    await log.add({ ...record, id: 'late' }, 2, '192.0.2.2');
    await log.add({ ...record, id: 'n600' }, 2, '2001:db8:7::1');
    // The size may be looked at once per a hundred records.
    expect((await log.count()) <= 350).toBe(true);
    for (const id of ['early', 'unknown', 'late', 'n600'])
      expect([id, (await log.ofNumber(id, 1)).length]).toEqual([id, 1]);
    expect(await log.ofNumber('n0', 1)).toEqual([]);
  });

  test('records of which nobody knows the network are not those of one that sends without end', async () => {
    const log = await open(250);
    for (let at = 0; at < 200; at += 1) await log.add({ ...record, id: `unknown${at}` }, 1);
    for (let at = 0; at < 600; at += 1)
      await log.add({ ...record, id: `n${at}` }, 2, `2001:db8:7:${at.toString(16)}::1`);
    for (const id of ['unknown0', 'unknown199', 'n599'])
      expect([id, (await log.ofNumber(id, 1)).length]).toEqual([id, 1]);
  });

  test('a purge removes the records before its time', async () => {
    const log = await open();
    for (const at of [1, 2, 3]) await log.add(record, at);
    expect(await log.purge(2)).toBe(1);
    expect(await log.count()).toBe(2);
  });
}
