import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const left = new Set(['node_modules', '.git', 'dist', 'data', 'test-results']);

let copy: string;
beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'coachsite-'));
  cpSync(root, copy, { recursive: true, filter: (path) => !left.has(basename(path)) });
});

/** The lines that the check prints about the copy. */
function deadReferences(): readonly string[] {
  const script = join(import.meta.dirname, 'check-references.ts');
  const { status, stderr } = spawnSync(process.execPath, [script, copy], { encoding: 'utf8' });
  expect(status).toBe(stderr === '' ? 0 : 1);
  return stderr.split('\n').filter(Boolean);
}

test('every reference of this repository resolves', () => {
  expect(deadReferences()).toEqual([]);
});

test('citations, links, paths and folders that do not resolve are reported by file and line', () => {
  writeFileSync(
    join(copy, 'core/src/planted.ts'),
    [
      `/** A rule. Source: docs/rules.md#5, docs/rules.md#gone. */`,
      `/** Another. Source: hearsay, RFC 9110 13.1. */`,
      '/**',
      ` * A third. Source: docs/security.md#LK-7,`,
      ' * the old paper.',
      ' */',
      `// Also docs/lost.md.`,
    ].join('\n'),
  );
  writeFileSync(
    join(copy, 'docs/planted.md'),
    '[a](rules.md#nowhere) [b](gone.md) `core/src/gone.ts`\n',
  );
  appendFileSync(join(copy, 'README.md'), '[gone](docs/gone.md) `scripts/gone.ts`\n');
  writeFileSync(join(copy, 'core/src/README.md'), '[gone](gone.md) `core/src/gone.ts`\n');
  writeFileSync(join(copy, 'docs/deploy/planted.conf'), '# As in docs/deploy.md#gone\n');
  mkdirSync(join(copy, 'server/src/unlisted'));
  const readme = /^README\.md:\d+ (links to docs\/gone\.md|names scripts\/gone\.ts)$/;

  const found = deadReferences();
  expect(found.filter((line) => !readme.test(line)).sort()).toEqual([
    'core/src/README.md:1 links to gone.md',
    'core/src/README.md:1 names core/src/gone.ts',
    `core/src/planted.ts:1 cites docs/rules.md#gone`,
    'core/src/planted.ts:2 cites "hearsay"',
    'core/src/planted.ts:4 cites "the old paper"',
    `core/src/planted.ts:7 cites docs/lost.md`,
    'docs/architecture.md:1 does not list server/src/unlisted',
    'docs/deploy/planted.conf:1 cites docs/deploy.md#gone',
    'docs/planted.md:1 links to gone.md',
    'docs/planted.md:1 links to rules.md#nowhere',
    'docs/planted.md:1 names core/src/gone.ts',
  ]);
  expect(found.filter((line) => readme.test(line))).toHaveLength(2);
});
