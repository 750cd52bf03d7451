import type { MfaState } from '@coachsite/core/mfa';
import type { SecurityEvent } from '@coachsite/core/security-log';

/** The factors of a user who has one: a phone. */
export const onlyPhone = (
  userId: string,
  phone: string,
  status: 'verified' | 'unverified',
): MfaState => ({
  factors: [
    {
      id: `factor-of-${userId}`,
      userId,
      type: 'phone',
      status,
      friendlyName: undefined,
      phone,
      createdAt: 1,
      updatedAt: 1,
      lastChallengedAt: undefined,
      sealedSecret: undefined,
      lastStep: undefined,
    },
  ],
  challenges: [],
});

/** An event that a browser reported, with a note in its details. */
export const reportedEvent = (id: string, note: string, userId?: string): SecurityEvent => ({
  id,
  at: 1,
  source: 'client',
  actionType: 'auth_failure',
  severity: 'low',
  userId,
  ip: '192.0.2.9',
  userAgent: 'b',
  details: { note },
});
