import { postgresConsentLog } from '@coachsite/adapters/postgres';
import { openSqlite, sqliteConsentLog } from '@coachsite/adapters/sqlite';
import { consentLogContract, memoryConsentLog } from '@coachsite/core/testing';
import { describe, expect, test } from 'vitest';
import { emptyPostgres } from '../support/postgres-schema.ts';

describe.each([
  ['memory', async () => memoryConsentLog()],
  ['sqlite', async () => sqliteConsentLog(openSqlite(':memory:'))],
  ['postgres', async () => postgresConsentLog(await emptyPostgres())],
] as const)('%s consent log', (_name, open) => consentLogContract({ test, expect }, open));

test('a flood of numbers stops at the limit, and the oldest records are removed', async () => {
  const log = sqliteConsentLog(openSqlite(':memory:'), 250);
  const choice = { policyVersion: '1', language: 'nl', functional: true, analytics: true } as const;
  for (let at = 1; at <= 1000; at += 1) {
    await log.add({ ...choice, marketing: false, id: `number-${at}` }, at);
  }
  expect(await log.count()).toBe(250);
  expect(await log.ofNumber('number-750', 1)).toEqual([]);
  expect(await log.ofNumber('number-751', 1)).toHaveLength(1);
});
