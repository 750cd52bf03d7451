import { openSqlite } from '@coachsite/adapters/sqlite';
import { sqlConsentLog } from '@coachsite/adapters/stores';
import { consentLogContract } from '@coachsite/core/testing';
import { describe, expect, test } from 'vitest';
import { emptyPostgres } from '../support/postgres-schema.ts';

describe.each([
  ['sqlite', async (limit?: number) => sqlConsentLog(openSqlite(':memory:'), limit)],
  ['postgres', async (limit?: number) => sqlConsentLog(await emptyPostgres(), limit)],
] as const)('%s consent log', (_name, open) => consentLogContract({ test, expect }, open));
