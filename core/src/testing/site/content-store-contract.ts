import {
  type ContentStore,
  keptVersions,
  type StoredPicture,
  unnamedPictureMs,
} from '../../content/index.ts';
import { ownRowsTest } from '../contracts/own-rows.ts';
import { idOf } from '../ids.ts';
import type { TestRunner } from '../runner.ts';

const noon = 1_700_000_000_000;

const version = (text: string, savedBy?: string, savedAt = noon) => ({
  savedAt,
  savedBy,
  content: { text, list: [1, { deep: null }], 'é "quoted"': 'ü\n' },
});

/** A picture in one size, and what a version that shows it is saved with. */
const picture = (key: string): StoredPicture => ({
  key,
  files: [{ width: 96, format: 'avif', bytes: new Uint8Array([1, 2, key.length]) }],
});
const showing = (key: string) => ({ pictures: [key], picture: picture(key) });

/** `open` returns a new, empty store. */
export function contentStoreContract(runner: TestRunner, open: () => Promise<ContentStore>): void {
  const { test, expect } = runner;
  ownRowsTest(
    runner,
    async () => {
      const store = await open();
      const put = (row: ReturnType<typeof version>) => store.save('facts', row);
      return { put, get: () => store.current('facts') };
    },
    () => version('1', idOf('admin')),
  );

  test('an empty store has no version', async () => {
    const store = await open();
    expect(await store.current('facts')).toBeUndefined();
    expect(await store.currentId()).toBe(0);
    expect(await store.versions('facts')).toEqual([]);
    expect((await store.newest('article/')).size).toBe(0);
    expect(await store.pictureFile('a', 96, 'avif')).toBeUndefined();
  });

  test('the version saved last is current, with what was saved', async () => {
    const store = await open();
    const first = await store.save('facts', version('1', idOf('admin')), { base: 0 });
    expect(first).toEqual({ ...version('1', idOf('admin')), id: await store.currentId() });
    const second = await store.save('facts', version('2'), { base: first?.id });
    expect(second?.id).toBeGreaterThan(first?.id ?? 0);
    expect(await store.current('facts')).toEqual(second);
    expect(await store.versions('facts')).toEqual([second, first]);
  });

  test('each subject has versions of its own, and one number counts all of them', async () => {
    const store = await open();
    const facts = await store.save('facts', version('1'), { base: 0 });
    const ann = await store.save('article/ann.nl.md', version('2'), { base: 0 });
    const old = await store.save('article/bob-1.en.md', version('3'), { base: 0 });
    const bob = await store.save('article/bob-1.en.md', version('4'), { base: old?.id });
    await store.save('articles', version('5'));
    expect(await store.current('facts')).toEqual(facts);
    expect(await store.versions('article/bob-1.en.md')).toEqual([bob, old]);
    const newest = [...(await store.newest('article/'))].toSorted(([one], [other]) =>
      one < other ? -1 : 1,
    );
    expect(newest).toEqual([
      ['article/ann.nl.md', ann],
      ['article/bob-1.en.md', bob],
    ]);
    expect([...(await store.newest('article/ann'))]).toEqual([['article/ann.nl.md', ann]]);
    expect(await store.currentId()).toBeGreaterThan(bob?.id ?? 0);
    // The number of another subject is no base.
    expect(await store.save('facts', version('6'), { base: bob?.id })).toBeUndefined();
    expect(await store.save('text/home', version('6'), { base: facts?.id })).toBeUndefined();
  });

  test('of two changes made from one version at once only one is stored', async () => {
    const store = await open();
    const first = await store.save('facts', version('1'), { base: 0 });
    const base = first?.id;
    const saved = await Promise.all([
      store.save('facts', version('2'), { base, ...showing('a') }),
      store.save('facts', version('2'), { base, ...showing('bb') }),
    ]);
    // Either may come first where a store has several connections.
    expect(saved.filter((one) => one !== undefined)).toHaveLength(1);
    const late = await store.save('facts', version('3'), { base, ...showing('ccc') });
    expect(late).toBeUndefined();
    expect(await store.versions('facts')).toEqual([saved[0] ?? saved[1], first]);
    for (const [key, isKept] of [
      ['a', saved[0] !== undefined],
      ['bb', saved[1] !== undefined],
      ['ccc', false],
    ] as const)
      expect((await store.pictureFile(key, 96, 'avif')) !== undefined).toBe(isKept);
  });

  test('without a base a change replaces whatever is current', async () => {
    const store = await open();
    await store.save('facts', version('1'));
    await store.save('facts', version('2'));
    expect((await store.current('facts'))?.content).toEqual(version('2').content);
  });

  test('only the last versions of a subject are kept, and no id is used twice', async () => {
    const store = await open();
    const other = await store.save('article/ann.nl.md', version('other'));
    for (let at = 0; at < keptVersions + 3; at += 1) await store.save('facts', version(`${at}`));
    const versions = await store.versions('facts');
    expect(versions).toHaveLength(keptVersions);
    expect(versions.at(-1)?.content).toEqual(version('3').content);
    const ids = versions.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
    expect(await store.versions('article/ann.nl.md')).toEqual([other]);
  });

  test('a picture is kept as long as a version names it, and a week after it was stored', async () => {
    const store = await open();
    const has = async (key: string) => (await store.pictureFile(key, 96, 'avif')) !== undefined;
    await store.save('facts', version('1'), showing('a'));
    await store.save('facts', version('2'), showing('bb'));
    expect([...((await store.pictureFile('a', 96, 'avif')) ?? [])]).toEqual([1, 2, 1]);
    expect([...((await store.pictureFile('bb', 96, 'avif')) ?? [])]).toEqual([1, 2, 2]);
    (await store.pictureFile('bb', 96, 'avif'))?.fill(0);
    expect(await store.pictureFile('bb', 96, 'jpg')).toBeUndefined();
    expect(await store.pictureFile('bb', 480, 'avif')).toBeUndefined();
    const later = noon + unnamedPictureMs;
    await store.save('article/ann.nl.md', version('3', undefined, later), { pictures: ['bb'] });
    for (let at = 1; at < keptVersions; at += 1)
      await store.save('facts', version('4', undefined, later - 1));
    // The first version is gone, and the picture it named is not a week old.
    expect(await has('a')).toBe(true);
    await store.save('facts', version('4', undefined, later));
    expect(await has('a')).toBe(false);
    // No version of the facts names it any more, but the article does.
    expect([...((await store.pictureFile('bb', 96, 'avif')) ?? [])]).toEqual([1, 2, 2]);
  });

  test('a picture can be stored before a version names it, and again', async () => {
    const store = await open();
    const has = async (key: string) => (await store.pictureFile(key, 96, 'avif')) !== undefined;
    await store.addPicture(picture('a'), noon);
    await store.addPicture(picture('bb'), noon);
    await store.addPicture(picture('bb'), noon + 1);
    expect([...((await store.pictureFile('bb', 96, 'avif')) ?? [])]).toEqual([1, 2, 2]);
    await store.addPicture(picture('ccc'), noon + unnamedPictureMs);
    expect([await has('a'), await has('bb'), await has('ccc')]).toEqual([false, true, true]);
    await store.save('facts', version('1'), { pictures: ['bb', 'bb', 'gone'] });
    await store.addPicture(picture('ccc'), noon + 3 * unnamedPictureMs);
    expect([await has('bb'), await has('ccc')]).toEqual([true, true]);
  });
}
