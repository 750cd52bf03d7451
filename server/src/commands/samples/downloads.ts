import { defaultZone } from '@coachsite/core/defaults';
import { calendarDay, dayMs, hourMs } from '@coachsite/core/kernel';
import type { SamplePorts } from './ports.ts';

const sampleDays = 60;

/** Between 1 and 9 a day, more at the end than at the beginning, the same at every run. */
const downloadsOn = (daysAgo: number) =>
  1 + ((daysAgo * 7 + 3) % 5) + Math.round(((sampleDays - daysAgo) / sampleDays) * 4);

/** Downloads over the last 60 days, where none were counted yet. */
export async function addDownloads(ports: SamplePorts): Promise<string> {
  if ((await ports.downloads.perDay()).length > 0) return 'Downloads: there are some already';
  const now = ports.clock.now();
  // Noon UTC is on the same day in Brussels, in summer and in winter time.
  const noon = Date.parse(`${calendarDay(defaultZone, now)}T12:00:00Z`);
  const times: number[] = [];
  for (let daysAgo = 0; daysAgo < sampleDays; daysAgo += 1) {
    for (let download = 0; download < downloadsOn(daysAgo); download += 1) {
      times.push(Math.min(now, noon - daysAgo * dayMs) - (download * hourMs) / 12);
    }
  }
  await Promise.all(
    times.map((at) => ports.downloads.record(calendarDay(defaultZone, at), 'download')),
  );
  return `Downloads: ${times.length} over ${sampleDays} days`;
}
