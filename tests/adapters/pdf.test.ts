import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unpdfInspector } from '@coachsite/adapters/pdf';
import { expect, test, vi } from 'vitest';
import { inspectionCommand } from '#adapters/src/node/pdf/command.ts';
import { makePdf } from '../support/pdf.ts';

vi.mock('node:child_process', { spy: true });

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
    const [, ...parameters] = inspectionCommand.slice(0, -1);
    const { stderr, status } = spawnSync(process.execPath, [...parameters, '--eval', attempt]);
    expect([attempt, status]).toEqual([attempt, 1]);
    expect(String(stderr)).toContain('ERR_ACCESS_DENIED');
  }
});

test('an inspection that could not be started keeps no later one from starting', async () => {
  const inspector = unpdfInspector();
  vi.mocked(spawn).mockImplementationOnce(() => {
    throw Object.assign(new Error('spawn ENOMEM'), { code: 'ENOMEM' });
  });
  const pdf = makePdf({ pages: 2 });
  expect(await inspector.inspect(once(pdf))).toEqual({ kind: 'unreadable' });
  expect(await inspector.inspect(once(pdf))).toMatchObject({ kind: 'readable', pages: 2 });
});
