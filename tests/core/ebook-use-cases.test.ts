import { defaultStatistics } from '@coachsite/core/defaults';
import {
  cleanFileName,
  downloadEbook,
  type PdfInspection,
  readEveryDay,
  readStatistics,
  recordDownload,
  replaceEbook,
  restoreEbook,
  sweepEbooks,
} from '@coachsite/core/ebook';
import { hourMs, toHex } from '@coachsite/core/kernel';
import { asOperator } from '@coachsite/core/roles';
import {
  anyCharacter,
  memoryBlobStore,
  memoryDigest,
  memoryDownloadLog,
  memoryEbookStore,
  memorySecurityLog,
} from '@coachsite/core/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ascii, makePdf } from './support/tiny-pdf.ts';

function testPorts(inspection: PdfInspection = { kind: 'unreadable' }) {
  let now = Date.UTC(2026, 10, 21, 12);
  let made = 0;
  const nextId = () => {
    made += 1;
    return `id-${made}`;
  };
  const clock = { now: () => now };
  return {
    ebooks: memoryEbookStore(),
    blobs: memoryBlobStore(clock, memoryDigest),
    downloads: memoryDownloadLog(),
    securityLog: memorySecurityLog(),
    reportLostEvent: (actionType: string) => {
      throw new Error(actionType);
    },
    pdfInspector: { inspect: async () => inspection },
    clock,
    ids: { uuid: nextId },
    at: (time: number) => {
      now = time;
    },
  };
}

async function* streamed(bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += 100) yield bytes.subarray(at, at + 100);
}

const operator = {
  actor: asOperator(),
  context: { ip: 'local', userAgent: 'command line' },
} as const;

const put = (ports: ReturnType<typeof testPorts>, bytes: Uint8Array, limitBytes = 100_000) =>
  replaceEbook(
    ports,
    { limitBytes },
    { ...operator, upload: { fileName: 'gids.pdf', bytes: streamed(bytes) } },
  );

async function readAll(ports: ReturnType<typeof testPorts>) {
  const opened = (await downloadEbook(ports))._unsafeUnwrap();
  const chunks: Uint8Array[] = [];
  for await (const chunk of opened.blob.read()) chunks.push(chunk);
  return Uint8Array.from(chunks.flatMap((chunk) => [...chunk]));
}

