import type { Clock } from '../kernel/index.ts';
import type { DownloadLog } from './ports.ts';
import {
  countDownloads,
  type DayCount,
  type DownloadStatistics,
  everyDay,
  type StatisticsSettings,
} from './statistics.ts';

/** The ports for reading what was downloaded. */
interface StatisticsPorts {
  readonly downloads: DownloadLog;
  readonly clock: Clock;
}

/** The download statistics as of now. They are independent of replacements of the file. Source: docs/rules.md#3. */
export async function readStatistics(
  ports: StatisticsPorts,
  settings: StatisticsSettings,
): Promise<DownloadStatistics> {
  return countDownloads(await ports.downloads.perDay(), settings, ports.clock.now());
}

/** The downloads of every day there is, oldest first. Source: docs/contract.md#3. */
export async function readEveryDay(
  ports: StatisticsPorts,
  settings: Pick<StatisticsSettings, 'zone'>,
): Promise<readonly DayCount[]> {
  return everyDay(await ports.downloads.perDay(), settings, ports.clock.now());
}
