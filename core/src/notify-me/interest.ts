import { err, ok, type Result } from 'neverthrow';
import { checkEmail, type EmailReason } from '../account/index.ts';
import { findProgram, type ProgramId } from '../catalogue/index.ts';
import { dayMs, type EpochMs, hourMs } from '../kernel/index.ts';
import type { Language } from '../language/index.ts';

/** One address that asked to hear of one program, with the proof that it did. Source: docs/law-and-search.md#D40. */
export interface Interest {
  readonly id: string;
  readonly email: string;
  readonly programId: ProgramId;
  readonly language: Language;
  /** The version of the words the visitor agreed to. */
  readonly textVersion: string;
  readonly askedAt: EpochMs;
  readonly confirmedAt: EpochMs | undefined;
  /** When the launch mail was queued. */
  readonly announcedAt: EpochMs | undefined;
}

/** An interest whose owner agreed to be told. */
export type ConfirmedInterest = Interest & { readonly confirmedAt: EpochMs };

export interface InterestError {
  readonly kind: 'validation_failed';
  readonly fields: { readonly email?: EmailReason; readonly programId?: 'unknown' };
}

/** Why a mailed link does not work: never valid or too old, or used before. */
export type InterestLinkError =
  | { readonly kind: 'notify_link_invalid' }
  | { readonly kind: 'notify_link_used' };

/** The version of the words beside the notify-me form; a change of those words changes it. */
export const interestTextVersion = '2026-11-22';

/** How long the link of the confirmation mail works. Source: docs/law-and-search.md#D41. */
export const confirmLinkMs: number = 7 * dayMs;

/** Least time between two confirmation mails to one address about one program. Source: docs/law-and-search.md#D41. */
export const confirmMailIntervalMs: number = hourMs;

/**
 * Unconfirmed addresses are forgotten this long after they were last asked about. Source: docs/law-and-search.md#D42.
 */
export const unconfirmedKeepMs: number = 14 * dayMs;

/** An address that was told is forgotten this long after its launch mail. Source: docs/law-and-search.md#D42. */
export const announcedKeepMs: number = 30 * dayMs;

/**
 * Whether the launch mail is still to be sent: confirmed, and not told yet. Source: docs/law-and-search.md#D40,
 * docs/law-and-search.md#D42.
 */
export function awaitsLaunch(interest: Interest): interest is ConfirmedInterest {
  return interest.confirmedAt !== undefined && interest.announcedAt === undefined;
}

/** Checks address and program. Source: docs/rules.md#5, docs/contract.md#3. */
export function checkInterest(input: {
  readonly email: string;
  readonly programId: string;
}): Result<Pick<Interest, 'email' | 'programId'>, InterestError> {
  const email = checkEmail(input.email);
  const program = findProgram(input.programId);
  if (email.isOk() && program) return ok({ email: email.value, programId: program.id });
  return err({
    kind: 'validation_failed',
    fields: {
      ...(email.isErr() ? { email: email.error.reasons[0] ?? 'format' } : {}),
      ...(program ? {} : { programId: 'unknown' as const }),
    },
  });
}
