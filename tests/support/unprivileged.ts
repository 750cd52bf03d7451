import { spawnSync } from 'node:child_process';

/** Servers such as PostgreSQL refuse to run as root: then they run as the user `nobody`. */
export function unprivileged(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (which: string) =>
    Number(spawnSync('id', [which, 'nobody'], { encoding: 'utf8' }).stdout);
  return { uid: idOf('-u'), gid: idOf('-g') };
}
