import { postgresConsentLog } from '@coachsite/adapters/postgres';
import { openSqlite, sqliteConsentLog } from '@coachsite/adapters/sqlite';
import { consentLogContract } from '@coachsite/core/testing';
import { describe, expect, test } from 'vitest';
import { emptyPostgres } from '../support/postgres-schema.ts';

describe.each([
  ['sqlite', async (limit?: number) => sqliteConsentLog(openSqlite(':memory:'), limit)],
  ['postgres', async (limit?: number) => postgresConsentLog(await emptyPostgres(), limit)],
] as const)('%s consent log', (_name, open) => consentLogContract({ test, expect }, open));
