import { expect, test, vi } from 'vitest';
import { withProgress } from '../../scripts/support/progress.ts';

/** A stderr that keeps what was written. */
function kept(isTTY: boolean) {
  const written: string[] = [];
  return {
    written,
    stderr: { isTTY, write: (text: string | Uint8Array) => written.push(String(text)) > 0 },
  };
}

test('long work shows its seconds on a terminal, and leaves nothing behind', async () => {
  vi.useFakeTimers();
  const { written, stderr } = kept(true);
  const work = withProgress('Copying', new Promise((resolve) => setTimeout(resolve, 2500)), stderr);
  await vi.advanceTimersByTimeAsync(5000);
  await work;
  vi.useRealTimers();
  const lines = written.map((text) => text.replace('\r\u001B[K', ''));
  expect(lines).toEqual(['Copying (0 s)', 'Copying (1 s)', 'Copying (2 s)', '']);
});

test('the line is gone as well when the work fails', async () => {
  const { written, stderr } = kept(true);
  await expect(withProgress('x', Promise.reject(new Error('full')), stderr)).rejects.toThrow(
    'full',
  );
  expect(written.at(-1)).toBe('\r\u001B[K');
});

test('in a log or a pipe it shows nothing', async () => {
  const { written, stderr } = kept(false);
  expect(await withProgress('Copying', Promise.resolve(7), stderr)).toBe(7);
  expect(written).toEqual([]);
});
