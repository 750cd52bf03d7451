import { type CanonicalEmail, checkEmail, type EmailReason } from '../account/index.ts';
import { findProgram, type WaitingListId } from '../catalogue/index.ts';
import { type EpochMs, err, type Milliseconds, ok, type Result } from '../kernel/index.ts';
import type { Language } from '../language/index.ts';

/**
 * An e-mail address that wants to be notified about a program or the next article, with the proof of consent. Source:
 * docs/law-and-search.md#D40.
 */
export interface Interest {
  readonly id: string;
  readonly email: CanonicalEmail;
  /** The program that is waited for, or another waiting list. */
  readonly programId: WaitingListId;
  readonly language: Language;
  /** The version of the text the visitor agreed to. */
  readonly textVersion: string;
  readonly requestedAt: EpochMs;
  /** When the link of the confirmation was followed; `undefined` before. */
  readonly confirmedAt: EpochMs | undefined;
  /** When the mail server accepted the launch mail. */
  readonly announcedAt: EpochMs | undefined;
  /** Its launch mail waits, or was given up and can be sent again. */
  readonly launchQueued: boolean;
}

/** What a waiting list is for, and how it asks. */
export interface WaitingListSettings<Id = WaitingListId> {
  /** The programs whose launch can be awaited, and the other lists. */
  readonly programs: readonly { readonly id: Id }[];
  /** The version of the text beside the form. */
  readonly textVersion: string;
  /** Lifetime of the link in the confirmation mail, in milliseconds. */
  readonly confirmLinkMs: Milliseconds;
  /** Minimum time between two confirmation mails to one address about one program, in milliseconds. */
  readonly confirmMailIntervalMs: Milliseconds;
}

/** A confirmed interest. */
export type ConfirmedInterest = Interest & { readonly confirmedAt: EpochMs };

/** Fields of the notify-me form are not accepted, each for one reason. */
export interface InterestError {
  /** Nothing was stored. */
  readonly kind: 'validation_failed';
  /** The reason by field; a field that is right is absent. */
  readonly fields: { readonly email?: EmailReason; readonly programId?: 'unknown' };
}

/** Why a mailed link is rejected: invalid or expired, or used before. */
export type InterestLinkError =
  | { readonly kind: 'notify_link_invalid' }
  | { readonly kind: 'notify_link_used' };

/**
 * Whether the launch mail is still to be queued: confirmed, not announced yet, and none waits. Source: docs/law-and-search.md#D40,
 * docs/law-and-search.md#D42.
 */
export function awaitsLaunch(interest: Interest): interest is ConfirmedInterest {
  const { confirmedAt, announcedAt, launchQueued } = interest;
  return confirmedAt !== undefined && announcedAt === undefined && !launchQueued;
}

/**
 * Checks the e-mail address, and that the program is one of `programs`. Errors: `validation_failed` with a reason for
 * each wrong field. Source: docs/rules.md#5, docs/contract.md#3.
 */
export function checkInterest(
  input: { readonly email: string; readonly programId: string },
  programs: WaitingListSettings['programs'],
): Result<Pick<Interest, 'email' | 'programId'>, InterestError> {
  const email = checkEmail(input.email);
  const program = findProgram(input.programId, programs);
  if (email.isOk() && program) return ok({ email: email.value, programId: program.id });
  return err({
    kind: 'validation_failed',
    fields: {
      ...(email.isErr() ? { email: email.error.reasons[0] ?? 'format' } : {}),
      ...(program ? {} : { programId: 'unknown' as const }),
    },
  });
}
