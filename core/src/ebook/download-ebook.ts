import { type Clock, calendarDay, err, ok, type Result } from '../kernel/index.ts';
import type { DownloadKind } from './download.ts';
import type { Ebook } from './ebook.ts';
import type { BlobStore, DownloadLog, EbookStore, StoredBlob } from './ports.ts';
import type { StatisticsSettings } from './statistics.ts';

/** No e-book has been uploaded yet. */
export interface NoEbookError {
  /** After an upload the URL works. */
  readonly kind: 'ebook_not_found';
}

/** The active e-book and its bytes, both of the same version even during an upload. */
export interface OpenedEbook {
  readonly ebook: Ebook;
  /** Reads the bytes, whole or from a position. */
  readonly blob: StoredBlob;
}

/**
 * Opens the active e-book. Errors: `ebook_not_found`. Throws if the file of the active e-book is missing.
 * Source: docs/rules.md#3, docs/security.md#PS-3.
 */
export async function downloadEbook(ports: {
  readonly ebooks: EbookStore;
  readonly blobs: BlobStore;
}): Promise<Result<OpenedEbook, NoEbookError>> {
  const ebook = await ports.ebooks.active();
  if (!ebook) return err({ kind: 'ebook_not_found' });
  const blob = await ports.blobs.open(ebook.sha256);
  // biome-ignore lint/plugin: a lost file is a fault of the disk, as documented
  if (!blob) throw new Error(`The file ${ebook.sha256} of the active e-book is missing`);
  return ok({ ebook, blob });
}

/** Counts one download on today's date in `zone`; nothing else is stored. Source: docs/contract.md#3. */
export async function recordDownload(
  ports: { readonly downloads: DownloadLog; readonly clock: Clock },
  { zone }: Pick<StatisticsSettings, 'zone'>,
  { kind }: { readonly kind: DownloadKind },
): Promise<void> {
  await ports.downloads.record(calendarDay(zone, ports.clock.now()), kind);
}
