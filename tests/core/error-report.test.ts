import { hostileText } from '@coachsite/core/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boundReport, reportLimits } from '#core/src/error-report/report.ts';

test('a report is cut to its limits, whatever a client sends', () => {
  const value = fc.oneof(
    fc.anything(),
    hostileText,
    fc.string({ minLength: 5000, maxLength: 6000 }),
  );
  const report = fc.record(
    { message: value, stack: value, url: value, userAgent: value, componentStack: value },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(report, (sent) => {
      const bounded = boundReport(sent);
      for (const field of Object.keys(reportLimits) as (keyof typeof reportLimits)[]) {
        expect(bounded[field].length).toBeLessThanOrEqual(reportLimits[field]);
        expect(bounded[field].isWellFormed()).toBe(true);
        expect(bounded[field]).not.toContain('\u0000');
      }
      expect(bounded.url).not.toMatch(/[?#]/);
    }),
  );
});

test('a text that grows when it is cleaned is still within its limit, and no more of it is cleaned', () => {
  const half = '\ud800';
  const { message } = boundReport({ message: half.repeat(2000) });
  expect(message).toBe('\ufffd'.repeat(1000));
  const { userAgent } = boundReport({ userAgent: `${'\u0000'.repeat(300)}behind` });
  expect(userAgent).not.toContain('behind');
  expect(boundReport({})).toEqual({
    message: '',
    stack: '',
    url: '',
    userAgent: '',
    componentStack: '',
  });
});

test('an ordinary report is unchanged except for query and fragment of the URL', () => {
  expect(
    boundReport({
      message: 'x is undefined',
      stack: 'Error\n\tat a',
      url: 'https://coach.example/auth?code=1#t',
      userAgent: 'Firefox',
    }),
  ).toEqual({
    message: 'x is undefined',
    stack: 'Error\n\tat a',
    url: 'https://coach.example/auth',
    userAgent: 'Firefox',
    componentStack: '',
  });
});
