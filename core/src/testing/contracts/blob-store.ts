import fc from 'fast-check';
import type { BlobStore, StoredBlob } from '../../ebook/index.ts';
import type { StagedBlob } from '../../ebook/ports.ts';
import { type Digest, type EpochMs, toHex } from '../../kernel/index.ts';
import type { TestRunner } from '../runner.ts';

const later = Number.MAX_SAFE_INTEGER;

async function* chunked(bytes: Uint8Array, size = 7): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function readAll(blob: StoredBlob | undefined, start?: number, end?: number) {
  const chunks: Uint8Array[] = [];
  for await (const chunk of blob?.read(start, end) ?? []) chunks.push(chunk);
  return Uint8Array.from(chunks.flatMap((chunk) => [...chunk]));
}

/** A new, empty store, and how its files get their age. */
export interface OpenedBlobStore {
  readonly store: BlobStore;
  /** Keeps a staged file as one that was written at this time, in whole seconds. */
  readonly keepAt: (staged: StagedBlob, at: EpochMs) => Promise<unknown>;
}

const stage = async (store: BlobStore, bytes: Uint8Array): Promise<StagedBlob> =>
  (await store.stage(chunked(bytes), 10_000))._unsafeUnwrap();

const content = fc.uint8Array({ minLength: 1, maxLength: 200 });

/** What a `BlobStore` does; `opened` returns a new, empty one, and `digest` names its content. */
export function blobStoreContract(
  { test, expect }: TestRunner,
  opened: () => Promise<OpenedBlobStore>,
  digest: Digest,
): void {
  const open = async () => (await opened()).store;
  const hash = (bytes: Uint8Array) => toHex(digest.sha256(bytes));

  test('a kept blob is read by the hash of its content, whole or in part', async () => {
    const store = await open();
    await fc.assert(
      fc.asyncProperty(content, fc.nat(220), fc.nat(220), async (bytes, start, length) => {
        const staged = await stage(store, bytes);
        await staged.keep();
        const blob = await store.open(hash(bytes));
        expect(blob).toMatchObject({ key: hash(bytes), sizeBytes: bytes.length });
        expect(await readAll(blob)).toEqual(bytes);
        const end = Math.min(bytes.length, start + length);
        const from = Math.min(start, bytes.length);
        expect(await readAll(blob, from, end)).toEqual(bytes.slice(from, end));
        expect(await readAll(staged)).toEqual(bytes);
      }),
      { numRuns: 20 },
    );
  });

  test('each read of a blob begins anew, and stops before its end', async () => {
    const store = await open();
    const bytes = Uint8Array.from({ length: 20 }, (_, index) => index);
    await (await stage(store, bytes)).keep();
    const blob = await store.open(hash(bytes));
    for (let time = 0; time < 2; time += 1) {
      expect(await readAll(blob)).toEqual(bytes);
      expect(await readAll(blob, 5, 12)).toEqual(bytes.slice(5, 12));
      expect(await readAll(blob, 12)).toEqual(bytes.slice(12));
      expect(await readAll(blob, 12, 21)).toEqual(bytes.slice(12));
      expect(await readAll(blob, 0, 10_000_000)).toEqual(bytes);
      expect(await readAll(blob, 20, 10_000_000)).toEqual(new Uint8Array());
    }
  });

  test('a staged blob can be read but is not in the store', async () => {
    const store = await open();
    const bytes = new Uint8Array([1, 2, 3]);
    const staged = await stage(store, bytes);
    expect(await readAll(staged)).toEqual(bytes);
    expect(await store.open(staged.key)).toBeUndefined();
    await staged.discard();
    expect(await store.open(staged.key)).toBeUndefined();
  });

  test('a blob at the size limit is accepted, one byte more is rejected', async () => {
    const store = await open();
    const eleven = new Uint8Array(11);
    expect((await store.stage(chunked(eleven), 10))._unsafeUnwrapErr()).toEqual({
      kind: 'file_too_large',
      limitBytes: 10,
    });
    expect((await store.stage(chunked(eleven), 11)).isOk()).toBe(true);
    expect((await store.stage(chunked(eleven), Number.NaN)).isErr()).toBe(true);
  });

  test('an endless upload is cut off at the limit', async () => {
    async function* endless() {
      for (;;) yield new Uint8Array(100);
    }
    const store = await open();
    expect((await store.stage(endless(), 1000)).isErr()).toBe(true);
  });

  test('an interrupted upload rejects and leaves nothing', async () => {
    async function* broken() {
      yield new Uint8Array(5);
      throw new Error('gone');
    }
    const store = await open();
    await expect(store.stage(broken(), 1000)).rejects.toThrow('gone');
    expect(await store.sweep(new Set(), later)).toBe(0);
  });

  test('a sweep removes unreferenced blobs, and only those written before its time', async () => {
    const { store, keepAt } = await opened();
    const at = 1_700_000_000_000;
    const [kept, gone] = [new Uint8Array([1]), new Uint8Array([2])];
    for (const bytes of [kept, gone]) await keepAt(await stage(store, bytes), at);
    expect(await store.sweep(new Set([hash(kept)]), at)).toBe(0);
    expect(await store.sweep(new Set([hash(kept)]), at + 1)).toBe(1);
    expect(await readAll(await store.open(hash(kept)))).toEqual(kept);
    expect(await store.open(hash(gone))).toBeUndefined();
  });

  test('a file that is kept again while a sweep runs stays', async () => {
    const { store, keepAt } = await opened();
    const at = 1_700_000_000_000;
    const contents = Array.from({ length: 20 }, (_, index) => new Uint8Array([index]));
    const again: StagedBlob[] = [];
    for (const bytes of contents) {
      await keepAt(await stage(store, bytes), at);
      again.push(await stage(store, bytes));
    }
    const keepAll = async () => {
      for (const staged of again) await keepAt(staged, at + 2000);
    };
    await Promise.all([store.sweep(new Set(), at + 1000), keepAll()]);
    for (const bytes of contents) {
      expect(await readAll(await store.open(hash(bytes)))).toEqual(bytes);
    }
  });

  test('keeping an upload that a sweep has removed rejects, or keeps it', async () => {
    const store = await open();
    const staged = await stage(store, new Uint8Array([1]));
    await store.sweep(new Set(), later);
    const isKept = await staged.keep().then(
      () => true,
      () => false,
    );
    expect((await store.open(staged.key)) !== undefined).toBe(isKept);
  });

  test('no file is opened under a name that is not a hash', async () => {
    const store = await open();
    for (const name of ['', '.', '..', '../database', 'a'.repeat(64).concat('/..'), '\0']) {
      expect(await store.open(name)).toBeUndefined();
    }
  });

  test('many concurrent uploads, some of them equal, are all kept whole', async () => {
    const store = await open();
    const contents = Array.from({ length: 12 }, (_, index) =>
      new Uint8Array(500).fill(Math.floor(index / 2)),
    );
    await Promise.all(contents.map(async (bytes) => (await stage(store, bytes)).keep()));
    for (const bytes of contents) {
      expect(await readAll(await store.open(hash(bytes)))).toEqual(bytes);
    }
  });
}
