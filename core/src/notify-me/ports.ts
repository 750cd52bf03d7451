import type { CanonicalEmail, PhoneDigits } from '../account/index.ts';
import type { WaitingListId } from '../catalogue/index.ts';
import type { EpochMs } from '../kernel/index.ts';
import type { Language } from '../language/index.ts';
import type { Mail } from '../mail/index.ts';
import type { ConfirmedInterest, Interest } from './interest.ts';
import type { LaunchPace, LaunchProgress } from './launch.ts';

/** The two links of one confirmation mail, as digests of their tokens. */
export interface InterestLinks {
  readonly confirmDigest: string;
  /** From then on that token is invalid. */
  readonly confirmUntil: EpochMs;
  /** Hash of the token that unsubscribes, which does not expire. */
  readonly unsubscribeDigest: string;
}

/** A launch mail with the digest of its unsubscribe token. */
interface LaunchMail {
  readonly mail: Mail;
  /** Under which the token of its link is stored. */
  readonly unsubscribeDigest: string;
}

/** Stores the interests: each pair of address and program once. */
export interface InterestStore {
  /**
   * Stores an unconfirmed interest, its links and its mail atomically. Does nothing if the pair is confirmed and
   * waits for its launch mail, or was mailed after `quietSince`, by what has `elapsed` until `requestedAt`. A
   * repeat takes the language and text version of `interest`; after the launch mail it has to be confirmed anew.
   */
  readonly request: (
    interest: Interest,
    links: InterestLinks,
    mail: Mail,
    quietSince: EpochMs,
  ) => Promise<void>;
  /** Uses up the link with this digest and confirms its interest, in one atomic step. */
  readonly confirm: (digest: string, now: EpochMs) => Promise<'confirmed' | 'used' | 'invalid'>;
  /** Deletes the interest of this link and its unsent launch mail; also `true` if it was deleted before. */
  readonly unsubscribe: (digest: string) => Promise<boolean>;
  /** All confirmed interests, last confirmed first. */
  readonly confirmed: () => Promise<readonly Interest[]>;
  /** The number of confirmed interests by program. */
  readonly counts: () => Promise<ReadonlyMap<WaitingListId, number>>;
  /** The interests of one address, confirmed or not, latest request first; of a number none. Source: docs/law-and-search.md#D50. */
  readonly byEmail: (recipient: CanonicalEmail | PhoneDigits) => Promise<readonly Interest[]>;
  /** Deletes the interests of one address and returns the count; of a number none. Source: docs/law-and-search.md#D50. */
  readonly removeByEmail: (recipient: CanonicalEmail | PhoneDigits) => Promise<number>;
  /** Removes one interest with its waiting launch mail; false if there is none. */
  readonly remove: (email: CanonicalEmail, programId: WaitingListId) => Promise<boolean>;
  /**
   * Deletes unconfirmed interests last requested before `requestedBefore`, interests announced before
   * `announcedBefore`, and links made before `requestedBefore` without an interest. Returns the number of interests.
   */
  readonly purge: (before: {
    readonly requestedBefore: EpochMs;
    readonly announcedBefore: EpochMs;
  }) => Promise<number>;
}

/** Composes the launch mail of one interest. Pure. */
export type WriteLaunchMail = (interest: ConfirmedInterest) => LaunchMail;

/** Keeps the launches under way. An interest is announced when the queue marks its mail as sent. */
export interface LaunchStore {
  /**
   * Begins a launch for each interest of the program that matches `awaitsLaunch` and releases its first mails, in one
   * atomic step. If a launch is under way, they join it, at the new pace and unpaused. Without a pace the other mails
   * follow in steps of their own; if that stops half-way, `release` goes on. Returns how many joined.
   */
  readonly start: (
    launch: {
      readonly programId: WaitingListId;
      readonly perHour: LaunchPace | undefined;
      /** Only for those who had confirmed until then; without it for all. */
      readonly confirmedUntil?: EpochMs | undefined;
    },
    write: WriteLaunchMail,
    now: EpochMs,
  ) => Promise<number>;
  /**
   * Queues the mails that `releasable` allows of each launch, those who confirmed first before the others, atomically, and
   * ends the launches that nobody waits for any more. Returns the number of mails.
   */
  readonly release: (write: WriteLaunchMail, now: EpochMs) => Promise<number>;
  /** The launches that somebody still waits for. */
  readonly underWay: () => Promise<readonly LaunchProgress[]>;
  /**
   * Removes the mails that are not being sent from the queue, and releases no more until `resume`. Returns whether
   * there is such a launch.
   */
  readonly pause: (programId: WaitingListId) => Promise<boolean>;
  /** Ends a pause; returns whether there is such a launch. */
  readonly resume: (programId: WaitingListId) => Promise<boolean>;
  /** Ends a launch like `pause`: those who have had no mail are part of the next one. */
  readonly stop: (programId: WaitingListId) => Promise<boolean>;
}

/** Composes the mails of the waiting list. */
export interface InterestMails {
  /** The mail that asks to confirm an interest, with the secrets of its two links. */
  readonly confirmation: (data: {
    readonly id: string;
    readonly interest: Interest;
    readonly confirmToken: string;
    readonly unsubscribeToken: string;
  }) => Mail;
  /** The single mail to a confirmed address when the program is launched. */
  readonly launch: (data: {
    readonly id: string;
    readonly interest: ConfirmedInterest;
    readonly unsubscribeToken: string;
  }) => Mail;
  /**
   * The launch mail as sent to a person who joined and confirmed at `at`, without an unsubscribe link. A test is
   * marked as one.
   */
  readonly launchSample: (sample: {
    readonly id: string;
    readonly to: string;
    readonly programId: WaitingListId;
    readonly language: Language;
    readonly at: EpochMs;
    readonly isTest: boolean;
  }) => Mail;
}
