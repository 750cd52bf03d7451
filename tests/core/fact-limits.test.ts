import { factProblems, type OwnerFacts, priceProblems } from '@coachsite/core/facts';
import { describe, expect, test } from 'vitest';
import { isHttpsUrl, isPastYear, isPhoneNumber } from '#core/src/facts/fields.ts';
import { someFacts } from '../support/some-facts.ts';

const now = Date.UTC(2026, 10, 24);

/** The facts of a complete site with another value at a place, such as `coach.training.0.year`. */
function factsWith(place: string, value: unknown): OwnerFacts {
  const facts = structuredClone(someFacts);
  const names = place.split('.');
  const last = names.pop() ?? '';
  const parent = names.reduce<unknown>((part, name) => Reflect.get(part as object, name), facts);
  Reflect.set(parent as object, last, value);
  return facts;
}

/** The reason for each wrong field when a place has this value. */
const problemsOf = (place: string, value: unknown) =>
  Object.fromEntries(
    factProblems(factsWith(place, value), now).map(({ field, reason }) => [field, reason]),
  );

/** The field that a place of the facts has in problems: claims are named by their id. */
const fieldOf = (place: string) => place.replace('claims.0', 'claims.clients-helped');

describe('a text has a longest length, in characters', () => {
  const both = (place: string, limit: number) =>
    [
      [`${place}.nl`, limit],
      [`${place}.en`, limit],
    ] as const;
  test.each([
    ['coach.name', 60],
    ...both('coach.portrait.alt', 120),
    ['coach.training.0.title', 120],
    ['coach.training.0.school', 120],
    ...both('coach.region', 60),
    ...both('coach.reason', 600),
    ...both('openingPromise', 160),
    ['testimonials.0.consentRef', 120],
    ...both('testimonials.0.verifiedHow', 120),
    ['testimonials.0.words.nl.name', 120],
    ['testimonials.0.words.en.result', 120],
    ['testimonials.0.words.nl.text', 600],
    ['claims.0.basis', 600],
    ['company.legalName', 120],
    ['company.street', 120],
    ['company.city', 120],
  ] as const)('%s: %i', (place, limit) => {
    expect(problemsOf(place, '🙂'.repeat(limit))).toEqual({});
    expect(problemsOf(place, '🙂'.repeat(limit + 1))).toEqual({ [fieldOf(place)]: 'too_long' });
  });

  test('a number with its unit: 40', () => {
    expect(problemsOf('claims.0.value', `25${'+'.repeat(38)}`)).toEqual({});
    const field = 'claims.clients-helped.value';
    expect(problemsOf('claims.0.value', `25${'+'.repeat(39)}`)).toEqual({ [field]: 'too_long' });
    // Of two reasons, the first is the one to show.
    expect(factProblems(factsWith('claims.0.value', ' '.repeat(41)), now)).toEqual([
      { field, reason: 'required' },
    ]);
  });

  test.each(['instagram.url', 'googleReviewsUrl', 'bookingUrl'])('%s: 500', (place) => {
    const url = (length: number) => 'https://a.be/'.padEnd(length, 'x');
    expect(problemsOf(place, url(500))).toEqual({});
    expect(problemsOf(place, url(501))).toEqual({ [place]: 'too_long' });
    expect(problemsOf(place, 'http://a.be/')).toEqual({ [place]: 'not_a_url' });
  });

  test('an e-mail address: 254', () => {
    const address = (length: number) => `a@${'b'.repeat(length - 5)}.be`;
    expect(problemsOf('email', address(254))).toEqual({});
    expect(problemsOf('email', address(255))).toEqual({ email: 'not_an_email' });
  });
});

test.each([
  'coach.portrait.alt.nl',
  'coach.portrait.alt.en',
  'coach.training.0.title',
  'coach.training.0.school',
  'coach.region.nl',
  'coach.reason.en',
  'openingPromise.nl',
  'testimonials.0.words.nl.name',
  'testimonials.0.words.nl.result',
  'testimonials.0.words.en.text',
  'claims.0.value',
])('%s is required where there is a text', (place) => {
  for (const blank of ['', ' \n'])
    expect(problemsOf(place, blank)).toEqual({ [fieldOf(place)]: 'required' });
});

test.each([
  ['coach.name', ''],
  ['coach.portrait', { file: '', alt: { nl: '', en: '' } }],
  ['coach.portrait.focalPoint', undefined],
  ['coach.since', undefined],
  ['phone', ''],
  ['company.enterpriseNumber', ''],
  ['company.vatNumber', ''],
  ['company.bankAccount', ''],
  ['company.postalCode', ''],
  ['prices.1-on-1', undefined],
])('%s may be absent', (place, value) => {
  expect(factProblems(factsWith(place, value), now)).toEqual([]);
});

