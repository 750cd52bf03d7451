import { err, ok, type Result } from 'neverthrow';
import type { Ebook } from './ebook.ts';
import type { EbookStore } from './ports.ts';
import type { Publisher } from './replace-ebook.ts';

/** Only the last three versions can be restored. */
export interface VersionNotFoundError {
  readonly kind: 'ebook_version_not_found';
}

/** Undoes a replacement: makes a kept version the active e-book again. Errors: `ebook_version_not_found`. */
export async function restoreEbook(
  ports: { readonly ebooks: EbookStore },
  _publisher: Publisher,
  id: string,
): Promise<Result<Ebook, VersionNotFoundError>> {
  const restored = await ports.ebooks.restore(id);
  return restored ? ok(restored) : err({ kind: 'ebook_version_not_found' });
}
