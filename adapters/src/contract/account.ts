import { z } from 'zod';
import { time } from './fields.ts';

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

/** What a new password asks of this session, where nothing is sent with it: `GET /api/account/password`. */
export const PasswordAsks = z.object({ asks: z.enum(['nothing', 'current_password', 'code']) });

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

export type PasswordAsks = z.infer<typeof PasswordAsks>;
export type OwnInterests = z.infer<typeof OwnInterests>;
export type OwnSessions = z.infer<typeof OwnSessions>;
