import { coachingSlugs } from '@coachsite/core/catalogue';
import { isExampleAddress, missingFacts } from '@coachsite/core/facts';
import { dayMs } from '@coachsite/core/kernel';
import { expect, test } from 'vitest';
import { someFacts } from '../support/some-facts.ts';

const now = Date.UTC(2026, 10, 24);
const price = someFacts.prices['1-on-1'];

/** A site whose owner gave every fact. */
const complete = {
  ...someFacts,
  email: 'sam@voorbeeld.be',
  prices: Object.fromEntries(coachingSlugs.map((slug) => [slug, price])),
  claims: someFacts.claims.map((claim) => ({ ...claim, asOf: '2026-11-01' })),
  placeholders: [],
  samples: [],
};

const missing = (changed: Partial<Parameters<typeof missingFacts>[0]>) =>
  missingFacts({ ...complete, ...changed }, now);

const { coach, company } = someFacts;
const needed = { isNeeded: true } as const;

test('a complete site misses nothing', () => {
  expect(missing({})).toEqual([]);
});

test.each([
  ['coach.name', 'name', { coach: { ...coach, name: '' } }],
  [
    'coach.portrait.file',
    'portrait',
    { coach: { ...coach, portrait: { ...coach.portrait, file: '' } } },
  ],
  ['phone', 'placeholder', { placeholders: ['phone'] }],
  ['claims', 'sample', { samples: ['claims'] as const }],
  [
    'testimonials.karel',
    'sampleTestimonial',
    { testimonials: someFacts.testimonials.map((one) => ({ ...one, sample: true })) },
  ],
])('visitors need %s', (field, reason, changed) => {
  expect(missing(changed)).toEqual([{ field, reason, asks: 'visitor', ...needed }]);
});

test.each([
  ['coach.training', { training: [] }],
  ['coach.since', { since: undefined }],
  ['coach.region', { region: undefined }],
  ['coach.reason', { reason: undefined }],
])('%s would help visitors', (field, changed) => {
  expect(missing({ coach: { ...coach, ...changed } })).toEqual([
    { field, reason: field.replace('coach.', ''), asks: 'visitor', isNeeded: false },
  ]);
});

test.each([
  ['legalName', 'legalName', { legalName: '' }],
  ['street', 'street', { street: '' }],
  ['postalCode', 'postalCode', { postalCode: '' }],
  ['postalCode', 'postalCode', { postalCode: '90000' }],
  ['postalCode', 'postalCode', { postalCode: 'B9000' }],
  ['city', 'city', { city: '' }],
  ['enterpriseNumber', 'enterpriseNumber', { enterpriseNumber: 'BE 0123.456.748' }],
  ['vatNumber', 'vatNumber', { vatExempt: false }],
  ['bankAccount', 'bankAccount', { bankAccount: '' }],
  ['statementsConfirmed', 'statements', { statementsConfirmed: undefined }],
  ['statementsConfirmed', 'statements', { statementsConfirmed: false }],
])('the law needs company.%s (%s)', (name, reason, changed) => {
  expect(missing({ company: { ...company, ...changed } })).toEqual([
    { field: `company.${name}`, reason, asks: 'law', ...needed },
  ]);
});

test('a VAT number is needed without an exemption, and an address that can receive', () => {
  const vatNumber = company.enterpriseNumber;
  expect(missing({ company: { ...company, vatExempt: false, vatNumber } })).toEqual([]);
  expect(missing({ email: 'sam@coach.example' })).toEqual([
    { field: 'email', reason: 'email', asks: 'law', ...needed },
  ]);
});

test('each number needs a basis that is not too old', () => {
  const [first] = complete.claims;
  const { id, value } = first ?? { id: '', value: '' };
  const oldest = new Date(now - 400 * dayMs).toISOString().slice(0, 10);
  const older = new Date(now - 401 * dayMs).toISOString().slice(0, 10);
  const claims = (basis: string, asOf: string) =>
    missing({
      claims: complete.claims.map((one) => (one.id === id ? { ...one, basis, asOf } : one)),
    });
  const law = { field: `claims.${id}`, asks: 'law', ...needed, value } as const;
  expect(claims('survey', oldest)).toEqual([]);
  expect(claims('survey', older)).toEqual([{ ...law, asOf: older, reason: 'claimOld' }]);
  expect(claims('', oldest)).toEqual([{ ...law, asOf: oldest, reason: 'claimBasis' }]);
});

test('the law needs the price of a service that costs everyone the same, visitors want the others', () => {
  expect(missing({ prices: {} })).toEqual(
    coachingSlugs.map((slug) =>
      slug === 'online-consultation'
        ? { field: `prices.${slug}`, reason: 'servicePrice', asks: 'law', ...needed, value: slug }
        : {
            field: `prices.${slug}`,
            reason: 'offerPrice',
            asks: 'visitor',
            isNeeded: false,
            value: slug,
          },
    ),
  );
});

test.each([
  ['sam@coach.example', true],
  ['sam@example.com', true],
  ['sam@mail.example.org', true],
  ['Sam <sam@EXAMPLE.NET>', true],
  ['sam@coach.test', true],
  ['sam@coach.invalid', true],
  ['sam@example.be', false],
  ['sam@example.com.be', false],
  ['sam@myexample.com', false],
  ['example@voorbeeld.be', false],
])('whether %s is an example: %s', (address, isExample) => {
  expect(isExampleAddress(address)).toBe(isExample);
});
