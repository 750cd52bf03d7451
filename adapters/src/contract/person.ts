import { z } from 'zod';
import { checkedByCore } from './fields.ts';

/**
 * The person whose data is exported or erased, by e-mail address or by phone number:
 * `POST /api/admin/person/export` and `…/erase`.
 */
export const PersonRequest = z
  .object({ email: checkedByCore, phone: z.string().optional() })
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

export type PersonRequest = z.infer<typeof PersonRequest>;
export type PersonExport = z.infer<typeof PersonExport>;
export type ErasedCounts = z.infer<typeof ErasedCounts>;
