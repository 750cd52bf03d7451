import { type Clock, hourMs } from '../kernel/index.ts';
import type { BlobStore, EbookStore } from './ports.ts';

/** Long enough for the slowest upload and the slowest reader of a version that is no longer kept. */
const graceMs = hourMs;

/**
 * Removes the files of versions that are no longer kept and what interrupted uploads left behind.
 * Returns how many went. Source: docs/security.md#UP-5, docs/security.md#UP-7.
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
