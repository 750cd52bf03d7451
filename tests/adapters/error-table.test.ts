import { type ErrorKind, errorTable } from '@coachsite/adapters/contract';
import { checkFileChoice } from '@coachsite/core/ebook';
import type { SiteErrorKind } from '@coachsite/core/facts';
import en from '@coachsite/ui/content/en/problems.json' with { type: 'json' };
import nl from '@coachsite/ui/content/nl/problems.json' with { type: 'json' };
import { expect, expectTypeOf, test } from 'vitest';
import { casesOf } from '../support/core-cases.ts';

test.each(Object.entries(errorTable))('%s has an error status', (_kind, { status }) => {
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(600);
});

type Kinds<Texts> = Exclude<keyof Texts, 'passwordFeedback' | 'field' | 'picture'>;

test('a kind without a row or a text in one of the languages does not compile, nor does an extra row', () => {
  expectTypeOf<keyof typeof errorTable>().toEqualTypeOf<ErrorKind>();
  expectTypeOf<Kinds<typeof nl>>().toEqualTypeOf<SiteErrorKind>();
  expectTypeOf<Kinds<typeof en>>().toEqualTypeOf<SiteErrorKind>();
  for (const texts of [nl, en]) {
    for (const text of Object.values(texts)) expect(text).not.toBe('');
  }
});

test('the English texts match the error catalogue word for word', () => {
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

interface UploadCase {
  readonly name: string;
  readonly mimeType: string;
  readonly error?: { readonly en: string; readonly nl: string };
}

test.each(casesOf<UploadCase>('uploadCheck', 'cases').filter(({ error }) => error))(
  'the texts for $name are those of the case table',
  ({ name, mimeType, error }) => {
    const { kind } = checkFileChoice({ name, type: mimeType })._unsafeUnwrapErr();
    expect({ en: en[kind], nl: nl[kind] }).toEqual(error);
  },
);
