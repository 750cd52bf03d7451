import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Card, CardLine } from './drawing.ts';

/** One image to draw: the name it is served under, and what it is drawn from. */
export interface SocialImage {
  readonly name: string;
  readonly card: Card;
}

/** How many threads draw; the machines this is built on have two cores. */
const threads = 2;

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};

const toText = (markup: string) =>
  markup
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? entity)
    .trim();

const cuts: Readonly<Record<string, CardLine['cut']>> = {
  'w-62': 'tight',
  'w-84': 'tight',
  'w-100': 'heading',
  'w-125': 'wide',
};

/** The lines of a page's h1, each in its width: the image shows the title that the page shows. */
export function titleOf(body: string): readonly CardLine[] {
  const inside = /<h1[^>]*>(.*?)<\/h1>/s.exec(body)?.[1];
  if (inside === undefined) throw new Error('A page without an h1 has no social image');
  const lines = [
    ...inside.matchAll(/<span class="l([^"]*)">(.*?)<\/span>(?=\s*(?:<span class="l|$))/gs),
  ];
  if (lines.length === 0) return [{ text: toText(inside), cut: 'heading' }];
  return lines.map(([, classes = '', text = '']) => ({
    text: toText(text),
    cut: cuts[classes.trim()] ?? 'heading',
  }));
}

/** What the drawing itself is made of: a change draws every image again. */
const sources = [
  'drawing.ts',
  'pigments.ts',
  'ticks.ts',
  '../../src/design/ticks.ts',
  '../../src/design/tokens.css',
];

function digest(): string {
  const hash = createHash('sha256');
  for (const source of sources) hash.update(readFileSync(join(import.meta.dirname, source)));
  return hash.digest('hex');
}

/** Draws a share of the images in a thread of its own. */
function draw(folder: string, images: readonly SocialImage[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('worker.ts', import.meta.url), {
      workerData: { folder, images },
    });
    worker.once('error', reject);
    worker.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error('The social images were not drawn')),
    );
  });
}

/**
 * Brings the images in `folder` up to date: draws those whose words or drawing changed and removes those no page
 * has any more. Source: docs/law-and-search.md#F60.
 */
export async function writeSocialImages(
  folder: string,
  images: readonly SocialImage[],
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const drawing = digest();
  const stampPath = join(folder, 'stamps.json');
  const before = (
    existsSync(stampPath) ? JSON.parse(readFileSync(stampPath, 'utf8')) : {}
  ) as Readonly<Record<string, string>>;
  const stamps = Object.fromEntries(
    images.map(({ name, card }) => [
      name,
      createHash('sha256').update(drawing).update(JSON.stringify(card)).digest('hex'),
    ]),
  );
  const stale = images.filter(
    ({ name }) => before[name] !== stamps[name] || !existsSync(join(folder, name)),
  );
  for (const file of readdirSync(folder)) {
    if (!(file in stamps) && file.endsWith('.png')) rmSync(join(folder, file));
  }
  const shares = Array.from({ length: threads }, (_, thread) =>
    stale.filter((_image, index) => index % threads === thread),
  );
  await Promise.all(shares.filter((share) => share.length > 0).map((share) => draw(folder, share)));
  writeFileSync(stampPath, JSON.stringify(stamps));
}
