import {
  awaitsLaunch,
  type Launch,
  type LaunchProgress,
  type LaunchStore,
  releasable,
  type WriteLaunchMail,
} from '../../notify-me/index.ts';
import type { MemoryInterestStore } from './interest-store.ts';
import type { MemoryMailQueue } from './mail-queue.ts';

/** A `LaunchStore` in memory. */
export function memoryLaunchStore(
  interests: MemoryInterestStore,
  mails: MemoryMailQueue,
): LaunchStore {
  const launches = new Map<string, Launch>();
  const confirmedFirst = (programId: string) =>
    interests.inProgram(programId).toSorted((a, b) => (a.confirmedAt ?? 0) - (b.confirmedAt ?? 0));
  const awaiting = (programId: string) =>
    confirmedFirst(programId).flatMap((one) => (awaitsLaunch(one) ? [one] : []));
  const heldFor = ({ programId, confirmedUntil }: Launch) =>
    awaiting(programId).filter(({ confirmedAt }) => confirmedAt <= confirmedUntil);
  const mailsFor = ({ programId }: Launch) =>
    interests
      .inProgram(programId)
      .flatMap(({ launchMailId }) => mails.stateOf(launchMailId ?? '') ?? []);
  const progressOf = (launch: Launch): LaunchProgress => {
    const queued = mailsFor(launch);
    return {
      ...launch,
      sent: interests
        .inProgram(launch.programId)
        .filter(({ announcedAt = 0 }) => announcedAt >= launch.startedAt).length,
      waiting: heldFor(launch).length + queued.filter(({ state }) => state === 'waiting').length,
      failed: queued.filter(({ state }) => state === 'failed').length,
    };
  };
  const releaseOne = (launch: Launch, write: WriteLaunchMail, now: number) => {
    const fresh = mailsFor(launch).filter(({ state, isFresh }) => state === 'waiting' && isFresh);
    const due = heldFor(launch).slice(0, releasable(launch, fresh.length, now));
    const letters = due.map((interest) => ({ interest, letter: write(interest) }));
    for (const { interest, letter } of letters) interests.addLaunchMail(interest, letter, now);
    if (due.length > 0) launches.set(launch.programId, { ...launch, releasedAt: now });
    return due.length;
  };
  const takeBack = (programId: string) => {
    for (const { launchMailId } of interests.inProgram(programId)) {
      if (launchMailId !== undefined) mails.withdraw(launchMailId);
    }
  };
  const setPaused = (programId: string, isPaused: boolean) => {
    const launch = launches.get(programId);
    if (launch) launches.set(programId, { ...launch, isPaused });
    return launch !== undefined;
  };
  return {
    start: async ({ programId, perHour, confirmedUntil }, write, now) => {
      const known = launches.get(programId);
      const before = known && progressOf(known).waiting > 0 ? known : undefined;
      const all = awaiting(programId).filter(
        ({ confirmedAt }) => confirmedUntil === undefined || confirmedAt <= confirmedUntil,
      );
      const launch: Launch = {
        programId,
        startedAt: before?.startedAt ?? now,
        confirmedUntil:
          confirmedUntil ?? Math.max(now, ...all.map(({ confirmedAt }) => confirmedAt)),
        perHour,
        releasedAt: before?.releasedAt,
        isPaused: false,
      };
      // Also when nothing is released; an error while writing the mails leaves everything as it was.
      const released = releaseOne(launch, write, now);
      if (released === 0) launches.set(programId, launch);
      return all.filter(({ confirmedAt }) => !before || confirmedAt > before.confirmedUntil).length;
    },
    release: async (write, now) => {
      let count = 0;
      for (const launch of [...launches.values()]) {
        if (progressOf(launch).waiting === 0) launches.delete(launch.programId);
        else count += releaseOne(launch, write, now);
      }
      return count;
    },
    underWay: async () =>
      [...launches.values()]
        .map(progressOf)
        .filter(({ waiting }) => waiting > 0)
        .sort((a, b) => (a.programId < b.programId ? -1 : 1)),
    pause: async (programId) => {
      const isFound = setPaused(programId, true);
      if (isFound) takeBack(programId);
      return isFound;
    },
    resume: async (programId) => setPaused(programId, false),
    stop: async (programId) => {
      const isFound = launches.delete(programId);
      if (isFound) takeBack(programId);
      return isFound;
    },
  };
}
