import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const program = fileURLToPath(new URL('../support/marked-run.ts', import.meta.url));

test('nothing a visitor types reaches the log, at any level', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'coachsite-'));
  const marker = 'zeldzaamwoord';
  const { stdout, stderr } = await run(process.execPath, [program, directory, marker]);
  expect(stdout).toMatch(/responses 201,422,303,422,202,410,410,405,404,204,422,401 mails 3/);
  expect(stdout).toContain('a page reported an error');
  expect(stdout + stderr).not.toContain(marker);
});
