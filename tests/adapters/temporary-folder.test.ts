import { tmpdir } from 'node:os';
import { basename } from 'node:path';
import { expect, test } from 'vitest';

test('temporary files of the tests are in a folder that is removed with their run', () => {
  expect(basename(tmpdir())).toMatch(/^coachsite-run-/);
});
