import type { Result } from 'neverthrow';
import type { EpochMs } from '../kernel/index.ts';
import type { Ebook, EbookVersion } from './ebook.ts';
import type { DayCount } from './statistics.ts';

/** Which file is the e-book, and which it was before. */
export interface EbookStore {
  readonly active: () => Promise<Ebook | undefined>;
  /**
   * Makes this the one active e-book and forgets all but the last three versions, in one step. The bytes that are active
   * already make no further version: this one takes the place of theirs. Returns the e-book it replaced.
   */
  readonly activate: (ebook: Ebook) => Promise<Ebook | undefined>;
  /** The kept versions, last activated first: the first is the active one. */
  readonly versions: () => Promise<readonly EbookVersion[]>;
  /** Makes a kept version active again, in one step; `undefined` when `id` is none of them. */
  readonly restore: (id: string) => Promise<Ebook | undefined>;
}

/** A file of the store. It never changes: another content has another key. */
export interface StoredBlob {
  /** SHA-256 of the content, lower-case hexadecimal. */
  readonly key: string;
  readonly sizeBytes: number;
  /** The bytes from `start` up to, not including, `end`; all of them by default. */
  readonly read: (start?: number, end?: number) => AsyncIterable<Uint8Array>;
}

/** Bytes that arrived but are not yet part of the store: either `keep` or `discard` them. */
export interface StagedBlob extends StoredBlob {
  /** Makes them part of the store, durably. */
  readonly keep: () => Promise<void>;
  readonly discard: () => Promise<void>;
}

/** More bytes arrived than are allowed. */
export interface FileTooLarge {
  readonly kind: 'file_too_large';
  readonly limitBytes: number;
}

/** Files, addressed by their content. */
export interface BlobStore {
  /**
   * Receives bytes without holding them all in memory, and stops at the first byte past `limitBytes`.
   * When it refuses, or when `bytes` throws, nothing of them is left.
   */
  readonly stage: (
    bytes: AsyncIterable<Uint8Array>,
    limitBytes: number,
  ) => Promise<Result<StagedBlob, FileTooLarge>>;
  readonly open: (key: string) => Promise<StoredBlob | undefined>;
  /**
   * Removes what was last written before `before`: leftovers of uploads that never ended, and
   * files that `keep` does not name. Returns how many went.
   */
  readonly sweep: (keep: ReadonlySet<string>, before: EpochMs) => Promise<number>;
}

/** What a look into a PDF found out. `locked`: it cannot be opened without a password. */
export type PdfInspection =
  | {
      readonly kind: 'readable';
      readonly pages: number;
      readonly title: string;
      readonly language: string;
      readonly hasText: boolean;
    }
  | { readonly kind: 'locked' }
  | { readonly kind: 'unreadable' };

/** Looks into a PDF within bounds of time and memory; never throws. */
export interface PdfInspector {
  readonly inspect: (bytes: AsyncIterable<Uint8Array>) => Promise<PdfInspection>;
}

/** Remembers when the e-book was downloaded, and nothing about who did. Outlives every replacement. */
export interface DownloadLog {
  /** `day` is the calendar day of `now` in Brussels. */
  readonly record: (now: EpochMs, day: string) => Promise<void>;
  /** Every day with downloads, oldest first; holds each download whose `record` was called before. */
  readonly perDay: () => Promise<readonly DayCount[]>;
}
