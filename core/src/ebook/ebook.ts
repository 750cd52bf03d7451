import type { EpochMs } from '../kernel/index.ts';

/** One uploaded version of the free e-book. */
export interface Ebook {
  readonly id: string;
  /** The uploader's name for the file, cleaned: a label, never a path. */
  readonly fileName: string;
  readonly sizeBytes: number;
  /** SHA-256 of the content, lower-case hexadecimal; also the key of its blob. */
  readonly sha256: string;
  /** `undefined` when the pages could not be counted. */
  readonly pages: number | undefined;
  readonly uploadedAt: EpochMs;
}

/** A kept version, and whether it is the one that readers get. */
export interface EbookVersion extends Ebook {
  readonly isActive: boolean;
}

/** How many versions are kept, the active one included. Source: docs/contract.md#3. */
export const keptVersions = 3;

/** What the admin is told about a file that was accepted all the same. `same_file`: it was the active one already. */
export type EbookWarning = 'no_title' | 'no_language' | 'no_text' | 'not_inspected' | 'same_file';

/** The largest label kept of a client's file name, in characters. Source: docs/security.md#UP-8. */
const fileNameMaxLength = 200;
/** Controls, formatting characters (right-to-left overrides among them), lone surrogates. */
const unprintable = /[\p{C}\p{Zl}\p{Zp}]/gu;

/**
 * The label kept of a client's file name: the part after the last slash of either kind, printable
 * characters only, at most 200 of them. Source: docs/security.md#UP-8.
 */
export function cleanFileName(name: string | undefined): string {
  const base = (name ?? '').split(/[/\\]/).at(-1) ?? '';
  const label = [...base.replace(unprintable, '').trim()].slice(0, fileNameMaxLength).join('');
  return /[^.\s]/u.test(label) ? label.trim() : 'e-book.pdf';
}
