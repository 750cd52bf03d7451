import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { runCommandLine } from '../support/command.ts';
import { makePdf } from '../support/pdf.ts';
import { newSchema, onSchema } from '../support/postgres-schema.ts';

const root = mkdtempSync(join(tmpdir(), 'coachsite-no-site-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const guide = join(root, 'guide.pdf');
writeFileSync(guide, makePdf({ marker: 'n' }));

/** Commands about a site that exists. */
const needing = [
  'admin list',
  'admin create --email an@example.com --keep-password',
  'admin revoke --email an@example.com',
  'admin unlock --email an@example.com',
  'admin end-sessions',
  'consent show 1',
  'ebook stats',
  'ebook versions --json',
  'ebook restore 1',
  'errors',
  'mail list',
  'mail retry',
  'privacy export --email an@example.com',
  'privacy erase --email an@example.com',
];

/** Commands with which a site may begin. */
const beginning = [
  'admin create --email an@example.com --password-stdin',
  `ebook put ${guide}`,
  'keys rotate',
  'seed',
];

describe('in a folder without a site', () => {
  test.each(needing)('%s says so, and makes nothing', async (command) => {
    const folder = join(root, command.replaceAll(/\W/g, '-'));
    const ended = await runCommandLine(command.split(' '), { DATA_DIR: folder });
    expect(ended).toEqual({
      status: 1,
      out: '',
      error: `There is no site in ${folder}. npm start makes one\n`,
    });
    expect(existsSync(folder)).toBe(false);
  });

  test.each(beginning)('%s begins one', async (command) => {
    const folder = join(root, `begun-${beginning.indexOf(command)}`);
    const env = { DATA_DIR: folder };
    const run = () => runCommandLine(command.split(' '), env, 'Vlaamse-Kermis-27\n');
    const note = `Note: there was no site in ${folder}, so a new one was begun there\n`;
    expect(await run()).toMatchObject({ status: 0, error: expect.stringContaining(note) });
    expect((await runCommandLine(['admin', 'list'], env)).status).toBe(0);
    expect((await run()).error).not.toContain('Note: there was');
  });
});

test('preflight lists what is missing, and makes nothing, also in an empty database', async () => {
  const url = await newSchema();
  const folder = join(root, 'preflight');
  const env = { DATA_DIR: folder, DATABASE_URL: url };
  const ended = await runCommandLine(['preflight'], env);
  expect(ended).toMatchObject({ status: 1, error: expect.stringMatching(/^\d+ missing\n$/) });
  expect(ended.out).toContain('npm run admin: nobody can manage the site yet');
  expect(existsSync(folder)).toBe(false);
  const list = await runCommandLine(['admin', 'list'], env);
  expect(list).toEqual({
    status: 1,
    out: '',
    error: 'There is no site in the database of DATABASE_URL. npm start makes one\n',
  });
  const tables = 'SELECT 1 FROM pg_tables WHERE schemaname = current_schema()';
  expect(await onSchema(url, tables)).toEqual([]);
});

test('with no environment set a command works, and says where', async () => {
  // The default folder is below the working folder.
  const folder = mkdtempSync(join(root, 'work-'));
  const data = join(folder, 'data');
  const preflight = await runCommandLine(['preflight'], {}, '', folder);
  expect(preflight.error).toContain(`Note: DATA_DIR is not set, and there is no site in ${data}\n`);
  expect(readdirSync(folder)).toEqual([]);
  expect(await runCommandLine(['admin', 'list'], {}, '', folder)).toEqual({
    status: 0,
    out: 'There is no admin yet\n',
    error: `Note: there was no site in ${data}, the default of DATA_DIR, so a new one was begun there\n`,
  });
  expect(readdirSync(data)).toContain('coachsite.sqlite');
  const again = await runCommandLine(['admin', 'list'], {}, '', folder);
  expect(again).toEqual({ status: 0, out: 'There is no admin yet\n', error: '' });
});
