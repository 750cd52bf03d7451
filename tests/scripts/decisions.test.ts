import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../docs/decisions');

test('the list of decisions has the title and the status of each page', () => {
  const pages = readdirSync(folder).filter((name) => /^\d{4}-/.test(name));
  const rows = pages.sort().map((name) => {
    const page = readFileSync(join(folder, name), 'utf8');
    const [, number, title] = /^# (\d{4}) (.+)$/m.exec(page) ?? [];
    const [, status] = /^Status: (.+)$/m.exec(page) ?? [];
    return `| [${number}](${name}) | ${title} | ${status} |`;
  });
  expect(rows.length).toBeGreaterThan(30);
  const list = readFileSync(join(folder, 'README.md'), 'utf8');
  expect(list.split('\n').filter((line) => line.startsWith('| [0'))).toEqual(rows);
});
