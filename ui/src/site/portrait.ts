import { initialLanguage } from '@coachsite/core/language';
import type { Photo } from '../design/index.ts';
import { site } from './site.ts';

/** The picture of the coach with its `alt` in one language; undefined while the owner has provided none. */
export function portrait(language: string): Photo | undefined {
  const { file, file2x, alt } = site.coach.portrait;
  if (!file) return undefined;
  return {
    src: `/media/${file}`,
    ...(file2x ? { src2x: `/media/${file2x}` } : {}),
    alt: alt[initialLanguage(language)],
  };
}
