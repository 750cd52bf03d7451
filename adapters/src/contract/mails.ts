import { mailProblems } from '@coachsite/core/mail';
import { z } from 'zod';
import { time } from './fields.ts';

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

export type UnsentMails = z.infer<typeof UnsentMails>;
