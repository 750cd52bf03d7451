import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filesystemBlobStore } from '@coachsite/adapters/filesystem';
import type { BlobStore, Ebook, StoredBlob } from '@coachsite/core/ebook';
import { expect, test, vi } from 'vitest';
import { ebookFile } from '#server/src/storage/ebook-file.ts';
import { makePdf } from '../support/pdf.ts';

const folder = mkdtempSync(join(tmpdir(), 'coachsite-'));
const files = filesystemBlobStore(folder);

async function store(marker: string): Promise<{ ebook: Ebook; bytes: Uint8Array }> {
  const bytes = makePdf({ sizeBytes: 700_000, marker });
  const staged = (await files.stage(oneByOne(bytes), 1_000_000))._unsafeUnwrap();
  await staged.keep();
  const ebook = { sha256: staged.key, sizeBytes: bytes.length, fileName: marker, uploadedAt: 1 };
  return { ebook: ebook as unknown as Ebook, bytes };
}

async function* oneByOne(bytes: Uint8Array) {
  yield bytes;
}

/** A store whose active e-book is set, the reads of its files counted, each of which fails when `fails` is set. */
function siteWith(first: Ebook) {
  const state = {
    active: first as Ebook | undefined,
    answers: [] as Ebook[],
    reads: 0,
    fails: false,
  };
  async function* read(blob: StoredBlob) {
    state.reads += 1;
    for await (const piece of blob.read()) {
      yield piece;
      if (state.fails) throw new Error('disk');
    }
  }
  const open: BlobStore['open'] = async (key) => {
    const blob = await files.open(key);
    return blob && { ...blob, read: () => read(blob) };
  };
  const ports = {
    ebooks: { active: async () => state.answers.shift() ?? state.active },
    blobs: { ...files, open },
  } as unknown as Parameters<typeof ebookFile>[0];
  return { state, open: ebookFile(ports) };
}

const bytesOf = async (open: ReturnType<typeof ebookFile>) =>
  (await open())._unsafeUnwrap().bytes ?? Buffer.alloc(0);

const first = await store('first');
const second = await store('second');

test('those who ask at the same time wait for one load, and get all bytes', async () => {
  const { state, open } = siteWith(first.ebook);
  const opened = await Promise.all(Array.from({ length: 5 }, open));
  expect(opened.map((one) => one._unsafeUnwrap().bytes)).toEqual(
    Array(5).fill(Buffer.from(first.bytes)),
  );
  expect(state.reads).toBe(1);
});

test('a new version is loaded, whose name is that of now', async () => {
  const { state, open } = siteWith(first.ebook);
  await open();
  state.active = second.ebook;
  expect((await open())._unsafeUnwrap().bytes).toEqual(Buffer.from(second.bytes));
  state.active = { ...second.ebook, fileName: 'renamed' } as Ebook;
  expect((await open())._unsafeUnwrap().ebook).toEqual(state.active);
  expect(state.reads).toBe(2);
});

test('a load that fails, or finds that it was removed, does not stand in the way of the next', async () => {
  const { state, open } = siteWith(first.ebook);
  state.fails = true;
  await expect(open()).rejects.toThrow('disk');
  state.fails = false;
  expect((await open())._unsafeUnwrap().bytes).toEqual(Buffer.from(first.bytes));
  state.active = undefined;
  expect((await open())._unsafeUnwrapErr().kind).toBe('ebook_not_found');
});

test('a version that comes while another is opened is not taken for it', async () => {
  const { state, open } = siteWith(first.ebook);
  state.answers = [first.ebook, second.ebook];
  expect(Buffer.from(second.bytes).equals(await bytesOf(open))).toBe(true);
  expect(Buffer.from(first.bytes).equals(await bytesOf(open))).toBe(true);
});

test('what is still being sent to somebody is not loaded again, however long that takes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const { state, open } = siteWith(first.ebook);
  const sent = (await open())._unsafeUnwrap().bytes;
  vi.advanceTimersByTime(3_600_000);
  expect((await open())._unsafeUnwrap().bytes).toBe(sent);
  expect(state.reads).toBe(1);
  vi.useRealTimers();
});
