import type { ProgramId } from '../catalogue/index.ts';
import type { EpochMs } from '../kernel/index.ts';
import type { Mail } from '../mail/index.ts';
import type { ConfirmedInterest, Interest } from './interest.ts';

/** The two links of one confirmation mail, as digests of their tokens. */
export interface InterestLinks {
  readonly confirmDigest: string;
  readonly confirmUntil: EpochMs;
  readonly unsubscribeDigest: string;
}

/** A launch mail with the digest of the way out that it holds. */
export interface LaunchLetter {
  readonly mail: Mail;
  readonly unsubscribeDigest: string;
}

/** Keeps who wants to hear of which program: each pair of address and program once. */
export interface InterestStore {
  /**
   * Notes an unconfirmed interest, its links and its mail, all or nothing. Does nothing when the pair is
   * confirmed already, or was mailed after `quietSince`. A repeat takes over language and words of `interest`.
   */
  readonly ask: (
    interest: Interest,
    links: InterestLinks,
    mail: Mail,
    quietSince: EpochMs,
  ) => Promise<void>;
  /** Uses up the link with this digest and confirms its interest, in one step. */
  readonly confirm: (digest: string, now: EpochMs) => Promise<'confirmed' | 'used' | 'invalid'>;
  /** Forgets the interest of this link; `true` also when it was forgotten before. */
  readonly unsubscribe: (digest: string) => Promise<boolean>;
  /** All confirmed interests, the last confirmed first. */
  readonly confirmed: () => Promise<readonly Interest[]>;
  /** What one address asked for, confirmed or not, the last asked first. Source: docs/law-and-search.md#D50. */
  readonly byEmail: (email: string) => Promise<readonly Interest[]>;
  /** Forgets one address and returns how many interests it had. Source: docs/law-and-search.md#D50. */
  readonly removeByEmail: (email: string) => Promise<number>;
  /**
   * Marks all interests of a program that `awaitsLaunch` as told at `now`, and queues the letter that `write` makes for
   * each, all or nothing. Returns how many. `write` changes nothing itself.
   */
  readonly announce: (
    programId: ProgramId,
    now: EpochMs,
    write: (interest: ConfirmedInterest) => LaunchLetter,
  ) => Promise<number>;
  /**
   * Forgets the unconfirmed that were last asked about before `requestedBefore`, those that were told before `announcedBefore`,
   * and the links made before `requestedBefore` that lead nowhere. Returns how many interests.
   */
  readonly purge: (before: {
    readonly requestedBefore: EpochMs;
    readonly announcedBefore: EpochMs;
  }) => Promise<number>;
}

/** Writes the mails of the list. */
export interface InterestMails {
  readonly confirmation: (letter: {
    readonly id: string;
    readonly interest: Interest;
    readonly confirmToken: string;
    readonly unsubscribeToken: string;
  }) => Mail;
  /** The one mail that a confirmed address gets once the program is there. */
  readonly launch: (letter: {
    readonly id: string;
    readonly interest: ConfirmedInterest;
    readonly unsubscribeToken: string;
  }) => Mail;
}
