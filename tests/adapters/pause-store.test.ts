import { openSqlite } from '@coachsite/adapters/sqlite';
import { sqlPauseStore } from '@coachsite/adapters/stores';
import { pauseStoreContract } from '@coachsite/core/testing';
import { describe, expect, test } from 'vitest';
import { emptyPostgres } from '../support/postgres-schema.ts';

describe.each([
  ['sqlite', async () => sqlPauseStore(openSqlite(':memory:'))],
  ['postgres', async () => sqlPauseStore(await emptyPostgres())],
] as const)('%s pause store', (_name, open) => pauseStoreContract({ test, expect }, open));
