import { renameSync, rmSync, writeFileSync } from 'node:fs';

/** Replaces a file at once, so that a server that follows it never reads half of it; a failure leaves the file as it was. */
export function writeWhole(path: string, text: string): void {
  const draft = `${path}.${process.pid}`;
  try {
    writeFileSync(draft, text);
    renameSync(draft, path);
  } catch (error) {
    // Beside the texts it would pass for one of them.
    rmSync(draft, { force: true });
    throw error;
  }
}
