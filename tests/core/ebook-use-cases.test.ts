import { defaultStatistics } from '@coachsite/core/defaults';
import {
  cleanFileName,
  downloadEbook,
  type PdfInspection,
  readStatistics,
  recordDownload,
  replaceEbook,
  restoreEbook,
  sweepEbooks,
} from '@coachsite/core/ebook';
import { hourMs } from '@coachsite/core/kernel';
import { asOperator } from '@coachsite/core/roles';
import {
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
  replaceEbook(ports, operator, { fileName: 'gids.pdf', bytes: streamed(bytes) }, limitBytes);

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
    expect(await warningsOf({ kind: 'unreadable' })).toEqual(['not_inspected']);
  });

  test('undo restores the replaced file unchanged', async () => {
    const ports = testPorts();
    await put(ports, makePdf({ marker: 'old' }));
    await put(ports, makePdf({ marker: 'new' }));
    const [, old] = await ports.ebooks.versions();
    expect((await restoreEbook(ports, operator, old?.id ?? '')).isOk()).toBe(true);
    expect(await readAll(ports)).toEqual(makePdf({ marker: 'old' }));
    const unknown = await restoreEbook(ports, operator, 'unknown');
    expect(unknown._unsafeUnwrapErr()).toEqual({ kind: 'ebook_version_not_found' });
  });

  test('the use case logs each change, and no rejected one', async () => {
    const ports = testPorts();
    const { ebook } = (await put(ports, makePdf()))._unsafeUnwrap();
    await put(ports, new Uint8Array(10));
    await restoreEbook(ports, operator, ebook.id);
    await restoreEbook(ports, operator, 'unknown');
    const { id, fileName, sha256 } = ebook;
    const row = { userId: undefined, ...operator.context, details: { id, fileName, sha256 } };
    const rows = await ports.securityLog.list({ limit: 10 });
    expect(rows.toReversed()).toMatchObject([
      { actionType: 'ebook_replaced', source: 'server', ...row },
      { actionType: 'ebook_restored', source: 'server', ...row },
    ]);
  });

  test('files of no kept version are removed after an hour, not before', async () => {
    const ports = testPorts();
    const start = ports.clock.now();
    for (const marker of ['a', 'b', 'c', 'd', 'e']) await put(ports, makePdf({ marker }));
    expect(await sweepEbooks(ports)).toBe(0);
    ports.at(start + hourMs + 1);
    expect(await sweepEbooks(ports)).toBe(2);
    expect(await readAll(ports)).toEqual(makePdf({ marker: 'e' }));
  });
});

describe('the label of a file', () => {
  test('is short, printable, and never a path', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
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
      await recordDownload(ports, defaultStatistics, 'download');
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

  test('a replacement does not change them', async () => {
    const ports = testPorts();
    await recordDownload(ports, defaultStatistics, 'download');
    const before = await readStatistics(ports, defaultStatistics);
    await put(ports, makePdf());
    expect(await readStatistics(ports, defaultStatistics)).toEqual(before);
  });
});
