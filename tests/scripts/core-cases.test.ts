import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sections } from '../support/core-cases.ts';

test('a test runs every section of the case table', () => {
  const folder = new URL('../core/', import.meta.url);
  const sources = readdirSync(folder)
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
    .join('\n');
  for (const section of sections)
    expect(sources).toMatch(new RegExp(`(?:casesOf|factOf)[^(]*\\(\\s*'${section}'`));
});
