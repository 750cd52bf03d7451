import type { Ports } from '@coachsite/core/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { failuresOf } from './support/failures-of.ts';
import { overMemory, type Wrap } from './support/over-memory.ts';

type Change = (value: unknown) => unknown;

/** Changes the texts and numbers in a row; what is no plain object or list stays as it is. */
function inRow(value: unknown, change: Change): unknown {
  if (Array.isArray(value)) return value.map((held) => inRow(held, change));
  if (typeof value !== 'object' || value === null) return change(value);
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, held]) => [name, inRow(held, change)]),
  );
}

/** Changes what an adapter is given to store, also what a rule makes of a row. */
const inColumns =
  (change: Change): Wrap =>
  (port) => {
    const methods = Object.entries(port).map(([name, method]: [string, unknown]) => {
      if (typeof method !== 'function') return [name, method];
      const given = (argument: unknown) =>
        typeof argument === 'function' && name === 'change'
          ? (...rows: readonly unknown[]) => inRow(argument(...rows), change)
          : inRow(argument, change);
      return [name, (...all: readonly unknown[]) => method(...all.map(given))];
    });
    return Object.fromEntries(methods);
  };

const inNumbers =
  (change: (value: number) => number): Change =>
  (value) =>
    typeof value === 'number' && Number.isFinite(value) ? change(value) : value;

const inTexts =
  (change: (text: string) => string): Change =>
  (value) =>
    typeof value === 'string' ? change(value) : value;

/** What a column makes of a value that it is too narrow for. */
const narrow = {
  'has 32 bits for a time': inNumbers((value) => {
    if (Number.isInteger(value) && value !== Math.trunc(value | 0)) throw new RangeError('integer');
    return value;
  }),
  'keeps times in seconds': inNumbers((value) =>
    value > 1e11 ? Math.floor(value / 1000) * 1000 : value,
  ),
  'cuts texts to 255 characters': inTexts((text) => text.slice(0, 255)),
  'has the characters of one code page': inTexts((text) => text.replace(/[^\0-\xff]/gu, '?')),
} as const;

const withTimes = [
  ...['AttemptStore', 'ConsentLog', 'EbookStore', 'FactorStore', 'FlowStore', 'InterestStore'],
  ...['LaunchStore', 'LockoutStore', 'MailQueue', 'MaintenanceLog', 'MessageStore', 'PauseStore'],
  'PasskeyStore',
  ...['ReportStore', 'SecurityLog', 'SessionStore', 'SmsQueue', 'TokenStore', 'UserStore'],
] as const;

/** What has texts of more than 255 characters. */
const withLongTexts = [
  ...['AttemptStore', 'FactorStore', 'FlowStore', 'LockoutStore', 'MailQueue', 'MessageStore'],
  ...['PasskeyStore', 'ReportStore', 'SecurityLog', 'SessionStore', 'SmsQueue', 'UserStore'],
] as const;

/** What has texts that people, browsers or providers chose. */
const withFreeTexts = [
  ...['ConsentLog', 'EbookStore', 'FactorStore', 'FlowStore', 'InterestStore', 'MailQueue'],
  'PasskeyStore',
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
  const lossy = inColumns(narrow[mistake as keyof typeof narrow]);
  test.each([...ports])('is no %s', async (port) => {
    const over = overMemory[port as keyof Ports];
    expect(await failuresOf((runner) => over(runner, lossy), 1)).toHaveLength(1);
  });
});
