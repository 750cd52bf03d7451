import fc from 'fast-check';
import type { Ebook, EbookStore } from '../../ebook/index.ts';
import { idOf, nameOf } from '../ids.ts';
import { memoryEbookStore } from '../memory/index.ts';
import type { TestRunner } from '../runner.ts';
import { anyWords, keptRowTest, today } from './kept-rows.ts';
import { ownRowsTest } from './own-rows.ts';

/** A version of the e-book with its own hash. */
const guide = (id: string): Ebook => ({
  id: idOf(id),
  fileName: `${id}.pdf`,
  sizeBytes: 1000 + id.length,
  sha256: id.padStart(64, '0'),
  pages: id.length % 2 ? undefined : 8,
  uploadedAt: 1_700_000_000_000,
});

type Step = { readonly kind: 'activate' | 'restore'; readonly id: string };

/** `open` returns a new, empty store. */
export function ebookStoreContract(runner: TestRunner, open: () => Promise<EbookStore>): void {
  const { test, expect } = runner;
  ownRowsTest(
    runner,
    async () => {
      const store = await open();
      return { put: store.activate, get: store.active };
    },
    () => guide('a'),
  );

  keptRowTest(
    runner,
    async () => {
      const store = await open();
      return { put: store.activate, get: store.active };
    },
    { ...guide('a'), fileName: anyWords(200), sizeBytes: 3e9, uploadedAt: today },
  );

  test('an empty store has no active e-book and no versions', async () => {
    const store = await open();
    expect(await store.active()).toBeUndefined();
    expect(await store.versions()).toEqual([]);
    expect(await store.restore(idOf('a'))).toBeUndefined();
  });

  test('the version activated last is active, and each activation returns the one it replaced', async () => {
    const store = await open();
    expect(await store.activate(guide('a'))).toBeUndefined();
    expect(await store.activate(guide('bb'))).toEqual(guide('a'));
    expect(await store.active()).toEqual(guide('bb'));
  });

  test('the last three versions are kept, the active one first', async () => {
    const store = await open();
    for (const id of ['a', 'b', 'c', 'd']) await store.activate(guide(id));
    const versions = await store.versions();
    expect(versions.map(({ id, isActive }) => [nameOf(id), isActive])).toEqual([
      ['d', true],
      ['c', false],
      ['b', false],
    ]);
  });

  test('activating the active bytes again replaces their version', async () => {
    const store = await open();
    const again = { ...guide('c'), id: idOf('again'), fileName: 'again.pdf' };
    for (const id of ['a', 'b', 'c']) await store.activate(guide(id));
    expect(await store.activate(again)).toEqual(guide('c'));
    expect(await store.active()).toEqual(again);
    expect((await store.versions()).map(({ id }) => nameOf(id))).toEqual(['again', 'b', 'a']);
    // Bytes that were active earlier become a new version.
    await store.activate({ ...guide('b'), id: idOf('back') });
    expect((await store.versions()).map(({ id }) => nameOf(id))).toEqual(['back', 'again', 'b']);
  });

  test('a restored version is active, and the one it replaced can be restored', async () => {
    const store = await open();
    for (const id of ['a', 'b', 'c']) await store.activate(guide(id));
    expect(await store.restore(idOf('a'))).toEqual(guide('a'));
    expect(await store.active()).toEqual(guide('a'));
    expect((await store.versions()).map(({ id }) => nameOf(id))).toEqual(['a', 'c', 'b']);
    expect(await store.restore(idOf('c'))).toEqual(guide('c'));
  });

  test('a restoration adds no version', async () => {
    const store = await open();
    for (const id of ['a', 'b']) await store.activate(guide(id));
    for (const id of ['a', 'a', 'b']) expect((await store.restore(idOf(id)))?.id).toBe(idOf(id));
    expect((await store.versions()).map(({ id }) => nameOf(id))).toEqual(['b', 'a']);
  });

  test('a version that is no longer kept cannot be restored', async () => {
    const store = await open();
    for (const id of ['a', 'b', 'c', 'd']) await store.activate(guide(id));
    expect(await store.restore(idOf('a'))).toBeUndefined();
    expect((await store.active())?.id).toBe(idOf('d'));
  });

  test('concurrent activations return each replaced e-book exactly once', async () => {
    const store = await open();
    const replaced = await Promise.all(['a', 'b', 'c'].map((id) => store.activate(guide(id))));
    const seen = [...replaced, await store.active()].map((ebook) => ebook && nameOf(ebook.id));
    expect(seen.sort()).toEqual(['a', 'b', 'c', undefined]);
  });

  test('an e-book is the first only where there is none', async () => {
    const store = await open();
    expect(await store.activateFirst(guide('a'))).toBe(true);
    expect(await store.active()).toEqual(guide('a'));
    for (const id of ['a', 'b'])
      expect(await store.activateFirst({ ...guide(id), id: idOf('again') })).toBe(false);
    expect(await store.versions()).toEqual([{ ...guide('a'), isActive: true }]);
  });

  test('of many that would be the first at once one is, also beside an activation', async () => {
    const store = await open();
    const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
    const made = await Promise.all(ids.map((id) => store.activateFirst(guide(id))));
    expect(made.filter(Boolean)).toHaveLength(1);
    const first = ids[made.indexOf(true)];
    expect((await store.versions()).map(({ id }) => nameOf(id))).toEqual([first]);
    const other = await open();
    const [isFirst] = await Promise.all([
      other.activateFirst(guide('a')),
      other.activate(guide('b')),
    ]);
    expect((await other.active())?.id).toBe(idOf('b'));
    expect(await other.versions()).toHaveLength(isFirst ? 2 : 1);
  });

  test('any sequence of activations and restorations ends as in the model', async () => {
    const step: fc.Arbitrary<Step> = fc.record({
      kind: fc.constantFrom('activate', 'restore'),
      id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const store = await open();
        const model = memoryEbookStore();
        for (const [index, { kind, id }] of steps.entries()) {
          const ebook = guide(`${id}${index}`);
          const wanted = (await model.versions()).find((version) =>
            nameOf(version.id).startsWith(id),
          );
          for (const each of [store, model]) {
            if (kind === 'activate') await each.activate(ebook);
            else await each.restore(wanted?.id ?? idOf('unknown'));
          }
        }
        expect(await store.versions()).toEqual(await model.versions());
      }),
      { numRuns: 25 },
    );
  });
}
