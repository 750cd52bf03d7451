import type { Clock } from '../kernel/index.ts';
import type { DownloadLog } from './ports.ts';
import { countDownloads, type DayCount, type DownloadStatistics, everyDay } from './statistics.ts';

/** The download statistics as of now. They are independent of replacements of the file. Source: docs/rules.md#3. */
export async function readStatistics(ports: {
  readonly downloads: DownloadLog;
  readonly clock: Clock;
}): Promise<DownloadStatistics> {
  return countDownloads(await ports.downloads.perDay(), ports.clock.now());
}

/** The downloads of every day there is, oldest first. Source: docs/contract.md#3. */
export async function readEveryDay(ports: {
  readonly downloads: DownloadLog;
  readonly clock: Clock;
}): Promise<readonly DayCount[]> {
  return everyDay(await ports.downloads.perDay(), ports.clock.now());
}
