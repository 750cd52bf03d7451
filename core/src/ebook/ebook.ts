import type { EpochMs } from '../kernel/index.ts';

/** One uploaded version of the free e-book. */
export interface Ebook {
  /** A UUID of this version: the same file uploaded twice is two versions. */
  readonly id: string;
  /** The client's file name, cleaned: only a label, never a path. */
  readonly fileName: string;
  readonly sizeBytes: number;
  /** SHA-256 of the content, lower-case hexadecimal; also the key of its blob. */
  readonly sha256: string;
  /** `undefined` if the pages could not be counted. */
  readonly pages: number | undefined;
  /** When it became active for the first time. */
  readonly uploadedAt: EpochMs;
}

/** A kept version, and whether it is the active one. */
export interface EbookVersion extends Ebook {
  /** Visitors download this one; of all versions exactly one. */
  readonly isActive: boolean;
}

/** How many versions are kept, the active one included. Source: docs/contract.md#3. */
export const keptVersions = 3;

/** Warnings about an accepted file. `same_file`: it was already active. */
export type EbookWarning =
  | 'no_title'
  | 'no_language'
  | 'no_text'
  | 'no_tags'
  | 'not_inspected'
  | 'same_file';

/** Maximum length of a file name label, in characters. Source: docs/security.md#UP-8. */
const fileNameMaxLength = 200;
/** Controls, formatting characters (right-to-left overrides among them), lone surrogates. */
const unprintable = /[\p{C}\p{Zl}\p{Zp}]/gu;

/**
 * The label made from a client's file name: the part after the last slash or backslash, printable characters only, at
 * most 200; `e-book.pdf` if only dots and white space are left. Source: docs/security.md#UP-8.
 */
export function cleanFileName(name: string | undefined): string {
  const path = name ?? '';
  const base = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  const label = [...base.replace(unprintable, '').trim()].slice(0, fileNameMaxLength).join('');
  return /[^.\s]/u.test(label) ? label.trim() : 'e-book.pdf';
}
