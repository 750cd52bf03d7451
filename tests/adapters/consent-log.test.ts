import { openSqlite, sqliteConsentLog } from '@coachsite/adapters/sqlite';
import { describe } from 'vitest';
import { consentLogContract } from '../contracts/consent-log.ts';
import { memoryConsentLog } from '../support/memory/index.ts';

describe.each([
  ['memory', async () => memoryConsentLog()],
  ['sqlite', async () => sqliteConsentLog(openSqlite(':memory:'))],
] as const)('%s consent log', (_name, open) => consentLogContract(open));
