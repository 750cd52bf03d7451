import type { Passkey, PasskeyChallenge } from '@coachsite/core/passkey';

/** A row of `passkeys`. */
export interface PasskeyRow {
  readonly id: string;
  readonly user_id: string;
  readonly credential_id: string;
  readonly public_key: string;
  readonly counter: number;
  readonly aaguid: string | null;
  readonly transports: string;
  readonly is_backed_up: number;
  readonly friendly_name: string;
  readonly created_at_ms: number;
  readonly last_used_at_ms: number | null;
}

/** A row of `passkey_challenges`. */
export interface PasskeyChallengeRow {
  readonly id: string;
  readonly user_id: string | null;
  readonly challenge: string;
  readonly created_at_ms: number;
  readonly expires_at_ms: number;
}

/** The columns of `passkeys`. */
export const passkeyColumns: readonly (keyof PasskeyRow)[] = [
  'id',
  'user_id',
  'credential_id',
  'public_key',
  'counter',
  'aaguid',
  'transports',
  'is_backed_up',
  'friendly_name',
  'created_at_ms',
  'last_used_at_ms',
];

/** The columns of `passkey_challenges`. */
export const passkeyChallengeColumns: readonly (keyof PasskeyChallengeRow)[] = [
  'id',
  'user_id',
  'challenge',
  'created_at_ms',
  'expires_at_ms',
];

export const toPasskey = (row: PasskeyRow): Passkey => ({
  id: row.id,
  userId: row.user_id,
  credentialId: row.credential_id,
  publicKey: row.public_key,
  counter: row.counter,
  aaguid: row.aaguid ?? undefined,
  transports: JSON.parse(row.transports) as readonly string[],
  isBackedUp: row.is_backed_up === 1,
  friendlyName: row.friendly_name,
  createdAt: row.created_at_ms,
  lastUsedAt: row.last_used_at_ms ?? undefined,
});

export const toPasskeyRow = (passkey: Passkey): PasskeyRow => ({
  id: passkey.id,
  user_id: passkey.userId,
  credential_id: passkey.credentialId,
  public_key: passkey.publicKey,
  counter: passkey.counter,
  aaguid: passkey.aaguid ?? null,
  transports: JSON.stringify(passkey.transports),
  is_backed_up: passkey.isBackedUp ? 1 : 0,
  friendly_name: passkey.friendlyName,
  created_at_ms: passkey.createdAt,
  last_used_at_ms: passkey.lastUsedAt ?? null,
});

export const toPasskeyChallenge = (row: PasskeyChallengeRow): PasskeyChallenge => ({
  id: row.id,
  userId: row.user_id ?? undefined,
  challenge: row.challenge,
  createdAt: row.created_at_ms,
  expiresAt: row.expires_at_ms,
});

export const toPasskeyChallengeRow = (made: PasskeyChallenge): PasskeyChallengeRow => ({
  id: made.id,
  user_id: made.userId ?? null,
  challenge: made.challenge,
  created_at_ms: made.createdAt,
  expires_at_ms: made.expiresAt,
});
