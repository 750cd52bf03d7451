import { postgresPauseStore } from '@coachsite/adapters/postgres';
import { openSqlite, sqlitePauseStore } from '@coachsite/adapters/sqlite';
import { pauseStoreContract } from '@coachsite/core/testing';
import { describe, expect, test } from 'vitest';
import { emptyPostgres } from '../support/postgres-schema.ts';

describe.each([
  ['sqlite', async () => sqlitePauseStore(openSqlite(':memory:'))],
  ['postgres', async () => postgresPauseStore(await emptyPostgres())],
] as const)('%s pause store', (_name, open) => pauseStoreContract({ test, expect }, open));
