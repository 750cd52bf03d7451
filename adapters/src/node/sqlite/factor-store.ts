import type { FactorStore, MfaState } from '@coachsite/core/mfa';
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
import type { Database } from './database.ts';
import { slicedRemoval } from './sliced-removal.ts';

/** Second factors and their challenges in the database, the secrets sealed as they were given. */
export function sqliteFactorStore(database: Database): FactorStore {
  const { sql, write } = database;
  const factorsOf = sql.prepare<[string], FactorRow>(
    'SELECT * FROM factors WHERE user_id = ? ORDER BY created_at_ms, rowid',
  );
  const holdersOf = sql
    .prepare<[string], string>(
      `SELECT DISTINCT user_id FROM factors WHERE phone = ? AND status = 'verified' ORDER BY user_id`,
    )
    .pluck();
  const challengesOf = sql.prepare<[string], ChallengeRow>(
    'SELECT * FROM factor_challenges WHERE user_id = ? ORDER BY created_at_ms, rowid',
  );
  const putFactor = sql.prepare<FactorRow>(writeRow('factors', factorColumns).put);
  const putChallenge = sql.prepare<ChallengeRow>(
    writeRow('factor_challenges', challengeColumns).put,
  );
  const removeFactor = sql.prepare<[string]>('DELETE FROM factors WHERE id = ?');
  const removeChallenge = sql.prepare<[string]>('DELETE FROM factor_challenges WHERE id = ?');
  const sweepChallenges = slicedRemoval<[number]>(database, {
    table: 'factor_challenges',
    where: 'expires_at_ms <= ?',
  });
  const sweepFactors = slicedRemoval<[number]>(database, {
    table: 'factors',
    where: `status = 'unverified' AND created_at_ms < ?`,
  });

  const codesOf = sql
    .prepare<[string], string>('SELECT hash FROM recovery_codes WHERE user_id = ? ORDER BY rowid')
    .pluck();
  const removeCodes = sql.prepare<[string]>('DELETE FROM recovery_codes WHERE user_id = ?');
  const putCode = sql.prepare<[string, string]>('INSERT INTO recovery_codes VALUES (?, ?)');

  const user = sql.prepare<[string]>('SELECT 1 FROM users WHERE id = ?');

  const read = (userId: string): MfaState => {
    const recoveryCodes = codesOf.all(userId);
    return {
      factors: factorsOf.all(userId).map(toKeptFactor),
      challenges: challengesOf.all(userId).map(toChallenge),
      ...(recoveryCodes.length > 0 && { recoveryCodes }),
    };
  };
  const put = (userId: string, before: MfaState, after: MfaState) => {
    const factors = differences(before.factors, after.factors);
    const challenges = differences(before.challenges, after.challenges);
    for (const id of challenges.gone) removeChallenge.run(id);
    for (const id of factors.gone) removeFactor.run(id);
    for (const factor of factors.put) putFactor.run(toFactorRow(factor));
    for (const challenge of challenges.put) putChallenge.run(toChallengeRow(userId, challenge));
    if (after.recoveryCodes === before.recoveryCodes) return;
    removeCodes.run(userId);
    for (const hash of after.recoveryCodes ?? []) putCode.run(userId, hash);
  };

  return {
    ofUser: async (userId) => factorsOf.all(userId).map(toFactor),
    holdersOf: async (phone) => holdersOf.all(phone),
    stateOf: async (userId) => read(userId),
    change: (userId, rule) =>
      write(() => {
        const before = read(userId);
        const { state, result } = rule(before);
        if (state !== before && user.get(userId)) put(userId, before, state);
        return result;
      }),
    sweep: async (madeBefore, now) =>
      (await sweepChallenges(now)) + (await sweepFactors(madeBefore)),
  };
}
