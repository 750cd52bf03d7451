import type { ConsentRecord } from '@coachsite/core/consent';
import { messageStatuses } from '@coachsite/core/contact';
import { languages } from '@coachsite/core/language';
import { mailProblems } from '@coachsite/core/mail';
import { launchChanges, launchPaces } from '@coachsite/core/notify-me';
import { clientActions, serverActions } from '@coachsite/core/security-log';
import { z } from 'zod';

/*
 * The shapes of the site's own calls under /api, shared by server and browser; times are UTC, RFC 3339.
 * Source: docs/contract.md#3.
 */

/** Text that the core validates. A missing value or another type becomes '', so that every field gets its error. */
const judged = z.string().catch('');
const time = z.iso.datetime();
const language = z.enum(languages);

/** `website` is the hidden field that only bots fill in; `elapsedMs` is the time since the form was shown. */
export const ContactRequest = z.object({
  name: judged,
  email: judged,
  subject: judged,
  message: judged,
  website: judged,
  elapsedMs: z.number().optional().catch(undefined),
});

export const ContactAccepted = z.object({ id: z.uuid() });

const MessageStatus = z.enum(messageStatuses);

/** One message of the inbox; a reply was promised by `replyDueAt`. */
export const InboxMessage = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  language,
  status: MessageStatus,
  flagged: z.boolean(),
  receivedAt: time,
  replyDueAt: time,
  answeredAt: time.nullable(),
});

/** Words to search for. */
const search = z.string().max(200).optional();

const limit = (most: number, fallback: number) =>
  z.coerce.number().int().min(1).max(most).default(fallback);

export const InboxQuery = z.object({
  status: MessageStatus.optional(),
  q: search,
  format: z.enum(['json', 'csv']).default('json'),
  limit: limit(100, 25),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
});

/**
 * A page of the inbox, with the mails that wait or have failed. `counts` are those of the search, `summary` those of all
 * messages: new ones, those whose reply is overdue, and those whose reply is due within four hours.
 */
export const Inbox = z.object({
  messages: z.array(InboxMessage),
  summary: z.object({ new: z.number(), late: z.number(), dueSoon: z.number() }),
  counts: z.object({
    new: z.number(),
    answered: z.number(),
    archived: z.number(),
    spam: z.number(),
  }),
  mails: z.object({
    waiting: z.number(),
    failed: z.number(),
    failures: z.array(z.object({ subject: z.string(), reason: z.string(), enqueuedAt: time })),
  }),
});

const problem = z.enum(mailProblems);

/** The mails that wait or were given up: `reason` in words, `codes` of the mail server; a pause concerns all of them. */
export const UnsentMails = z.object({
  waiting: z.number(),
  failed: z.number(),
  pause: z.object({ problem, reason: z.string(), until: time }).nullable(),
  mails: z.array(
    z.object({
      id: z.string(),
      state: z.enum(['waiting', 'failed']),
      to: z.string().nullable(),
      subject: z.string(),
      problem: problem.nullable(),
      reason: z.string(),
      codes: z.string(),
      failures: z.number(),
      canRetry: z.boolean(),
      enqueuedAt: time,
      nextTryAt: time.nullable(),
    }),
  ),
});

export const MailParams = z.object({ id: z.uuid() });

/** The mail that is due again. */
export const RetriedMail = z.object({ id: z.uuid() });

/** A pause of the promise to reply: days in Brussels, both included. Source: docs/contract.md#3. */
export const PauseRequest = z.object({ from: judged, until: judged });
export const Pause = z.object({ from: z.iso.date(), until: z.iso.date() });
export const CurrentPause = Pause.nullable();

export const MessageChange = z.object({ status: MessageStatus });
export const MessageParams = z.object({ id: z.uuid() });

/** The sessions of the signed-in user, newest first. `aal2`: the session used a second factor. */
export const OwnSessions = z.object({
  sessions: z.array(
    z.object({
      id: z.uuid(),
      isCurrent: z.boolean(),
      startedAt: time,
      usedAt: time,
      ip: z.string(),
      userAgent: z.string(),
      aal: z.enum(['aal1', 'aal2']),
    }),
  ),
});
export const OwnSessionParams = z.object({ id: z.uuid() });

/** The programs whose waiting list the confirmed address of the account is on: `GET /api/account/interests`. */
export const OwnInterests = z.object({
  interests: z.array(
    z.object({ programId: z.string(), since: time, announcedAt: time.nullable() }),
  ),
});
export const OwnInterestParams = z.object({ programId: z.string().max(100) });

/** All data kept about an account, in readable form: `GET /api/account/export`. */
export const AccountExport = z.record(z.string(), z.unknown());

/** The proof that deletes an account: the password, or the code that `GET /auth/v1/reauthenticate` sent. */
export const CloseAccountRequest = z.nullish(
  z.object({
    password: z.string().max(4096).optional(),
    nonce: z.string().max(16).optional(),
  }),
);

/** New recovery codes of the second factor, shown once. */
export const RecoveryCodes = z.object({ codes: z.array(z.string()) });
export const RecoveryCodeCount = z.object({ left: z.number() });
export const RecoveryCodeRequest = z.object({ code: z.string().max(100) });

/**
 * The person whose data is exported or erased, by e-mail address or by phone number:
 * `POST /api/admin/person/export` and `…/erase`.
 */
