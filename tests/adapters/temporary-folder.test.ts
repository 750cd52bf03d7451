import { tmpdir } from 'node:os';
import { basename } from 'node:path';
import { expect, test } from 'vitest';

test('what the tests leave behind stands in a folder that goes with their run', () => {
  expect(basename(tmpdir())).toMatch(/^coachsite-run-/);
});