describe('replacing the e-book', () => {
  test('after any sequence of uploads the last PDF is active and the last three are kept', async () => {
    const marker = fc.constantFrom('a', 'b', 'c', 'd');
    await fc.assert(
      fc.asyncProperty(fc.array(marker, { minLength: 1, maxLength: 7 }), async (markers) => {
        const ports = testPorts();
        const ids: string[] = [];
        for (const [index, each] of markers.entries()) {
          const { ebook, warnings } = (await put(ports, makePdf({ marker: each })))._unsafeUnwrap();
          // The same file again adds no version, and the result says so.
          const isSame = index > 0 && markers[index - 1] === each;
          if (isSame) ids.pop();
          expect(warnings.includes('same_file')).toBe(isSame);
          ids.push(ebook.id);
        }
        const last = markers.at(-1) ?? '';
        expect(await readAll(ports)).toEqual(makePdf({ marker: last }));
        const kept = await ports.ebooks.versions();
        expect(kept.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 3));
        for (const { sha256 } of kept) expect(await ports.blobs.open(sha256)).toBeDefined();
      }),
      { numRuns: 30 },
    );
  });

  test('a rejected upload changes nothing', async () => {
    const ports = testPorts();
    await put(ports, makePdf());
    const before = await ports.ebooks.versions();
    const rejected = [
      await put(ports, ascii('<html></html>')),
      await put(ports, makePdf({ sizeBytes: 5000 }), 1000),
      await put(
        { ...ports, pdfInspector: { inspect: async () => ({ kind: 'locked' }) } },
        makePdf(),
      ),
    ];
    expect(rejected.map((result) => result._unsafeUnwrapErr().kind)).toEqual([
      'not_a_pdf',
      'file_too_large',
      'pdf_locked',
    ]);
    expect(await ports.ebooks.versions()).toEqual(before);
  });

  test('of uploads at once that would be the first one is, and later ones find it', async () => {
    const ports = testPorts();
    const upload = (marker: string, onlyFirst?: boolean) =>
      replaceEbook(
        ports,
        { limitBytes: 100_000 },
        {
          ...operator,
          upload: { fileName: 'gids.pdf', bytes: streamed(makePdf({ marker })) },
          ...(onlyFirst === undefined ? {} : { onlyFirst }),
        },
      );
    const made = await Promise.all(['a', 'b', 'c'].map((marker) => upload(marker, true)));
    expect(made.filter((result) => result.isOk())).toHaveLength(1);
    for (const result of made)
      if (result.isErr()) expect(result.error).toEqual({ kind: 'ebook_exists' });
    const [first] = await ports.ebooks.versions();
    expect((await upload('d', true))._unsafeUnwrapErr().kind).toBe('ebook_exists');
    expect(await ports.ebooks.versions()).toEqual([first]);
    // Only what is published is logged.
    const events = await ports.securityLog.list({ limit: 10 });
    expect(events.map(({ actionType }) => actionType)).toEqual(['ebook_replaced']);
    for (const onlyFirst of [false, undefined])
      expect((await upload('e', onlyFirst)).isOk()).toBe(true);
    expect(await ports.ebooks.versions()).toHaveLength(2);
  });

  test('the result names what the file lacks', async () => {
    const bare = { kind: 'readable', pages: 4, title: '', language: '', hasText: false } as const;
    const full = {
      kind: 'readable',
      pages: 4,
      title: 'Gids',
      language: 'nl',
      hasText: true,
    } as const;
    const warningsOf = async (inspection: PdfInspection) =>
      (await put(testPorts(inspection), makePdf()))._unsafeUnwrap().warnings;
    expect(await warningsOf(bare)).toEqual(['no_title', 'no_language', 'no_text']);
    expect(await warningsOf(full)).toEqual([]);
    const { hasText: _, ...unsearched } = bare;
    expect(await warningsOf(unsearched)).toEqual(['no_title', 'no_language']);
    expect(await warningsOf({ kind: 'unreadable' })).toEqual(['not_inspected']);
    const cover = { elements: [], lines: [] };
    const tagged = (...children: string[]) => ({
      elements: [{ role: 'Document', children: [{ role: 'P', children }] }],
      lines: [],
    });
    expect(await warningsOf({ ...full, text: [cover, tagged(' ', 'a')] })).toEqual([]);
    expect(await warningsOf({ ...full, text: [cover, tagged(' ')] })).toEqual(['no_tags']);
  });

  test('the result describes the file, whose pages are known only if it could be read', async () => {
    const readable = { title: 'Gids', language: 'nl', hasText: true } as const;
    const ports = testPorts({ kind: 'readable', pages: 4, ...readable });
    const file = makePdf({ marker: 'x' });
    const sha256 = toHex(memoryDigest.sha256(file));
    const { ebook } = (await put(ports, file))._unsafeUnwrap();
    expect(ebook).toEqual({
      id: 'id-1',
      fileName: 'gids.pdf',
      sizeBytes: file.length,
      sha256,
      pages: 4,
      uploadedAt: ports.clock.now(),
    });
    expect((await put(testPorts(), file))._unsafeUnwrap().ebook.pages).toBeUndefined();
  });

  test('of the files that were received, those that are accepted are kept, and the others discarded', async () => {
    const ports = testPorts();
    const fates: string[] = [];
    const stage: typeof ports.blobs.stage = async (...received) =>
      (await ports.blobs.stage(...received)).map((staged) => ({
        ...staged,
        keep: async () => {
          fates.push('kept');
          await staged.keep();
        },
        discard: async () => {
          fates.push('discarded');
        },
        // A disk gives a file in pieces of any size.
        read: async function* (start = 0, end = staged.sizeBytes) {
          expect(end).toBeLessThanOrEqual(staged.sizeBytes);
          expect(start).toBeLessThanOrEqual(end);
          for (let at = start; at < end; at += 7) yield* staged.read(at, Math.min(at + 7, end));
        },
      }));
    const inPieces = { ...ports, blobs: { ...ports.blobs, stage } };
    expect((await put(inPieces, makePdf({ sizeBytes: 3000 }))).isOk()).toBe(true);
    const offsetOutside = ascii('%PDF-1.4\nxref\ntrailer\nstartxref\n9999\n%%EOF');
    for (const bytes of [ascii(''), ascii('%PDF-1.4\n'), offsetOutside]) {
      const rejected = await put(inPieces, bytes);
      expect(rejected._unsafeUnwrapErr().kind).toBe('not_a_pdf');
    }
    expect(fates).toEqual(['kept', 'discarded', 'discarded', 'discarded']);
  });

  test('without an e-book there is nothing to download, and a lost file is a fault', async () => {
    const ports = testPorts();
    expect((await downloadEbook(ports))._unsafeUnwrapErr()).toEqual({ kind: 'ebook_not_found' });
    const { ebook } = (await put(ports, makePdf()))._unsafeUnwrap();
    const opened = (await downloadEbook(ports))._unsafeUnwrap();
    expect(opened).toMatchObject({ ebook, blob: { key: ebook.sha256 } });
    await ports.blobs.sweep(new Set(), ports.clock.now() + 1);
    await expect(downloadEbook(ports)).rejects.toThrow(ebook.sha256);
  });

  test('undo restores the replaced file unchanged', async () => {
    const ports = testPorts();
    await put(ports, makePdf({ marker: 'old' }));
    await put(ports, makePdf({ marker: 'new' }));
    const [, old] = await ports.ebooks.versions();
    expect((await restoreEbook(ports, { ...operator, id: old?.id ?? '' })).isOk()).toBe(true);
    expect(await readAll(ports)).toEqual(makePdf({ marker: 'old' }));
    const unknown = await restoreEbook(ports, { ...operator, id: 'unknown' });
    expect(unknown._unsafeUnwrapErr()).toEqual({ kind: 'ebook_version_not_found' });
  });

  test('the use case logs each change, and no rejected one', async () => {
    const ports = testPorts();
    const { ebook } = (await put(ports, makePdf()))._unsafeUnwrap();
    await put(ports, new Uint8Array(10));
    await restoreEbook(ports, { ...operator, id: ebook.id });
    await restoreEbook(ports, { ...operator, id: 'unknown' });
    const { id, fileName, sha256 } = ebook;
    const row = { userId: undefined, ...operator.context, details: { id, fileName, sha256 } };
    const rows = await ports.securityLog.list({ limit: 10 });
    expect(rows.toReversed()).toMatchObject([
      { actionType: 'ebook_replaced', source: 'server', ...row },
      { actionType: 'ebook_restored', source: 'server', ...row },
    ]);
  });

  test('a change that was not made is not logged', async () => {
    const ports = testPorts();
    const fault = async () => {
      throw new Error('disk full');
    };
    const ebooks = { ...ports.ebooks, activate: fault, restore: fault };
    await expect(put({ ...ports, ebooks }, makePdf({ pages: 1 }))).rejects.toThrow('disk full');
    await expect(restoreEbook({ ...ports, ebooks }, { ...operator, id: 'id' })).rejects.toThrow(
      'disk full',
    );
    expect(await ports.securityLog.list({ limit: 10 })).toEqual([]);
  });

  test('files of no kept version are removed after an hour, not before', async () => {
    const ports = testPorts();
    const start = ports.clock.now();
    for (const marker of ['a', 'b', 'c', 'd', 'e']) await put(ports, makePdf({ marker }));
    expect(await sweepEbooks(ports)).toBe(0);
    ports.at(start + hourMs);
    expect(await sweepEbooks(ports)).toBe(0);
    ports.at(start + hourMs + 1);
    expect(await sweepEbooks(ports)).toBe(2);
    expect(await readAll(ports)).toEqual(makePdf({ marker: 'e' }));
  });
});

