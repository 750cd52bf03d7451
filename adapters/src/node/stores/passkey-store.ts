import type { PasskeyState, PasskeyStore } from '@coachsite/core/passkey';
import { err } from 'neverthrow';
import { differences } from '../rows/factor.ts';
import {
  type PasskeyChallengeRow,
  type PasskeyRow,
  passkeyChallengeColumns,
  passkeyColumns,
  toPasskey,
  toPasskeyChallenge,
  toPasskeyChallengeRow,
  toPasskeyRow,
} from '../rows/passkey.ts';
import { writeRow } from '../rows/write-row.ts';
import { type Database, type Transaction, violated } from '../sql/database.ts';
import { oneOf, place, rowLock, sql } from '../sql/dialect.ts';
import { prepared } from '../sql/statement.ts';
import { holdUser } from './held-user.ts';
import { slicedRemoval } from './sliced-removal.ts';

interface OfUser {
  readonly userId: string;
}

const ofUser = prepared<OfUser, PasskeyRow>(
  sql`SELECT * FROM passkeys WHERE user_id = :userId ORDER BY created_at_ms, ${place}`,
);
const byCredentialId = prepared<{ credentialId: string }, PasskeyRow>(
  'SELECT * FROM passkeys WHERE credential_id = :credentialId',
);
// Holds the account until the change is stored, so that changes come one after the other, and none after a take-over.
const stampOf = prepared<OfUser, { security_stamp: number }>(
  sql`SELECT security_stamp FROM users WHERE id = :userId ${rowLock('FOR NO KEY UPDATE')}`,
);
const written = writeRow('passkeys', passkeyColumns);
const insert = prepared<PasskeyRow>(written.insert);
const update = prepared<PasskeyRow>(written.update);
const remove = prepared<{ ids: readonly string[] }>(
  sql`DELETE FROM passkeys WHERE id ${oneOf('ids')}`,
);
const removeOfUser = prepared<OfUser>('DELETE FROM passkeys WHERE user_id = :userId');
const insertChallenge = prepared<PasskeyChallengeRow>(
  writeRow('passkey_challenges', passkeyChallengeColumns).insert,
);
const takeChallenge = prepared<{ id: string }, PasskeyChallengeRow>(
  'DELETE FROM passkey_challenges WHERE id = :id RETURNING *',
);
const sweepChallenges = slicedRemoval<{ now: number }>(
  ['passkey_challenges', 'id'],
  'expires_at_ms <= :now',
);

/** By the name of the constraint, and by its column. */
const isTaken = (error: unknown) =>
  ['passkeys_credential', 'passkeys.credential_id'].includes(violated(error) ?? '');

/** The passkeys of an account, which is held until the end of the transaction; `undefined` without the account. */
async function hold(on: Transaction, userId: string): Promise<PasskeyState | undefined> {
  const account = await stampOf.get(on, { userId });
  if (!account) return undefined;
  const passkeys = (await ofUser.all(on, { userId })).map(toPasskey);
  return { securityStamp: account.security_stamp, passkeys };
}

/** Passkeys and their challenges in the database. */
export function sqlPasskeyStore(database: Database): PasskeyStore {
  return {
    ofUser: async (userId) => (await ofUser.all(database, { userId })).map(toPasskey),
    byCredentialId: async (credentialId) => {
      const row = await byCredentialId.get(database, { credentialId });
      return row && toPasskey(row);
    },
    add: async (passkey, rule) => {
      try {
        return await database.write(async (on) => {
          const state = await hold(on, passkey.userId);
          const allowed = state && rule(state);
          if (allowed?.isOk()) await insert.run(on, toPasskeyRow(passkey));
          return allowed;
        });
      } catch (error) {
        if (isTaken(error)) return err({ kind: 'webauthn_credential_exists' });
        throw error;
      }
    },
    change: (userId, rule) =>
      database.write(async (on) => {
        const before = await hold(on, userId);
        if (!before) return undefined;
        const { passkeys, result } = rule(before);
        const { gone, put } = differences(before.passkeys, passkeys);
        if (gone.length > 0) await remove.run(on, { ids: gone });
        for (const passkey of put) await update.run(on, toPasskeyRow(passkey));
        return result;
      }),
    clear: (userId) =>
      database.write(async (on) => {
        const held = await hold(on, userId);
        await removeOfUser.run(on, { userId });
        return held?.passkeys ?? [];
      }),
    begin: (challenge) =>
      database.write(async (on) => {
        const row = toPasskeyChallengeRow(challenge);
        if (row.user_id === null || (await holdUser(on, row.user_id)))
          await insertChallenge.run(on, row);
      }),
    take: async (id) => {
      const row = await takeChallenge.get(database, { id });
      return row && toPasskeyChallenge(row);
    },
    sweep: (now) => sweepChallenges(database, { now }),
  };
}
