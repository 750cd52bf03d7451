import type { PdfPageText } from '@coachsite/core/ebook';
import {
  guideTextOf,
  guideVersions,
  longestGuideText,
  publishGuide,
  readGuideText,
  restoreGuideText,
  saveGuideText,
} from '@coachsite/core/guide';
import { asOperator } from '@coachsite/core/roles';
import {
  memoryBlobStore,
  memoryDigest,
  memoryEbookStore,
  memorySecurityLog,
} from '@coachsite/core/testing';
import { memoryContentStore } from '@coachsite/core/testing/site';
import { describe, expect, test } from 'vitest';
import { withoutLabel } from '#core/src/guide/words.ts';
import { ascii, makePdf } from './support/tiny-pdf.ts';

const tagged = (text: string): readonly PdfPageText[] => [
  { elements: [{ role: 'P', children: [text] }], lines: [] },
];
const untagged = (text: string): readonly PdfPageText[] => [
  { elements: [], lines: [{ text, y: 700, height: 10 }] },
];

function testPorts() {
  let made = 0;
  let text: readonly PdfPageText[] | undefined = tagged('een');
  const clock = { now: () => 1000 };
  return {
    clock,
    ids: {
      uuid: () => {
        made += 1;
        return `id-${made}`;
      },
    },
    securityLog: memorySecurityLog(),
    content: memoryContentStore(),
    ebooks: memoryEbookStore(),
    blobs: memoryBlobStore(clock, memoryDigest),
    pdfInspector: {
      inspect: async () =>
        ({
          kind: 'readable',
          pages: 1,
          title: 'Gids',
          language: 'nl',
          hasText: text === undefined || text.length > 0,
          ...(text && { text }),
        }) as const,
    },
    holds: (next: typeof text) => {
      text = next;
    },
  };
}
type Ports = ReturnType<typeof testPorts>;

const editor = {
  actor: asOperator(),
  context: { ip: 'local', userAgent: 'command line' },
} as const;

async function* once(bytes: Uint8Array) {
  yield bytes;
}

const publish = async (ports: Ports, marker: string, text?: readonly PdfPageText[]) => {
  ports.holds(text);
  const upload = { fileName: 'gids.pdf', bytes: once(makePdf({ marker })) };
  return publishGuide(ports, { limitBytes: 100_000 }, { ...editor, upload });
};
const warningsOf = async (...parameters: Parameters<typeof publish>) =>
  (await publish(...parameters))._unsafeUnwrap().warnings;

/** What the page shows of the active e-book. */
async function shown(ports: Ports): Promise<string | undefined> {
  const ebook = await ports.ebooks.active();
  return ebook && (await guideTextOf(ports.content, ebook))?.content.markdown;
}
const file = async (ports: Ports) => {
  const ebook = await ports.ebooks.active();
  if (!ebook) throw new Error('no e-book');
  return ebook;
};
const write = async (ports: Ports, markdown: string, base?: number) =>
  saveGuideText(ports, { ...editor, file: await file(ports), markdown, base });

