import { defaultStatistics } from '@coachsite/core/defaults';
import { type DownloadKind, type DownloadLog, recordDownload } from '@coachsite/core/ebook';
import { type Clock, secondMs } from '@coachsite/core/kernel';
import type { App } from '../http/create-app.ts';

/** How soon the database is asked again to take what it did not take, in milliseconds. */
const againMs = 5 * secondMs;

/**
 * Returns a function that counts one download. If the database does not take the count, because the disk is full or it
 * is away, it waits in memory under the day of the download until the database takes it or the server stops. A count
 * that may already have been stored is repeated: one too many is better than one lost. Source: docs/security.md#PS-5.
 */
export function downloadCounts(
  app: App,
  ports: { readonly downloads: DownloadLog; readonly clock: Clock },
): (kind: DownloadKind) => void {
  const waiting = new Map<
    string,
    { readonly day: string; readonly kind: DownloadKind; n: number }
  >();
  let catchingUp: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const countWaiting = async () => {
    for (const [key, entry] of waiting) {
      for (; entry.n > 0; entry.n -= 1) await ports.downloads.record(entry.day, entry.kind);
      waiting.delete(key);
    }
  };
  const catchUp = () => {
    catchingUp ??= countWaiting()
      .catch(tryLater)
      .finally(() => {
        catchingUp = undefined;
      });
    return catchingUp;
  };
  const tryLater = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void catchUp();
    }, againMs).unref();
  };
  const keep = (day: string, kind: DownloadKind) => {
    const key = `${day} ${kind}`;
    const entry = waiting.get(key) ?? { day, kind, n: 0 };
    entry.n += 1;
    waiting.set(key, entry);
    tryLater();
  };
  const record: DownloadLog['record'] = async (day, kind) => {
    try {
      await ports.downloads.record(day, kind);
      if (waiting.size > 0) void catchUp();
    } catch (error) {
      if (waiting.size === 0) app.log.warn({ err: error }, 'downloads wait to be counted');
      keep(day, kind);
    }
  };

  app.addHook('onClose', async () => {
    if (waiting.size > 0) await catchUp();
    clearTimeout(timer);
    const lost = [...waiting.values()].reduce((sum, { n }) => sum + n, 0);
    if (lost > 0) app.log.error({ lost }, 'downloads were not counted');
  });
  const kept = { downloads: { ...ports.downloads, record }, clock: ports.clock };
  return (kind) => void recordDownload(kept, defaultStatistics, { kind });
}
