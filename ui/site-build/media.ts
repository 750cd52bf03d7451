import { cpSync, createReadStream, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharpPictureMaker } from '@coachsite/adapters/images';
import { siteFile } from '../src/site/site.ts';
import { dist } from './source-hash.ts';

const root = join(import.meta.dirname, '..', '..');

/**
 * Copies the owner's pictures unchanged, and makes the sizes of the portrait. Returns its key; throws if the file that the
 * configuration names is missing or no picture.
 */
export async function copyMedia(): Promise<string | undefined> {
  const [from, to] = [join(root, 'ui', 'content', 'media'), join(dist, 'media')];
  if (existsSync(from)) cpSync(from, to, { recursive: true });
  const { file } = siteFile.coach.portrait;
  const sizes = join(dist, 'portrait');
  if (!file) return undefined;
  const path = join(to, file);
  if (!existsSync(path))
    throw new Error(`ui/content/site.json names ui/content/media/${file}: no such file`);
  const made = await sharpPictureMaker().make(
    createReadStream(path),
    Number.POSITIVE_INFINITY,
    'portrait',
  );
  if (made.isErr())
    throw new Error(`ui/content/media/${file} can be no portrait: ${made.error.kind}`);
  mkdirSync(sizes);
  const { key, files } = made.value;
  for (const { width, format, bytes } of files)
    writeFileSync(join(sizes, `${key}-${width}.${format}`), bytes);
  return key;
}