describe('a list has a longest length', () => {
  const times = <T>(count: number, one: (index: number) => T) =>
    Array.from({ length: count }, (_, index) => one(index));

  test('trainings: 12', () => {
    const list = (count: number) => times(count, () => someFacts.coach.training[0]);
    expect(problemsOf('coach.training', list(12))).toEqual({});
    expect(problemsOf('coach.training', list(13))).toEqual({ 'coach.training': 'too_many' });
  });

  test('testimonials: 30', () => {
    const list = (count: number) =>
      times(count, (index) => ({ ...someFacts.testimonials[0], id: `client-${index}` }));
    expect(problemsOf('testimonials', list(30))).toEqual({});
    expect(problemsOf('testimonials', list(31))).toEqual({ testimonials: 'too_many' });
  });

  test('claims: 12, of which each is there once', () => {
    const [first] = someFacts.claims;
    const list = (count: number) => [
      ...someFacts.claims,
      ...times(count - someFacts.claims.length, () => first),
    ];
    const twice = { 'claims.clients-helped': 'duplicate' };
    expect(problemsOf('claims', list(12))).toEqual(twice);
    expect(problemsOf('claims', list(13))).toEqual({ claims: 'too_many', ...twice });
  });

  test('lines of a price: 10 of 120 characters, none of them empty', () => {
    const price = someFacts.prices['1-on-1'];
    const both = (lines: readonly string[]) => ({ nl: lines, en: lines });
    const reasonsOf = (lines: readonly string[]) =>
      price && priceProblems({ ...price, includes: both(lines) });
    const each = (reason: string) =>
      ['nl', 'en'].map((language) => ({ field: `includes.${language}`, reason }));
    expect(reasonsOf(times(10, () => '🙂'.repeat(120)))).toEqual([]);
    expect(reasonsOf(times(11, () => 'x'))).toEqual(each('too_many'));
    expect(reasonsOf(['x', 'x'.repeat(121)])).toEqual(each('too_long'));
    expect(reasonsOf(['x', ' '])).toEqual(each('required'));
  });
});

test('a price belongs to its offer, and a minimum term is one to 24 whole months', () => {
  const field = 'prices.1-on-1.minimumTermMonths';
  for (const months of [1, 24]) expect(problemsOf(field, months)).toEqual({});
  for (const months of [0, 25, 1.5, Number.NaN])
    expect(problemsOf(field, months)).toEqual({ [field]: 'not_a_term' });
  for (const cents of [1, 1_000_000])
    expect(problemsOf('prices.1-on-1.amountCents', cents)).toEqual({});
  for (const cents of [0, 1_000_001])
    expect(problemsOf('prices.1-on-1.amountCents', cents)).toEqual({
      'prices.1-on-1.amountCents': 'not_an_amount',
    });
});

test('a focal point is within the picture', () => {
  const point = 'coach.portrait.focalPoint';
  for (const [x, y] of [
    [0, 0],
    [100, 100],
  ])
    expect(problemsOf(point, { x, y })).toEqual({});
  for (const [x, y] of [
    [-1, 50],
    [50, -1],
    [101, 50],
    [50, 101],
    [Number.NaN, 50],
  ])
    expect(problemsOf(point, { x, y })).toEqual({ [point]: 'invalid' });
});

test.each([
  [
    'email',
    'not_an_email',
    ['a@b.c', 'sam.x+y@coach.example.be'],
    ['', '@b.be', 'a@b', 'a b@c.be', 'a@b.be c', 'a@b@c.be', 'a@b .be', 'a@.be ', 'a@b. e'],
  ],
  [
    'instagram.handle',
    'not_a_handle',
    ['@s', `@${'a.b_1'.repeat(6)}`],
    ['@', '', 'sam', 'x@sam', '@sam voorbeeld', `@${'x'.repeat(31)}`],
  ],
  [
    'testimonials.0.id',
    'invalid',
    ['a', '9', 'a-1'.repeat(13)],
    ['', 'A', 'a b', 'é', ' a', 'x'.repeat(41)],
  ],
  ['company.postalCode', 'not_a_postal_code', ['9000'], ['900', '90000', 'B9000', '9000B', 'BEGE']],
  ['company.enterpriseNumber', 'not_an_enterprise_number', ['BE 0123.456.749'], ['0123']],
  ['company.vatNumber', 'not_an_enterprise_number', ['BE 0123.456.749'], ['BE 0123.456.748']],
  ['phone', 'not_a_phone', ['09 123 45 67'], ['12']],
  ['coach.since', 'not_a_year', [1950, 2026], [1949, 2027]],
  ['coach.training.0.year', 'not_a_year', [1950, 2026], [1949, 2027, 2000.5]],
  ['coach.languages', 'duplicate', [[], ['nl', 'ar']], [['ar', 'ar']]],
] as const)('%s is right, or %s', (place, reason, right, wrong) => {
  for (const value of right) expect(problemsOf(place, value)).toEqual({});
  for (const value of wrong) expect(problemsOf(place, value)).toEqual({ [place]: reason });
});

