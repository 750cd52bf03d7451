import type { EpochMs, Result } from '../kernel/index.ts';
import type { DownloadKind } from './download.ts';
import type { Ebook, EbookVersion } from './ebook.ts';
import type { DayCount } from './statistics.ts';

/** Stores which file is the active e-book, and its previous versions. */
export interface EbookStore {
  /** The active e-book; `undefined` before the first upload. */
  readonly active: () => Promise<Ebook | undefined>;
  /**
   * Makes this the active e-book and forgets all but the last three versions, in one atomic step. If its bytes are
   * already active, it replaces that version instead of adding one. Returns the e-book it replaced.
   */
  readonly activate: (ebook: Ebook) => Promise<Ebook | undefined>;
  /**
   * Makes this the active e-book if there is none, in one atomic step; false if there is one. Of several calls at once one
   * returns true.
   */
  readonly activateFirst: (ebook: Ebook) => Promise<boolean>;
  /** The kept versions, last activated first: the first is the active one. */
  readonly versions: () => Promise<readonly EbookVersion[]>;
  /** Makes a kept version active again, in one atomic step; `undefined` if there is no version `id`. */
  readonly restore: (id: string) => Promise<Ebook | undefined>;
}

/** A file of the store. Immutable: different content has a different key. */
export interface StoredBlob {
  /** SHA-256 of the content, lower-case hexadecimal. */
  readonly key: string;
  readonly sizeBytes: number;
  /** The bytes from `start` up to, not including, `end`, as far as there are any; all of them by default. */
  readonly read: (start?: number, end?: number) => AsyncIterable<Uint8Array>;
}

/** Received bytes that are not yet part of the store: call either `keep` or `discard`. */
export interface StagedBlob extends StoredBlob {
  /** Makes them durably part of the store. Rejects if a sweep has removed them. */
  readonly keep: () => Promise<void>;
  /** Deletes them. */
  readonly discard: () => Promise<void>;
}

/** The file exceeds the size limit. */
export interface FileTooLargeError {
  /** Nothing was kept of it. */
  readonly kind: 'file_too_large';
  /** The largest size that is accepted. */
  readonly limitBytes: number;
}

/** Files, whose keys are hashes of their content. */
export interface BlobStore {
  /**
   * Receives bytes without holding them all in memory, and stops at the first byte past `limitBytes`: at the first of all
   * if that is `NaN` or negative. If it returns an error, or `bytes` throws, nothing is left behind.
   */
  readonly stage: (
    bytes: AsyncIterable<Uint8Array>,
    limitBytes: number,
  ) => Promise<Result<StagedBlob, FileTooLargeError>>;
  /** The file with this key; `undefined` if there is none. */
  readonly open: (key: string) => Promise<StoredBlob | undefined>;
  /**
   * Removes files last written before `before`: those of interrupted uploads, and those not in `keep`. A file that is kept
   * again meanwhile stays. Returns the count.
   */
  readonly sweep: (keep: ReadonlySet<string>, before: EpochMs) => Promise<number>;
}

/** An element of the structure of a tagged PDF, with its text in reading order. Source: ISO 32000-2 14.8.4. */
export interface PdfElement {
  /** Its standard role, such as `H1`, `P` or `L`. */
  readonly role: string;
  /** Text has a line break where a line of the page ends. */
  readonly children: readonly (PdfElement | string)[];
}

/** A line of text as it stands on a page. */
export interface PdfLine {
  readonly text: string;
  /** Where it stands, from the bottom of the page up, in points. */
  readonly y: number;
  /** The size of its letters, in points. */
  readonly height: number;
}

/** The text of one page of a PDF, in two readings. */
export interface PdfPageText {
  /** By the tags of the page; empty without any. */
  readonly elements: readonly PdfElement[];
  /** All its lines, in the order of the file. */
  readonly lines: readonly PdfLine[];
}

/** The result of inspecting a PDF. `locked`: it cannot be opened without a password. */
export type PdfInspection =
  | {
      readonly kind: 'readable';
      readonly pages: number;
      readonly title: string;
      readonly language: string;
      /** Absent: it could not be searched for within the limits. */
      readonly hasText?: boolean;
      /** The text, page by page. Absent: it could not be read within the limits, or is longer than a guide. */
      readonly text?: readonly PdfPageText[];
    }
  | { readonly kind: 'locked' }
  | { readonly kind: 'unreadable' };

/** Inspects a PDF within limits of time and memory; never throws. */
export interface PdfInspector {
  /** Reads all `bytes`, or as many as its limits allow. */
  readonly inspect: (bytes: AsyncIterable<Uint8Array>) => Promise<PdfInspection>;
}

/** Counts the downloads of the e-book by day, without personal data. Independent of replacements of the file. */
export interface DownloadLog {
  /** Counts one download on a calendar day of the product's time zone, or one request of a robot beside it. */
  readonly record: (day: string, kind: DownloadKind) => Promise<void>;
  /** All days with downloads, oldest first; includes every download already passed to `record`. */
  readonly perDay: () => Promise<readonly DayCount[]>;
}
