import {
  type FactsStore,
  keptFactsVersions,
  type OwnerFacts,
  type StoredPortrait,
} from '../../facts/index.ts';
import { ownRowsTest } from '../contracts/own-rows.ts';
import { idOf } from '../ids.ts';
import type { TestRunner } from '../runner.ts';

const coach: OwnerFacts['coach'] = {
  name: 'Sam Voorbeeld',
  portrait: {
    file: '0123456789abcdef',
    alt: { nl: 'Sam lacht', en: 'Sam smiles' },
    focalPoint: { x: 40, y: 25 },
  },
  training: [{ title: 'Bachelor', school: 'Hogeschool Voorbeeld', year: 2015 }],
  since: 2017,
  languages: ['nl', 'en'],
  region: { nl: 'Gent', en: 'Ghent' },
  reason: { nl: 'Omdat het mij hielp.', en: 'Because it helped me.' },
};

const version = (phone: string, savedBy?: string) => ({
  savedAt: 1_700_000_000_000,
  savedBy,
  overlay: { phone },
});

/** A portrait in one size, and a version that names it. */
const portrait = (key: string): StoredPortrait => ({
  key,
  files: [{ width: 96, format: 'avif', bytes: new Uint8Array([1, 2, key.length]) }],
});
const withPortrait = (file: string) => ({
  ...version(''),
  overlay: { coach: { ...coach, portrait: { ...coach.portrait, file } } },
});

/** `open` returns a new, empty store. */
export function factsStoreContract(runner: TestRunner, open: () => Promise<FactsStore>): void {
  const { test, expect } = runner;
  ownRowsTest(
    runner,
    async () => {
      const store = await open();
      const put = (row: ReturnType<typeof version>) => store.save(row, undefined);
      return { put, get: store.current };
    },
    () => version('1', idOf('admin')),
  );

  test('an empty store has no version', async () => {
    const store = await open();
    expect(await store.current()).toBeUndefined();
    expect(await store.currentId()).toBe(0);
    expect(await store.versions()).toEqual([]);
    expect(await store.portraitFile('a', 96, 'avif')).toBeUndefined();
  });

  test('the version saved last is current, with what was saved', async () => {
    const store = await open();
    const first = await store.save(version('1', idOf('admin')), 0);
    expect(first).toEqual({ ...version('1', idOf('admin')), id: await store.currentId() });
    const second = await store.save(version('2'), first?.id);
    expect(second?.id).toBeGreaterThan(first?.id ?? 0);
    expect(await store.current()).toEqual(second);
    expect(await store.versions()).toEqual([second, first]);
  });

  test('of two changes made from one version at once only one is stored', async () => {
    const store = await open();
    const first = await store.save(version('1'), 0);
    const saved = await Promise.all([
      store.save(withPortrait('a'), first?.id, portrait('a')),
      store.save(withPortrait('bb'), first?.id, portrait('bb')),
    ]);
    // Either may come first where a store has several connections.
    const stored = saved.filter((one) => one !== undefined);
    expect(stored).toHaveLength(1);
    const late = await store.save(withPortrait('ccc'), first?.id, portrait('ccc'));
    expect(late).toBeUndefined();
    expect(await store.versions()).toEqual([...stored, first]);
    const named = stored[0]?.overlay.coach?.portrait.file;
    for (const key of ['a', 'bb', 'ccc']) {
      const isKept = (await store.portraitFile(key, 96, 'avif')) !== undefined;
      expect(isKept).toBe(key === named);
    }
  });

  test('without a base a change replaces whatever is current', async () => {
    const store = await open();
    await store.save(version('1'), undefined);
    await store.save(version('2'), undefined);
    expect((await store.current())?.overlay).toEqual({ phone: '2' });
  });

  test('only the last versions are kept, and no id is used twice', async () => {
    const store = await open();
    for (let at = 0; at < keptFactsVersions + 3; at += 1)
      await store.save(version(String(at)), undefined);
    const versions = await store.versions();
    expect(versions).toHaveLength(keptFactsVersions);
    expect(versions.at(-1)?.overlay).toEqual({ phone: '3' });
    const ids = versions.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
  });

  test('a portrait is kept as long as a version names it', async () => {
    const store = await open();
    await store.save(withPortrait('a'), undefined, portrait('a'));
    await store.save(withPortrait('bb'), undefined, portrait('bb'));
    expect([...((await store.portraitFile('a', 96, 'avif')) ?? [])]).toEqual([1, 2, 1]);
    expect([...((await store.portraitFile('bb', 96, 'avif')) ?? [])]).toEqual([1, 2, 2]);
    (await store.portraitFile('bb', 96, 'avif'))?.fill(0);
    expect(await store.portraitFile('bb', 96, 'jpg')).toBeUndefined();
    expect(await store.portraitFile('bb', 480, 'avif')).toBeUndefined();
    for (let at = 1; at < keptFactsVersions; at += 1)
      await store.save(withPortrait('bb'), undefined);
    expect(await store.portraitFile('a', 96, 'avif')).toBeUndefined();
    expect([...((await store.portraitFile('bb', 96, 'avif')) ?? [])]).toEqual([1, 2, 2]);
  });
}
