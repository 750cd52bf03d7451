import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The paths of all files below a folder. */
export function filesBelow(path: string): readonly string[] {
  const entries = readdirSync(path, { withFileTypes: true });
  return entries.flatMap((entry) => {
    const inner = join(path, entry.name);
    return entry.isDirectory() ? filesBelow(inner) : [inner];
  });
}
