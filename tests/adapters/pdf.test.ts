import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { unpdfInspector } from '@coachsite/adapters/pdf';
import { expect, test } from 'vitest';
import { inspectionCommand } from '#adapters/src/node/pdf/command.ts';
import { oneAtATime } from '#adapters/src/node/pdf/one-at-a-time.ts';
import { makePdf, xmpWithTitle } from '../support/pdf.ts';

async function* once(bytes: Uint8Array) {
  yield bytes;
}

test('a PDF is read in a process of its own', async () => {
  expect(await unpdfInspector().inspect(once(makePdf({ pages: 3 })))).toMatchObject({
    kind: 'readable',
    pages: 3,
  });
});

test('that process may not read the files of the site, write any, or start a program', () => {
  const secret = join(mkdtempSync(join(tmpdir(), 'coachsite-')), 'key');
  writeFileSync(secret, 'secret');
  const attempts = [
    `require('node:fs').readFileSync(${JSON.stringify(secret)})`,
    `require('node:fs').writeFileSync(${JSON.stringify(secret)}, '')`,
    `require('node:child_process').spawnSync('id')`,
  ];
  for (const attempt of attempts) {
    const [, ...parameters] = inspectionCommand.slice(0, -2);
    const { stderr, status } = spawnSync(process.execPath, [...parameters, '--eval', attempt]);
    expect([attempt, status]).toEqual([attempt, 1]);
    expect(String(stderr)).toContain('ERR_ACCESS_DENIED');
  }
});

test('inspections wait for one another, and one that could not be started keeps no later one from starting', async () => {
  let running = 0;
  let started = 0;
  const inspectInTurn = oneAtATime(async () => {
    started += 1;
    running += 1;
    expect(running).toBe(1);
    await nextTurn();
    running -= 1;
    if (started === 1) throw new Error('spawn ENOMEM');
    return { kind: 'locked' };
  });
  const inspect = () => inspectInTurn(once(makePdf({ pages: 2 })));
  expect(await Promise.all([inspect(), inspect(), inspect()])).toEqual([
    { kind: 'unreadable' },
    { kind: 'locked' },
    { kind: 'locked' },
  ]);
});

const inspected = (options: Parameters<typeof makePdf>[0]) =>
  unpdfInspector().inspect(once(makePdf(options)));

test.each<[string, Parameters<typeof makePdf>[0], string]>([
  ['the Info dictionary', { title: 'Gids', xmp: xmpWithTitle('Other') }, 'Gids'],
  ['the metadata stream, as in PDF 2.0', { xmp: xmpWithTitle('Vijf stappen') }, 'Vijf stappen'],
  [
    'the metadata stream where Info has an empty one',
    { title: ' ', xmp: xmpWithTitle('Gids') },
    'Gids',
  ],
  ['nowhere', {}, ''],
  ['nowhere, where Ghostscript writes Untitled', { xmp: xmpWithTitle('Untitled') }, ''],
  ['nowhere, where the metadata stream is broken', { xmp: '<x:xmpmeta><rdf:RDF>' }, ''],
])('the title is read from %s', async (_name, options, title) => {
  expect(await inspected({ ...options, language: 'nl' })).toEqual({
    kind: 'readable',
    pages: 1,
    title,
    language: 'nl',
    hasText: false,
  });
});

test.each([
  [
    'time',
    { drawing: 'BT (a) Tj ET q 1 0 0 1 0 0 cm Q\n'.repeat(2_000_000).replaceAll('(a)', '( )') },
  ],
  ['memory', { bombBytes: 250 * 1024 * 1024 }],
])(
  'when the search for text runs into the limit of %s, only the text is unknown',
  async (_name, options) => {
    expect(await inspected({ ...options, title: 'Gids', language: 'nl' })).toEqual({
      kind: 'readable',
      pages: 1,
      title: 'Gids',
      language: 'nl',
    });
  },
);

test('a file much larger than the memory that the inspection may take of its own is inspected', async () => {
  expect(await inspected({ pages: 2, sizeBytes: 130 * 1024 * 1024 })).toMatchObject({
    kind: 'readable',
    pages: 2,
  });
});
