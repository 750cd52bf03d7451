import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type ApiSnapshot, apiChanges, changeOf, changesPage } from '../release/api-changes.ts';
import { closed, notesOf } from '../release/changelog.ts';
import { compareVersions, nextVersion, parseVersion, versionProblem } from '../release/version.ts';

const before: ApiSnapshot = {
  'text.trim': 'function trim(text: string): string;',
  'text.Limits': ['interface Limits', 'readonly length: number;'],
};

test.each<[string, ApiSnapshot, string]>([
  ['nothing', before, 'fix'],
  ['a new name', { ...before, 'text.cut': 'function cut(): void;' }, 'feature'],
  [
    'a new optional member',
    {
      ...before,
      'text.Limits': ['interface Limits', 'readonly length: number;', 'readonly words?: number;'],
    },
    'fix',
  ],
  [
    'a new member that is needed',
    {
      ...before,
      'text.Limits': ['interface Limits', 'readonly length: number;', 'readonly words: number;'],
    },
    'breaking',
  ],
  ['a member less', { ...before, 'text.Limits': ['interface Limits'] }, 'breaking'],
  ['another type', { ...before, 'text.trim': 'function trim(text: Text): string;' }, 'breaking'],
  ['a name less', { 'text.Limits': before['text.Limits'] ?? '' }, 'breaking'],
])('%s in the API', (_what, after, change) => {
  expect(changeOf(apiChanges(before, after))).toBe(change);
});

test('the page of changes shows each declaration before and after', () => {
  const after = { 'text.trim': 'function trim(text: Text): string;', 'text.cut': 'const cut: 1' };
  const page = changesPage(apiChanges(before, after));
  expect(page).toContain('## Removed\n\n- text.Limits');
  expect(page).toMatch(/### text\.trim\n\n```ts\n.*text: string.*\n```\n\n```ts\n.*text: Text/);
  expect(page).toContain('## Added\n\n- text.cut');
});

test.each([
  ['1.2.3', 'breaking', '2.0.0'],
  ['1.2.3', 'feature', '1.3.0'],
  ['1.2.3', 'fix', '1.2.4'],
  ['0.2.3', 'breaking', '0.3.0'],
  ['0.2.3', 'feature', '0.2.4'],
  ['0.2.3', 'fix', '0.2.4'],
] as const)('after %s a %s change needs %s', (last, change, next) => {
  expect(nextVersion(last, change)).toBe(next);
  expect(versionProblem(next, last, change)).toBeUndefined();
  expect(versionProblem('10.0.0', last, change)).toBeUndefined();
});

test('a version that says too little, goes back or is none is rejected', () => {
  expect(versionProblem('1.3.0', '1.2.3', 'breaking')).toBe(
    'A breaking change of the API since 1.2.3 needs 2.0.0 at least',
  );
  expect(versionProblem('1.2.4', '1.2.3', 'feature')).toContain('needs 1.3.0 at least');
  expect(versionProblem('1.2.3', '1.2.3', 'fix')).toBe('1.2.3 does not come after 1.2.3');
  expect(versionProblem('v2', '1.2.3', 'fix')).toBe('v2 is no version such as 1.2.3');
  expect(['0.10.0', '0.9.0', '0.9.1'].sort(compareVersions)).toEqual(['0.9.0', '0.9.1', '0.10.0']);
});

test('the notes are what the changelog says under "Unreleased", and get a version and a day', () => {
  const changelog =
    '# Changelog\n\n## Unreleased\n\n### Added\n\n- A.\n\n## 0.1.0 (2026-11-23)\n\n- B.\n';
  expect(notesOf(changelog)).toBe('### Added\n\n- A.');
  const next = closed(changelog, '0.2.0', '2026-11-24');
  expect(next).toContain('## Unreleased\n\n## 0.2.0 (2026-11-24)\n\n### Added\n\n- A.\n\n## 0.1.0');
  expect(notesOf(next)).toBe('');
});

test('every version that was released has its notes, its API and its openapi.json', () => {
  const folder = join(import.meta.dirname, '..', '..', 'docs', 'releases');
  const versions = readdirSync(folder).filter((name) => name !== 'README.md');
  expect(versions).toContain('0.1.0');
  for (const version of versions) {
    expect(parseVersion(version)).toBeDefined();
    const read = (name: string) => readFileSync(join(folder, version, name), 'utf8');
    expect(read('notes.md')).toMatch(new RegExp(`^# coachsite ${version}\n`));
    expect(Object.keys(JSON.parse(read('core-api.json'))).length).toBeGreaterThan(100);
    expect(Object.keys(JSON.parse(read('openapi.json')).paths)).toContain('/api/contact');
  }
});
