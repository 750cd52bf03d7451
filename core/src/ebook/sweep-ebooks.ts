import { type Clock, hourMs } from '../kernel/index.ts';
import type { BlobStore, EbookStore } from './ports.ts';

/** Long enough for the slowest upload, and the slowest download of a version no longer kept. */
const graceMs = hourMs;

/**
 * Removes the files of versions no longer kept and of interrupted uploads. Returns the count. Source:
 * docs/security.md#UP-5, docs/security.md#UP-7.
 */
export async function sweepEbooks(ports: {
  readonly ebooks: EbookStore;
  readonly blobs: BlobStore;
  readonly clock: Clock;
}): Promise<number> {
  const before = ports.clock.now() - graceMs;
  const kept = await ports.ebooks.versions();
  return ports.blobs.sweep(new Set(kept.map(({ sha256 }) => sha256)), before);
}