describe('the label of a file', () => {
  test('is short, printable, and never a path', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 400 }), (name) => {
        const label = cleanFileName(name);
        expect([...label].length).toBeLessThanOrEqual(200);
        expect(label).not.toMatch(/[/\\\p{C}]/u);
        expect(label.trim()).not.toBe('');
      }),
    );
  });

  test.each([
    ['../../x.pdf', 'x.pdf'],
    ['C:\\guides\\gids.pdf', 'gids.pdf'],
    ['gids\u0000.pdf', 'gids.pdf'],
    ['\u202efdp.sdig', 'fdp.sdig'],
    ['C:/guides\\new/gids.pdf', 'gids.pdf'],
    ['a/b\\gids.pdf', 'gids.pdf'],
    ['  gids .pdf ', 'gids .pdf'],
    ['gids\u2028\u2029.pdf', 'gids.pdf'],
    ['guides/', 'e-book.pdf'],
    [`${' '.repeat(9)}${'x'.repeat(201)}`, 'x'.repeat(200)],
    ['. .', 'e-book.pdf'],
    ['g.', 'g.'],
    ['🙂'.repeat(201), '🙂'.repeat(200)],
    [`${'x'.repeat(199)} y`, 'x'.repeat(199)],
    ['..', 'e-book.pdf'],
    ['', 'e-book.pdf'],
    [undefined, 'e-book.pdf'],
  ])('%j becomes %j', (name, label) => expect(cleanFileName(name)).toBe(label));
});

