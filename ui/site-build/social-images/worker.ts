import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { workerData } from 'node:worker_threads';
import { drawCard } from './drawing.ts';
import type { SocialImage } from './index.ts';

/** The share of one thread: draws its images one after the other. */
const { folder, images } = workerData as {
  readonly folder: string;
  readonly images: readonly SocialImage[];
};
for (const { name, card } of images) writeFileSync(join(folder, name), await drawCard(card));
