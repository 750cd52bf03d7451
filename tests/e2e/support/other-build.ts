import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from '#ui/site-build/files.ts';

const digits = '0123456789abcdef';

/** A digest that no build gave: each of its digits is the next one. */
const otherDigest = (digest: string) =>
  digest.replaceAll(/./g, (digit) => digits[(digits.indexOf(digit) + 1) % digits.length] ?? '');

const digestOf = /(?<=^|-)([0-9a-f]{7,8})(?=\.\w+$)/;

/**
 * Gives every hashed file of the build in `folder` another name, as a build of which every part has changed would have, and
 * tells all that name it. Compressed copies would still hold the old names, so they go.
 */
export function renameBuild(folder: string): void {
  const dist = join(folder, 'ui', 'dist');
  const assets = ['client', 'styles', 'document'].map((name) => join(dist, name, 'assets'));
  const names = new Map<string, string>();
  for (const place of assets) {
    for (const name of readdirSync(place)) {
      const other = name.replace(digestOf, otherDigest);
      if (/\.(?:br|gz)$/.test(name)) rmSync(join(place, name));
      else renameSync(join(place, name), join(place, other));
      names.set(name, other);
    }
  }
  const anyName = new RegExp(
    [...names.keys()].map((name) => name.replaceAll('.', '\\.')).join('|'),
    'g',
  );
  const readers = filesBelow(dist).filter((file) => /\.(?:js|css|json)$/.test(file));
  for (const file of readers) {
    const text = readFileSync(file, 'utf8');
    const changed = text.replaceAll(anyName, (name) => names.get(name) ?? name);
    if (changed !== text) writeFileSync(file, changed);
  }
}
