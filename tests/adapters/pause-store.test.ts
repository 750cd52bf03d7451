import { openSqlite, sqlitePauseStore } from '@coachsite/adapters/sqlite';
import { memoryPauseStore, pauseStoreContract } from '@coachsite/core/testing';
import { describe, expect, test } from 'vitest';

describe.each([
  ['memory', async () => memoryPauseStore()],
  ['sqlite', async () => sqlitePauseStore(openSqlite(':memory:'))],
] as const)('%s pause store', (_name, open) => pauseStoreContract({ test, expect }, open));
