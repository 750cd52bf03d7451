import { err, ok, type Result } from '../kernel/index.ts';
import type { SecurityLogPorts } from '../security-log/index.ts';
import type { Ebook } from './ebook.ts';
import type { EbookStore } from './ports.ts';
import { type EbookEditor, logEbookChange } from './publisher.ts';

/** Only the last three versions can be restored. */
export interface VersionNotFoundError {
  /** The active e-book stays as it is. */
  readonly kind: 'ebook_version_not_found';
}

/** Makes a kept version the active e-book again, and logs it. Errors: `ebook_version_not_found`. */
export async function restoreEbook(
  ports: Omit<SecurityLogPorts, 'reportLostEvent'> & { readonly ebooks: EbookStore },
  { id, ...publisher }: EbookEditor & { readonly id: string },
): Promise<Result<Ebook, VersionNotFoundError>> {
  const restored = await ports.ebooks.restore(id);
  if (!restored) return err({ kind: 'ebook_version_not_found' });
  await logEbookChange(ports, 'ebook_restored', publisher, restored);
  return ok(restored);
}
