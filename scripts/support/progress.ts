/**
 * Shows on a terminal what takes long, and for how many seconds already; the line is gone when the work has ended.
 * Shows nothing where stderr is a file or a pipe.
 */
export async function withProgress<T>(
  what: string,
  work: Promise<T>,
  stderr: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stderr,
): Promise<T> {
  if (!stderr.isTTY) return work;
  const start = performance.now();
  const show = () =>
    stderr.write(`\r\u001B[K${what} (${Math.round((performance.now() - start) / 1000)} s)`);
  show();
  const timer = setInterval(show, 1000);
  return work.finally(() => {
    clearInterval(timer);
    stderr.write('\r\u001B[K');
  });
}
