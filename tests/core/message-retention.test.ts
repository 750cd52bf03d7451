import { messageKeptMs } from '@coachsite/core/contact';
import { dayMs } from '@coachsite/core/kernel';
import { expect, test } from 'vitest';

test('twelve months are a year of 365 days, and every month is as long as another (D32)', () => {
  expect(messageKeptMs(12)).toBe(365 * dayMs);
  expect(messageKeptMs(60)).toBe(5 * 365 * dayMs);
  expect(messageKeptMs(1) * 12).toBe(messageKeptMs(12));
  for (let months = 1; months <= 60; months += 1) {
    expect(Number.isInteger(messageKeptMs(months))).toBe(true);
    expect(messageKeptMs(months + 1) - messageKeptMs(months)).toBe(messageKeptMs(1));
  }
});