describe('the statistics', () => {
  test('a download counts on its day in Brussels, on both sides of a clock change', async () => {
    const ports = testPorts();
    // Winter time ends on 29 March 2026 at 02:00; that day has 23 hours.
    for (const time of ['2026-03-28T22:59:59Z', '2026-03-28T23:00:00Z', '2026-03-29T21:59:59Z']) {
      ports.at(Date.parse(time));
      await recordDownload(ports, defaultStatistics, { kind: 'download' });
    }
    expect(await ports.downloads.perDay()).toEqual([
      { day: '2026-03-28', downloads: 1, excluded: 0 },
      { day: '2026-03-29', downloads: 2, excluded: 0 },
    ]);
    const sunday = await readStatistics(ports, defaultStatistics);
    expect(sunday).toMatchObject({ total: 3, today: 2, thisWeek: 3, thisMonth: 3 });
    ports.at(Date.parse('2026-03-29T22:00:00Z'));
    expect(await readStatistics(ports, defaultStatistics)).toMatchObject({
      total: 3,
      today: 0,
      thisWeek: 0,
    });
  });

  test('the whole history begins with the first download, and has robots beside them', async () => {
    const ports = testPorts();
    expect(await readEveryDay(ports, defaultStatistics)).toEqual([
      { day: '2026-11-21', downloads: 0, excluded: 0 },
    ]);
    await recordDownload(ports, defaultStatistics, { kind: 'download' });
    ports.at(Date.UTC(2026, 10, 23, 12));
    await recordDownload(ports, defaultStatistics, { kind: 'excluded' });
    expect(await readEveryDay(ports, defaultStatistics)).toEqual([
      { day: '2026-11-21', downloads: 1, excluded: 0 },
      { day: '2026-11-22', downloads: 0, excluded: 0 },
      { day: '2026-11-23', downloads: 0, excluded: 1 },
    ]);
  });

  test('a replacement does not change them', async () => {
    const ports = testPorts();
    await recordDownload(ports, defaultStatistics, { kind: 'download' });
    const before = await readStatistics(ports, defaultStatistics);
    await put(ports, makePdf());
    expect(await readStatistics(ports, defaultStatistics)).toEqual(before);
  });
});
