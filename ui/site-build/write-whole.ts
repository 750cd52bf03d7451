import { renameSync, writeFileSync } from 'node:fs';

/** Replaces a file at once, so that a server that follows it never reads half of it. */
export function writeWhole(path: string, text: string): void {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, path);
}
