import type { PasskeyResponse, PasskeyVerifyBody } from '@coachsite/adapters/contract';
import { isUuid, timeText } from '@coachsite/core/kernel';
import type { Passkey, PasskeyCeremony } from '@coachsite/core/passkey';
import { err, ok, type Result } from 'neverthrow';
import type { z } from 'zod';

type Body = z.infer<typeof PasskeyVerifyBody>;

/** What a browser sent for a challenge; the error is the message of an invalid request. Source: docs/wire.md#17. */
export function answerIn({
  challenge_id,
  credential,
}: Body): Result<
  { readonly challengeId: string; readonly credential: NonNullable<Body['credential']> },
  string
> {
  if (!challenge_id) return err('challenge_id is required');
  if (!credential) return err('credential is required');
  const challengeId = challenge_id.toLowerCase();
  return isUuid(challengeId)
    ? ok({ challengeId, credential })
    : err('challenge_id must be a valid UUID');
}

/** A ceremony in the wire format. */
export const toCeremonyJson = ({ challenge, options }: PasskeyCeremony) => ({
  challenge_id: challenge.id,
  options,
  expires_at: Math.floor(challenge.expiresAt / 1000),
});

/** A passkey in the wire format. */
export const toPasskeyJson = (passkey: Passkey): PasskeyResponse => ({
  id: passkey.id,
  friendly_name: passkey.friendlyName,
  created_at: timeText(passkey.createdAt),
  ...(passkey.lastUsedAt === undefined ? {} : { last_used_at: timeText(passkey.lastUsedAt) }),
  backed_up: passkey.isBackedUp,
});
