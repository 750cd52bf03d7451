import {
  type FaultKind,
  type Finding,
  lookAfterSite,
  type SiteJob,
  siteJobs,
} from '@coachsite/core/alarm';
import { dayMs, hourMs } from '@coachsite/core/kernel';
import type { Mail } from '@coachsite/core/mail';
import {
  memoryClock,
  memoryIds,
  memoryMailQueue,
  memoryMaintenanceLog,
} from '@coachsite/core/testing';
import { memoryAlarmStore } from '@coachsite/core/testing/site';

export const noon = Date.UTC(2026, 10, 29, 12);
export const ownerAddress = 'coach@example.com';
export const faultKinds: readonly FaultKind[] = [...siteJobs, 'mails', 'disk', 'certificate'];
export const allFine = Object.fromEntries(faultKinds.map((kind) => [kind, 'fine'])) as Record<
  FaultKind,
  Finding
>;

/** Processes of one site, which look once an hour, at other minutes each. */
export function siteOf(processes: number, { hasMonitor = true } = {}) {
  const clock = memoryClock(noon);
  const mailQueue = memoryMailQueue();
  const maintenance = memoryMaintenanceLog();
  const alarms = memoryAlarmStore(mailQueue);
  const state = {
    free: 50,
    certificateEndsAt: (noon + 400 * dayMs) as number | undefined,
    upMs: 0,
  };
  let beats = 0;
  const write = (id: string, faults: readonly FaultKind[]): Mail => ({
    id,
    to: ownerAddress,
    subject: faults.join() || 'well',
    text: '',
    html: '',
  });
  const ports = {
    alarms,
    alarmMail: write,
    maintenance,
    mailQueue,
    disk: async () => ({ freeBytes: state.free, totalBytes: 100 }),
    certificateEndsAt: async () => state.certificateEndsAt,
    clock,
    ids: memoryIds(),
  };
  const look = () => lookAfterSite(ports, { upMs: state.upMs, ownerAddress, hasMonitor });
  /** What the jobs of the site and of its server do each hour. */
  const works = new Set<SiteJob>(siteJobs);
  const pass = async (hours: number) => {
    for (let hour = 0; hour < hours; hour += 1) {
      for (const job of works) await maintenance.record(job, clock.now());
      const looks = await Promise.all(Array.from({ length: processes }, look));
      beats += looks.filter((one) => one.beats).length;
      clock.advance(hourMs);
      state.upMs += hourMs;
    }
  };
  /** The mails to the owner, oldest first. */
  const queued = async () =>
    (await mailQueue.unsent(100))
      .filter(({ to }) => to === ownerAddress)
      .toSorted((a, b) => a.enqueuedAt - b.enqueuedAt)
      .map(({ subject }) => subject);
  return {
    ports,
    clock,
    maintenance,
    mailQueue,
    state,
    works,
    pass,
    look,
    queued,
    beats: () => beats,
  };
}