export const PersonRequest = z
  .object({ email: judged, phone: z.string().optional() })
  .refine(({ email, phone }) => phone === undefined || email === '', {
    message: 'either email or phone',
    path: ['phone'],
  });

/** All data kept about one person, as `npm run privacy -- export` prints it. */
export const PersonExport = z.record(z.string(), z.unknown());

/** Number of erased records of each kind. */
export const ErasedCounts = z.object({
  accounts: z.number(),
  pendingChanges: z.number(),
  messages: z.number(),
  interests: z.number(),
  securityEvents: z.number(),
  mails: z.number(),
  textMessages: z.number(),
  errorReports: z.number(),
});

export const NotifyRequest = z.object({ email: judged, programId: judged });

/** The token of a link in a mail. */
export const NotifyLink = z.object({ token: z.string().min(1).max(200) });

export const Interests = z.object({
  interests: z.array(
    z.object({
      email: z.string(),
      programId: z.string(),
      language,
      textVersion: z.string(),
      askedAt: time,
      confirmedAt: time,
      announcedAt: time.nullable(),
      launchQueued: z.boolean(),
    }),
  ),
  /** The launches that somebody still waits for. */
  launches: z.array(
    z.object({
      programId: z.string(),
      startedAt: time,
      /** Mails an hour; null: all at once. */
      perHour: z.number().nullable(),
      isPaused: z.boolean(),
      sent: z.number(),
      waiting: z.number(),
      failed: z.number(),
      /** When the last mail leaves at this pace; null while it is paused. */
      endsAt: time.nullable(),
    }),
  ),
});

/** The program whose launch mail is to be sent, and how many an hour; without a pace all at once. */
export const LaunchRequest = z.object({
  programId: judged,
  perHour: z.literal(launchPaces).nullable().optional(),
});

/** What to do with a launch that is under way. */
export const LaunchChange = z.object({ programId: judged, change: z.enum(launchChanges) });

/** The launch mail as it will be sent, on a light or a dark screen. */
export const LaunchPreview = z.object({
  programId: judged,
  language,
  scheme: z.enum(['light', 'dark']).default('light'),
});

/** A test of the launch mail to the admin's own address. */
export const LaunchTestRequest = z.object({ programId: judged, language });
export const LaunchTested = z.object({ to: z.string() });

/** How many launch mails this call queued. */
export const LaunchAnnounced = z.object({ queued: z.number() });

export const InterestsQuery = z.object({ format: z.enum(['json', 'csv']).default('json') });

const proofFields = { id: z.string().regex(/^[\w-]{8,64}$/), language };
const version = z.string().min(1).max(40);
const choices = {
  functional: z.boolean(),
  analytics: z.boolean(),
  marketing: z.boolean(),
};

/**
 * The proof of a cookie choice, in the fields that the pages store, or in those that the contract names. The server adds
 * the time. Source: docs/contract.md#3.
 */
export const ConsentProofRequest = z.union([
  z.object({ ...proofFields, policyVersion: version, ...choices }),
  z.object({ ...proofFields, version, choices: z.object(choices) }),
]);

/** The choice of a proof, whichever fields it came in. */
export function toConsentRecord(proof: z.infer<typeof ConsentProofRequest>): ConsentRecord {
  if (!('choices' in proof)) return proof;
  const { id, language, version: policyVersion } = proof;
  return { id, language, policyVersion, ...proof.choices };
}

/** Fields of an error report are truncated, never rejected. */
export const ErrorReportRequest = z.object({
  message: z.unknown().optional(),
  stack: z.unknown().optional(),
  url: z.unknown().optional(),
  userAgent: z.unknown().optional(),
  componentStack: z.unknown().optional(),
});

export const SecurityEventsQuery = z.object({
  type: z.optional(z.enum([...clientActions, ...serverActions])),
  before: z.uuid().optional(),
  limit: limit(200, 50),
});

/** Newest first; `next` is the `before` of the following page, null on the last. */
export const SecurityEvents = z.object({
  events: z.array(
    z.object({
      id: z.uuid(),
      at: time,
      source: z.enum(['server', 'client']),
      type: z.string(),
      severity: z.enum(['low', 'medium', 'high']),
      userId: z.string().nullable(),
      /** E-mail address or phone number of the account, while it exists. */
      user: z.string().nullable(),
      ip: z.string(),
      userAgent: z.string(),
      details: z.record(z.string(), z.unknown()),
    }),
  ),
  next: z.uuid().nullable(),
});

export type ContactRequest = z.infer<typeof ContactRequest>;
export type OwnInterests = z.infer<typeof OwnInterests>;
export type OwnSessions = z.infer<typeof OwnSessions>;
export type InboxMessage = z.infer<typeof InboxMessage>;
export type Inbox = z.infer<typeof Inbox>;
export type UnsentMails = z.infer<typeof UnsentMails>;
export type Interests = z.infer<typeof Interests>;
export type PersonRequest = z.infer<typeof PersonRequest>;
export type PersonExport = z.infer<typeof PersonExport>;
export type ErasedCounts = z.infer<typeof ErasedCounts>;
export type LaunchTested = z.infer<typeof LaunchTested>;
export type LaunchAnnounced = z.infer<typeof LaunchAnnounced>;
export type SecurityEvents = z.infer<typeof SecurityEvents>;
