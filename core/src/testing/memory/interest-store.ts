import type { WaitingListId } from '../../catalogue/index.ts';
import type { EpochMs } from '../../kernel/index.ts';
import type { Interest, InterestStore, WriteLaunchMail } from '../../notify-me/index.ts';
import { byValue } from './by-value.ts';
import type { MemoryMailQueue } from './mail-queue.ts';

interface Link {
  readonly purpose: 'confirm' | 'unsubscribe';
  readonly interestId: string;
  readonly until: EpochMs;
  readonly madeAt: EpochMs;
  isUsed?: boolean;
}

const wayOut = (interestId: string, madeAt: EpochMs): Link => ({
  purpose: 'unsubscribe',
  interestId,
  until: Number.POSITIVE_INFINITY,
  madeAt,
});

/** The store, and what that of the launches shares with it. */
export interface MemoryInterestStore extends InterestStore {
  /** The interests in a program, and the ids of their launch mails. */
  readonly inProgram: (
    programId: string,
  ) => readonly (Interest & { readonly launchMailId: string | undefined })[];
  /** Queues the launch mail of an interest. */
  readonly addLaunchMail: (
    interest: Interest,
    letter: ReturnType<WriteLaunchMail>,
    now: EpochMs,
  ) => void;
}

/** An `InterestStore` in memory. */
export function memoryInterestStore(mails: MemoryMailQueue): MemoryInterestStore {
  const rows = new Map<string, Interest & { readonly launchMailId?: string }>();
  mails.onSent((mailId, now) => {
    for (const row of rows.values()) {
      if (row.launchMailId === mailId) rows.set(row.id, { ...row, announcedAt: now });
    }
  });
  const interests = {
    get: (id: string) => {
      const row = rows.get(id);
      if (!row) return undefined;
      const { launchMailId, ...interest } = row;
      const launchQueued =
        row.announcedAt === undefined && launchMailId !== undefined && mails.has(launchMailId);
      return { ...interest, launchQueued };
    },
    has: (id: string) => rows.has(id),
    set: (id: string, interest: Interest) => rows.set(id, { ...rows.get(id), ...interest }),
    delete: (id: string) => rows.delete(id),
    values: () => [...rows.keys()].flatMap((id) => interests.get(id) ?? []),
  };
  const links = new Map<string, Link>();
  const ofEmail = (of: string) =>
    [...interests.values()]
      .filter(({ email }) => email === of)
      .reverse()
      .sort((a, b) => b.requestedAt - a.requestedAt);
  const findLink = (digest: string, purpose: Link['purpose']) => {
    const link = links.get(digest);
    return link?.purpose === purpose ? link : undefined;
  };

  const leave = (id: string) => {
    const mailId = rows.get(id)?.launchMailId;
    if (mailId !== undefined) mails.drop(mailId);
    return interests.delete(id);
  };

  return byValue({
    inProgram: (wanted) =>
      interests
        .values()
        .filter(({ programId }) => programId === wanted)
        .map((interest) => ({ ...interest, launchMailId: rows.get(interest.id)?.launchMailId })),
    addLaunchMail: (interest, { mail, unsubscribeDigest }, now) => {
      links.set(unsubscribeDigest, wayOut(interest.id, now));
      rows.set(interest.id, { ...rows.get(interest.id), ...interest, launchMailId: mail.id });
      mails.add(mail, now);
    },
    request: async (
      interest,
      { confirmDigest, confirmUntil, unsubscribeDigest },
      mail,
      quietSince,
    ) => {
      const known = [...interests.values()].find(
        ({ email, programId }) => email === interest.email && programId === interest.programId,
      );
      const isWaiting = known?.confirmedAt !== undefined && known.announcedAt === undefined;
      const { requestedAt: now } = interest;
      const isQuiet = known && Math.abs(now - known.requestedAt) < now - quietSince;
      if (isWaiting || isQuiet) return;
      const interestId = known?.id ?? interest.id;
      rows.set(interestId, { ...interest, id: interestId });
      links.set(confirmDigest, {
        purpose: 'confirm',
        interestId,
        until: confirmUntil,
        madeAt: interest.requestedAt,
      });
      links.set(unsubscribeDigest, wayOut(interestId, interest.requestedAt));
      mails.add(mail, interest.requestedAt);
    },
    confirm: async (digest, now) => {
      const link = findLink(digest, 'confirm');
      const interest = link && interests.get(link.interestId);
      if (!link || !interest) return 'invalid';
      if (link.isUsed) return 'used';
      if (now >= link.until) return 'invalid';
      link.isUsed = true;
      interests.set(interest.id, { ...interest, confirmedAt: interest.confirmedAt ?? now });
      return 'confirmed';
    },
    unsubscribe: async (digest) => {
      const link = findLink(digest, 'unsubscribe');
      if (link) leave(link.interestId);
      return link !== undefined;
    },
    confirmed: async () =>
      [...interests.values()]
        .reverse()
        .filter(({ confirmedAt }) => confirmedAt !== undefined)
        .sort((a, b) => (b.confirmedAt ?? 0) - (a.confirmedAt ?? 0)),
    counts: async () => {
      const counts = new Map<WaitingListId, number>();
      for (const { programId, confirmedAt } of interests.values()) {
        if (confirmedAt !== undefined) counts.set(programId, (counts.get(programId) ?? 0) + 1);
      }
      return counts;
    },
    byEmail: async (email) => ofEmail(email),
    remove: async (email, wanted) => {
      const known = ofEmail(email).find(({ programId }) => programId === wanted);
      return known !== undefined && leave(known.id);
    },
    removeByEmail: async (email) => {
      const found = ofEmail(email);
      for (const { id } of found) interests.delete(id);
      return found.length;
    },
    purge: async ({ requestedBefore, announcedBefore }) => {
      const old = [...interests.values()].filter(({ confirmedAt, announcedAt, requestedAt }) =>
        confirmedAt === undefined
          ? requestedAt < requestedBefore
          : announcedAt !== undefined && announcedAt < announcedBefore,
      );
      for (const { id } of old) interests.delete(id);
      for (const [digest, { interestId, madeAt }] of links) {
        if (!interests.has(interestId) && madeAt < requestedBefore) links.delete(digest);
      }
      return old.length;
    },
  });
}
