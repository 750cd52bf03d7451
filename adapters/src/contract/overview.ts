import { z } from 'zod';
import { time } from './fields.ts';

const count = z.number().int();

/** What needs the admin's attention: `GET /api/admin/overview`. Times are UTC, RFC 3339. Source: docs/contract.md#3. */
export const Overview = z.object({
  messages: z.object({
    new: count,
    /** New messages whose reply is overdue, and those whose reply is due within four hours. */
    late: count,
    dueSoon: count,
    oldestDueAt: time.nullable(),
  }),
  mails: z.object({ waiting: count, failed: count }),
  downloads: z.object({ total: count, today: count, thisWeek: count, thisMonth: count }),
  backup: z.object({ lastAt: time.nullable() }),
  /** When each job was last done, and whether that is too long ago or its last run failed. Source: docs/contract.md#3. */
  jobs: z.array(
    z.object({
      name: z.enum(['backup', 'clean_up', 'integrity_check', 'audit']),
      lastAt: time.nullable(),
      isLate: z.boolean(),
    }),
  ),
  pause: z.object({ from: z.iso.date(), until: z.iso.date() }).nullable(),
  version: z.string(),
});

export type Overview = z.infer<typeof Overview>;

/** How many messages are new: `GET /api/admin/waiting`, for the header of every page. */
export const Waiting = z.object({ messages: count });

export type Waiting = z.infer<typeof Waiting>;
