import { launchChanges, launchPaces } from '@coachsite/core/notify-me';
import { z } from 'zod';
import { checkedByCore, language, time } from './fields.ts';

export const NotifyRequest = z.object({ email: checkedByCore, programId: checkedByCore });

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
  /** Since when the newest article is public: those who confirmed before can get a mail about it. Null: there is none. */
  newestArticleAt: time.nullable(),
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
  programId: checkedByCore,
  perHour: z.literal(launchPaces).nullable().optional(),
});

/** What to do with a launch that is under way. */
export const LaunchChange = z.object({ programId: checkedByCore, change: z.enum(launchChanges) });

/** The launch mail as it will be sent, on a light or a dark screen. */
export const LaunchPreview = z.object({
  programId: checkedByCore,
  language,
  scheme: z.enum(['light', 'dark']).default('light'),
});

/** A test of the launch mail to the admin's own address. */
export const LaunchTestRequest = z.object({ programId: checkedByCore, language });
export const LaunchTested = z.object({ to: z.string() });

/** How many launch mails this call queued. */
export const LaunchAnnounced = z.object({ queued: z.number() });

export const InterestsQuery = z.object({ format: z.enum(['json', 'csv']).default('json') });

export type Interests = z.infer<typeof Interests>;
export type LaunchTested = z.infer<typeof LaunchTested>;
export type LaunchAnnounced = z.infer<typeof LaunchAnnounced>;
