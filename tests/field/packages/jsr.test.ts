import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addRow } from '../rows.ts';
import { deno, runtimes, tarball } from './support/installed.ts';

test('JSR would take the core, with its types, none of them slow', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'coachsite-jsr-'));
  spawnSync('tar', ['-xzf', tarball('core'), '--strip-components=1'], { cwd });
  const env = { ...process.env, NO_COLOR: '1' };
  const given = ['publish', '--dry-run', '--allow-dirty'];
  const { status, stderr } = spawnSync(deno, given, { cwd, env, encoding: 'utf8' });
  expect(stderr).toContain('Dry run complete');
  expect(stderr).not.toMatch(/^(?:error|warning)/m);
  expect(status).toBe(0);
  const [version = ''] = runtimes.Deno ?? [];
  addRow({
    name: 'JSR, the core',
    version: `Deno ${version}`,
    outcome: 'a dry run, no slow types',
  });
});
