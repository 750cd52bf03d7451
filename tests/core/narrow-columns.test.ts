import type { Ports } from '@coachsite/core/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inColumns, narrow } from './sabotage/columns.ts';
import { overMemory } from './sabotage/over-memory.ts';
import { firstFailureOf } from './sabotage/watch.ts';

const withTimes = [
  ...['AttemptStore', 'ConsentLog', 'EbookStore', 'FactorStore', 'FlowStore', 'InterestStore'],
  ...['LaunchStore', 'LockoutStore', 'MailQueue', 'MaintenanceLog', 'MessageStore', 'PauseStore'],
  ...['ReportStore', 'SecurityLog', 'SessionStore', 'SmsQueue', 'TokenStore', 'UserStore'],
] as const;

/** What has texts of more than 255 characters. */
const withLongTexts = [
  ...['AttemptStore', 'FactorStore', 'FlowStore', 'LockoutStore', 'MailQueue', 'MessageStore'],
  ...['ReportStore', 'SecurityLog', 'SessionStore', 'SmsQueue', 'UserStore'],
] as const;

/** What has texts that people, browsers or providers chose. */
const withFreeTexts = [
  ...['ConsentLog', 'EbookStore', 'FactorStore', 'FlowStore', 'InterestStore', 'MailQueue'],
  ...['MessageStore', 'ReportStore', 'SecurityLog', 'SessionStore', 'SmsQueue', 'UserStore'],
] as const;

const stores = {
  // The times of roles decide their order only, and are returned by nothing.
  'has 32 bits for a time': [...withTimes, 'AdminStore', 'RoleStore'],
  'keeps times in seconds': withTimes,
  'cuts texts to 255 characters': withLongTexts,
  'has the characters of one code page': withFreeTexts,
} as const satisfies Readonly<Record<keyof typeof narrow, readonly string[]>>;

// A mistake that a property finds by chance would be found on some days only.
beforeAll(() => fc.configureGlobal({ seed: 19 }));
afterAll(() => fc.resetConfigureGlobal());

describe.each(Object.entries(stores))('a store that %s', (mistake, ports) => {
  const sabotage = inColumns(narrow[mistake as keyof typeof narrow]);
  test.each([...ports])('is no %s', async (port) => {
    const over = overMemory[port as keyof Ports];
    expect(await firstFailureOf((runner) => over(runner, sabotage))).toBeDefined();
  });
});
