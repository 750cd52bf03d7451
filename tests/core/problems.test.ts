import { problemStatus } from '@coachsite/adapters/contract';
import en from '@coachsite/ui/content/en/problems.json' with { type: 'json' };
import nl from '@coachsite/ui/content/nl/problems.json' with { type: 'json' };
import { expect, test } from 'vitest';

test.each(Object.entries(problemStatus))('%s (%i) has a text in both languages', (kind, status) => {
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(600);
  expect(en).toHaveProperty(kind, expect.stringMatching(/\S/));
  expect(nl).toHaveProperty(kind, expect.stringMatching(/\S/));
});

test('the English texts are word for word those of the error catalogue', () => {
  expect(en).toMatchObject({
    account_locked:
      'Account temporarily locked due to multiple failed attempts. Please try again later.',
    over_request_rate_limit: 'Too many sign-in attempts. Please wait before trying again.',
    invalid_email: 'Invalid email: {{reasons}}',
    weak_password: 'Weak password: {{feedback}}',
    not_a_pdf: 'Please select a PDF file',
    not_admin: "You don't have permission to access this page. Admin privileges are required.",
  });
});
