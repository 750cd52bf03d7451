import { defaultStatistics } from '@coachsite/core/defaults';
import type { DownloadKind, DownloadLog } from '@coachsite/core/ebook';
import { type Clock, calendarDay, type EpochMs, minuteMs, secondMs } from '@coachsite/core/kernel';
import type { App } from '../http/create-app.ts';

/** How soon the database is asked again to take what it did not take, in milliseconds. */
const againMs = 5 * secondMs;

/** Writes the day of a time once a minute, with which every day begins: that takes longer than sending an e-book. */
function dayOfMinute(zone: string): (now: EpochMs) => string {
  let known = { minute: Number.NaN, day: '' };
  return (now) => {
    const minute = Math.floor(now / minuteMs);
    if (minute !== known.minute) known = { minute, day: calendarDay(zone, now) };
    return known.day;
  };
}

/**
 * Returns a function that counts one download on today's date; nothing else is stored. If the database does not take the
 * count, because the disk is full or it is away, it waits in memory under the day of the download until the database takes
 * it or the server stops. A count that may already have been stored is repeated: one too many is better than one lost.
 * Source: docs/security.md#PS-5, docs/rules.md#reading-statistics.
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
      const { day, kind } = entry;
      while (entry.n > 0) {
        const { n } = entry;
        // At once: the log stores them together.
        await Promise.all(Array.from({ length: n }, () => ports.downloads.record(day, kind)));
        entry.n -= n;
      }
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
  /** Ends once all downloads so far are counted or wait. */
  let last: Promise<void> = Promise.resolve();
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
    await last;
    if (waiting.size > 0) await catchUp();
    clearTimeout(timer);
    const lost = [...waiting.values()].reduce((sum, { n }) => sum + n, 0);
    if (lost > 0) app.log.error({ lost }, 'downloads were not counted');
  });
  const dayOf = dayOfMinute(defaultStatistics.zone);
  return (kind) => {
    last = record(dayOf(ports.clock.now()), kind);
  };
}