describe('publishing an e-book', () => {
  test('its text becomes the page, and the log names the file and where the text comes from', async () => {
    const ports = testPorts();
    expect(await shown(ports)).toBeUndefined();
    expect(await warningsOf(ports, 'a', tagged('een'))).toEqual([]);
    expect(await shown(ports)).toBe('een\n');
    // Databases know it by this name.
    expect((await ports.content.current('guide'))?.id).toBe(1);
    const { sha256 } = await file(ports);
    const log = await ports.securityLog.list({ limit: 10 });
    expect(log.find(({ actionType }) => actionType === 'content_change')?.details).toEqual({
      version: 1,
      guide: 'pdf',
      sha256,
    });
  });

  test('a PDF without tags is a page with a warning, and one without text is none', async () => {
    const ports = testPorts();
    expect(await warningsOf(ports, 'a', untagged('een'))).toEqual(['no_tags']);
    expect(await shown(ports)).toBe('een\n');
    await write(ports, 'een, beter');
    expect(await warningsOf(ports, 'b', [])).toEqual(['no_text', 'text_kept']);
    expect(await shown(ports)).toBeUndefined();
  });

  test('a text that could not be read in time, or is too long, makes no page, and a warning says so', async () => {
    const ports = testPorts();
    expect(await warningsOf(ports, 'a')).toEqual(['no_page']);
    expect(await warningsOf(ports, 'b', tagged('a'.repeat(longestGuideText)))).toEqual(['no_page']);
    expect(await warningsOf(ports, 'c', tagged('a'.repeat(longestGuideText - 1)))).toEqual([]);
  });

  test('a file that could not be opened says that alone', async () => {
    const ports = testPorts();
    const closed = {
      ...ports,
      pdfInspector: { inspect: async () => ({ kind: 'unreadable' }) as const },
    };
    const upload = { fileName: 'gids.pdf', bytes: once(makePdf()) };
    const published = await publishGuide(closed, { limitBytes: 100_000 }, { ...editor, upload });
    expect(published._unsafeUnwrap().warnings).toEqual(['not_inspected']);
  });

  test('a rejected file changes nothing', async () => {
    const ports = testPorts();
    const upload = { fileName: 'gids.pdf', bytes: once(ascii('<html></html>')) };
    const published = await publishGuide(ports, { limitBytes: 100_000 }, { ...editor, upload });
    expect(published._unsafeUnwrapErr().kind).toBe('not_a_pdf');
    expect(await guideVersions(ports.content)).toEqual([]);
  });

  test('a text that cannot be stored leaves the e-book published', async () => {
    const ports = testPorts();
    const full = { ...ports.content, save: () => Promise.reject(new Error('full')) };
    const upload = { fileName: 'gids.pdf', bytes: once(makePdf()) };
    const published = await publishGuide(
      { ...ports, content: full },
      { limitBytes: 100_000 },
      { ...editor, upload },
    );
    expect(published._unsafeUnwrap().warnings).toEqual(['page_failed']);
    expect(await ports.ebooks.active()).toBeDefined();
  });

  test('another PDF shows its own text; a corrected one is kept among the versions, which is said', async () => {
    const ports = testPorts();
    await publish(ports, 'a', tagged('een'));
    expect(await warningsOf(ports, 'b', tagged('twee'))).toEqual([]);
    await write(ports, 'twee, beter');
    expect(await warningsOf(ports, 'c', tagged('drie'))).toEqual(['text_kept']);
    expect(await shown(ports)).toBe('drie\n');
    const kept = await guideVersions(ports.content);
    expect(kept.map(({ content }) => [content.markdown, content.origin])).toEqual([
      ['drie\n', 'pdf'],
      ['twee, beter', 'admin'],
      ['twee\n', 'pdf'],
      ['een\n', 'pdf'],
    ]);
  });

  test('the same PDF again keeps what was corrected, and one from before has its corrected text again', async () => {
    const ports = testPorts();
    await publish(ports, 'a', tagged('een'));
    await write(ports, 'een, beter');
    expect(await warningsOf(ports, 'a', tagged('een'))).toEqual(['same_file']);
    expect(await shown(ports)).toBe('een, beter');
    await publish(ports, 'b', tagged('twee'));
    expect(await warningsOf(ports, 'a', tagged('een'))).toEqual([]);
    expect(await shown(ports)).toBe('een, beter');
    const [, previous] = await ports.ebooks.versions();
    await ports.ebooks.restore(previous?.id ?? '');
    expect(await shown(ports)).toBe('twee\n');
  });
});

