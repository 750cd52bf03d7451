import { openSqlite, sqlitePauseStore } from '@coachsite/adapters/sqlite';
import { describe } from 'vitest';
import { pauseStoreContract } from '../contracts/pause-store.ts';
import { memoryPauseStore } from '../support/memory/index.ts';

describe.each([
  ['memory', async () => memoryPauseStore()],
  ['sqlite', async () => sqlitePauseStore(openSqlite(':memory:'))],
] as const)('%s pause store', (_name, open) => pauseStoreContract(open));