describe('a claim', () => {
  test.each(['clients-helped', 'usual-reply', 'reply-within', 'shop-progress'])(
    '%s is there and begins with a number above zero',
    (id) => {
      const index = someFacts.claims.findIndex((claim) => claim.id === id);
      const others = someFacts.claims.filter((claim) => claim.id !== id);
      expect(problemsOf('claims', others)).toEqual({ [`claims.${id}`]: 'claim_missing' });
      expect(problemsOf(`claims.${index}.value`, '1 of 2')).toEqual({});
      for (const value of ['0', '-3', 'about 3'])
        expect(problemsOf(`claims.${index}.value`, value)).toEqual({
          [`claims.${id}.value`]: 'not_a_number',
        });
    },
  );

  test('satisfaction may be left out, and is a number where it is not; popular is a word', () => {
    const others = someFacts.claims.filter(({ id }) => id !== 'satisfaction');
    const [first] = others;
    expect(problemsOf('claims', others)).toEqual({});
    for (const [id, problems] of [
      ['satisfaction', { 'claims.satisfaction.value': 'not_a_number' }],
      ['popular', {}],
      ['wins', { 'claims.wins': 'claim_unknown' }],
    ] as const)
      expect(problemsOf('claims', [...others, { ...first, id, value: 'mind-body-12' }])).toEqual(
        problems,
      );
  });

  test('is checked on a day that has begun', () => {
    const field = 'claims.clients-helped.asOf';
    expect(problemsOf('claims.0.asOf', '2026-11-24')).toEqual({});
    expect(problemsOf('claims.0.asOf', '2026-11-25')).toEqual({ [field]: 'date_in_future' });
    for (const day of ['', '24-11-2026', '2026-11-31'])
      expect(problemsOf('claims.0.asOf', day)).toEqual({ [field]: 'not_a_date' });
  });
});

test('a testimonial without consent names each missing proof, and a sample none', () => {
  const [real] = someFacts.testimonials;
  const lost = { ...real, consentRef: ' ', verifiedHow: { nl: '', en: ' ' } };
  expect(problemsOf('testimonials', [lost])).toEqual({
    'testimonials.0.consentRef': 'consent_missing',
    'testimonials.0.verifiedHow.nl': 'verification_missing',
    'testimonials.0.verifiedHow.en': 'verification_missing',
  });
  expect(problemsOf('testimonials', [{ ...lost, sample: true }])).toEqual({});
  const long = { ...lost, sample: true, consentRef: 'x'.repeat(121) };
  expect(problemsOf('testimonials', [long])).toEqual({ 'testimonials.0.consentRef': 'too_long' });
  expect(problemsOf('testimonials.0.verifiedHow.nl', '')).toEqual({
    'testimonials.0.verifiedHow.nl': 'verification_missing',
  });
});

test('a day and a year begin at midnight in Brussels', () => {
  const [claim] = someFacts.claims;
  const reasonsAt = (time: string, asOf: string, since: number) => {
    const claims = [{ ...claim, asOf }, ...someFacts.claims.slice(1)] as OwnerFacts['claims'];
    const coach = { ...someFacts.coach, since };
    return factProblems({ ...someFacts, claims, coach }, Date.parse(time)).map(
      ({ reason }) => reason,
    );
  };
  expect(reasonsAt('2026-12-31T22:59:59.999Z', '2026-12-31', 2026)).toEqual([]);
  expect(reasonsAt('2026-12-31T22:59:59.999Z', '2027-01-01', 2027)).toEqual([
    'not_a_year',
    'date_in_future',
  ]);
  expect(reasonsAt('2026-12-31T23:00:00Z', '2027-01-01', 2027)).toEqual([]);
  expect(reasonsAt('2026-07-01T22:00:00Z', '2026-07-02', 2026)).toEqual([]);
  expect(reasonsAt('2026-07-01T21:59:59Z', '2026-07-02', 2026)).toEqual(['date_in_future']);
});

test('without a clock no year is in the future', () => {
  expect(isPastYear(9999, Number.POSITIVE_INFINITY)).toBe(true);
  expect(isPastYear(1949, Number.POSITIVE_INFINITY)).toBe(false);
});

test('a phone number has 8 to 15 digits', () => {
  for (const [digits, isNumber] of [
    [7, false],
    [8, true],
    [15, true],
    [16, false],
  ] as const)
    expect(isPhoneNumber('1'.repeat(digits))).toBe(isNumber);
  for (const text of ['x09 123 45 67', '09 123 45 67x', '++32 470 12 34 56'])
    expect(isPhoneNumber(text)).toBe(false);
});

test.each([
  ['HTTPS://CAL.COM/SAM', true],
  ['https://cal.com?x', true],
  ['https://cal.com#x', true],
  ['https://cal.com/a?b#c', true],
  ['xhttps://cal.com/sam', false],
  [' https://cal.com/sam', false],
  ['https://cal.com/sam x', false],
  ['ftp://cal.com/', false],
  ['https://.com', false],
  ['https://a.', false],
  ['https://a..b', false],
  ['https://a b.com', false],
  ['https://[::1', false],
  ['http://cal.localhost.example', false],
])('whether %j is a link for pages: %s', (text, isLink) => {
  expect(isHttpsUrl(text)).toBe(isLink);
});