describe('correcting the text', () => {
  test('is a version of its file; an empty text takes the page away', async () => {
    const ports = testPorts();
    await publish(ports, 'a', tagged('een'));
    const saved = (await write(ports, ' # Een\n', 1))._unsafeUnwrap();
    expect(saved).toMatchObject({ id: 2, content: { markdown: ' # Een\n', origin: 'admin' } });
    expect(await shown(ports)).toBe(' # Een\n');
    await write(ports, ' \n');
    expect(await shown(ports)).toBe('');
  });

  test('is shown without reading what was before', async () => {
    const ports = testPorts();
    await publish(ports, 'a', tagged('een'));
    await write(ports, 'beter');
    const newestOnly = { ...ports.content, versions: () => Promise.reject(new Error('slow')) };
    expect((await guideTextOf(newestOnly, await file(ports)))?.content.markdown).toBe('beter');
  });

  test('stops where somebody saved, or replaced the e-book, meanwhile', async () => {
    const ports = testPorts();
    await publish(ports, 'a', tagged('een'));
    expect((await write(ports, 'b', 0))._unsafeUnwrapErr().kind).toBe('guide_conflict');
    await publish(ports, 'b', tagged('twee'));
    expect((await write(ports, 'c', 1))._unsafeUnwrapErr().kind).toBe('guide_conflict');
    expect(await shown(ports)).toBe('twee\n');
  });

  test('a scan can have a text that somebody writes', async () => {
    const ports = testPorts();
    await publish(ports, 'a', []);
    expect((await write(ports, 'een', 0)).isOk()).toBe(true);
    expect(await shown(ports)).toBe('een');
  });
});

describe('restoring a version', () => {
  const restore = async (ports: Ports, id: number) =>
    restoreGuideText(ports, { ...editor, file: await file(ports), id });

  test('makes it the newest; of another PDF it counts as written for this one', async () => {
    const ports = testPorts();
    await publish(ports, 'a', tagged('een'));
    await write(ports, 'een, beter');
    expect((await restore(ports, 1))._unsafeUnwrap().content.origin).toBe('pdf');
    expect(await shown(ports)).toBe('een\n');
    await publish(ports, 'b', tagged('twee'));
    const { sha256 } = await file(ports);
    const restored = (await restore(ports, 1))._unsafeUnwrap();
    expect(restored.content).toEqual({ sha256, markdown: 'een\n', origin: 'admin' });
    expect(await shown(ports)).toBe('een\n');
  });

  test('finds only what is kept, and stops where somebody saved meanwhile', async () => {
    const ports = testPorts();
    await publish(ports, 'a', tagged('een'));
    expect((await restore(ports, 9))._unsafeUnwrapErr().kind).toBe('guide_version_not_found');
    const [stale] = await guideVersions(ports.content);
    await write(ports, 'beter');
    const late = {
      ...ports,
      content: { ...ports.content, versions: async () => (stale ? [stale] : []) },
    };
    const restored = await restoreGuideText(late, { ...editor, file: await file(ports), id: 1 });
    expect(restored._unsafeUnwrapErr().kind).toBe('guide_conflict');
  });
});

test('reading the PDF anew makes what it says the text again; without text nothing changes', async () => {
  const ports = testPorts();
  await publish(ports, 'a', tagged('een'));
  await write(ports, 'beter');
  const again = async (text: readonly PdfPageText[] | undefined) =>
    readGuideText(ports, { ...editor, file: await file(ports), text });
  expect((await again(undefined))._unsafeUnwrapErr().kind).toBe('guide_without_text');
  expect((await again([]))._unsafeUnwrapErr().kind).toBe('guide_without_text');
  expect(await shown(ports)).toBe('beter');
  expect((await again(tagged('een')))._unsafeUnwrap().content.origin).toBe('pdf');
  expect(await shown(ports)).toBe('een\n');
});

test('a sign within an item is a part of its text', () => {
  expect(withoutLabel('• yoghurt – plain')).toBe('yoghurt – plain');
  expect(withoutLabel('plain yoghurt · 2 spoons')).toBe('plain yoghurt · 2 spoons');
});
