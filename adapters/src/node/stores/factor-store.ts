import type { FactorStore, MfaState, RecoverySet } from '@coachsite/core/mfa';
import {
  type ChallengeRow,
  challengeColumns,
  differences,
  type FactorRow,
  factorColumns,
  toChallenge,
  toChallengeRow,
  toFactor,
  toFactorRow,
  toKeptFactor,
} from '../rows/factor.ts';
import { writeRow } from '../rows/write-row.ts';
import type { Connection, Database, Transaction } from '../sql/database.ts';
import { oneOf, place, rowLock, sql } from '../sql/dialect.ts';
import { prepared } from '../sql/statement.ts';
import { holdUser } from './held-user.ts';
import { slicedRemoval } from './sliced-removal.ts';

interface OfUser {
  readonly userId: string;
}

const factorsOf = prepared<OfUser, FactorRow>(
  sql`SELECT * FROM factors WHERE user_id = :userId ORDER BY created_at_ms, ${place}`,
);
// A clean-up passes over what a change has read.
const factorsForChange = prepared<OfUser, FactorRow>(
  sql`SELECT * FROM factors WHERE user_id = :userId ORDER BY created_at_ms, ${place} ${rowLock()}`,
);
const holdersOf = prepared<{ phone: string }, { user_id: string }>(
  `SELECT DISTINCT user_id FROM factors WHERE phone = :phone AND status = 'verified' ORDER BY user_id`,
);
const challengesOf = prepared<OfUser, ChallengeRow>(
  sql`SELECT * FROM factor_challenges WHERE user_id = :userId ORDER BY created_at_ms, ${place}`,
);
const codesOf = prepared<OfUser, { hash: string }>(
  sql`SELECT hash FROM recovery_codes WHERE user_id = :userId ORDER BY ${place}`,
);
const setOf = prepared<OfUser, { id: string; friendly_name: string; created_at_ms: number }>(
  'SELECT id, friendly_name, created_at_ms FROM recovery_sets WHERE user_id = :userId',
);
const putFactor = prepared<FactorRow>(writeRow('factors', factorColumns).put);
const putChallenge = prepared<ChallengeRow>(writeRow('factor_challenges', challengeColumns).put);
const removeFactors = prepared<{ ids: readonly string[] }>(
  sql`DELETE FROM factors WHERE id ${oneOf('ids')}`,
);
const removeChallenges = prepared<{ ids: readonly string[] }>(
  sql`DELETE FROM factor_challenges WHERE id ${oneOf('ids')}`,
);
const removeCodes = prepared<OfUser>('DELETE FROM recovery_codes WHERE user_id = :userId');
const putCode = prepared<OfUser & { hash: string }>(
  'INSERT INTO recovery_codes (user_id, hash) VALUES (:userId, :hash)',
);
const removeSet = prepared<OfUser>('DELETE FROM recovery_sets WHERE user_id = :userId');
const putSet = prepared<OfUser & { id: string; friendlyName: string; createdAt: number }>(
  `INSERT INTO recovery_sets (user_id, id, friendly_name, created_at_ms)
   VALUES (:userId, :id, :friendlyName, :createdAt)`,
);
const sweepChallenges = slicedRemoval<{ now: number }>(
  ['factor_challenges', 'id'],
  'expires_at_ms <= :now',
);
const sweepFactors = slicedRemoval<{ madeBefore: number }>(
  ['factors', 'id'],
  `status = 'unverified' AND created_at_ms < :madeBefore`,
);

async function recoverySetOf(on: Connection, userId: string): Promise<RecoverySet | undefined> {
  const row = await setOf.get(on, { userId });
  return row && { id: row.id, friendlyName: row.friendly_name, createdAt: row.created_at_ms };
}

async function read(on: Connection, userId: string, found = factorsOf): Promise<MfaState> {
  const factors = await found.all(on, { userId });
  const challenges = await challengesOf.all(on, { userId });
  const codes = await codesOf.all(on, { userId });
  const recoverySet = await recoverySetOf(on, userId);
  return {
    factors: factors.map(toKeptFactor),
    challenges: challenges.map(toChallenge),
    ...(codes.length > 0 && { recoveryCodes: codes.map(({ hash }) => hash) }),
    ...(recoverySet && { recoverySet }),
  };
}

async function put(
  on: Transaction,
  userId: string,
  before: MfaState,
  after: MfaState,
): Promise<void> {
  const factors = differences(before.factors, after.factors);
  const challenges = differences(before.challenges, after.challenges);
  if (challenges.gone.length > 0) await removeChallenges.run(on, { ids: challenges.gone });
  if (factors.gone.length > 0) await removeFactors.run(on, { ids: factors.gone });
  for (const factor of factors.put) await putFactor.run(on, toFactorRow(factor));
  for (const challenge of challenges.put)
    await putChallenge.run(on, toChallengeRow(userId, challenge));
  if (after.recoverySet !== before.recoverySet) {
    await removeSet.run(on, { userId });
    if (after.recoverySet) await putSet.run(on, { userId, ...after.recoverySet });
  }
  if (after.recoveryCodes === before.recoveryCodes) return;
  await removeCodes.run(on, { userId });
  for (const hash of after.recoveryCodes ?? []) await putCode.run(on, { userId, hash });
}

/** Second factors and their challenges in the database, the secrets sealed as they were given. */
export function sqlFactorStore(database: Database): FactorStore {
  return {
    ofUser: async (userId) => (await factorsOf.all(database, { userId })).map(toFactor),
    holdersOf: async (phone) =>
      (await holdersOf.all(database, { phone })).map(({ user_id }) => user_id),
    stateOf: (userId) => read(database, userId),
    change: (userId, rule) =>
      database.write(async (on) => {
        // A rule decides on all rows of the user, also on those that it finds missing.
        await on.lock(`factors ${userId}`);
        const isThere = await holdUser(on, userId);
        const before = await read(on, userId, factorsForChange);
        const { state, result } = rule(before);
        if (isThere && state !== before) await put(on, userId, before, state);
        return result;
      }),
    sweep: async (madeBefore, now) =>
      (await sweepChallenges(database, { now })) + (await sweepFactors(database, { madeBefore })),
  };
}
