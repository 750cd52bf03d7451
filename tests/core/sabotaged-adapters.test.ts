import { describe, expect, test } from 'vitest';
import { accountStoreSabotages } from './sabotage/account-stores.ts';
import { attemptSabotages, lockoutSabotages } from './sabotage/limits.ts';
import { messageSabotages } from './sabotage/messages.ts';
import { secretSabotages } from './sabotage/secrets.ts';
import { serviceSabotages } from './sabotage/services.ts';
import { storeSabotages } from './sabotage/stores.ts';
import { failuresOf } from './sabotage/watch.ts';

/** Each entry is an adapter with one mistake, and the suite that must not pass over it. */
describe.each([
  ['lockouts', lockoutSabotages],
  ['attempts', attemptSabotages],
  ['stores of accounts', accountStoreSabotages],
  ['other stores', storeSabotages],
  ['secrets', secretSabotages],
  ['messages', messageSabotages],
  ['services', serviceSabotages],
] as const)('%s', (_, sabotages) => {
  test.each(Object.entries(sabotages))(
    'a suite fails over an adapter that %s',
    async (_mistake, run) => {
      expect(await failuresOf(run)).not.toEqual([]);
    },
  );
});
