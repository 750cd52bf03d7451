import { type ProgramId, programs } from '@coachsite/core/catalogue';
import { hasBasis } from '@coachsite/core/company';
import {
  type Claim,
  factProblems,
  fewestForPopular,
  mostAwaited,
  type OwnerFacts,
  type Price,
  priceProblems,
  withPopular,
} from '@coachsite/core/facts';
import { anyText, epochMs } from '@coachsite/core/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { highestPriceCents } from '#core/src/facts/check-facts.ts';
import { isHttpsUrl, isPastYear, isPhoneNumber } from '#core/src/facts/fields.ts';
import { isWaitingListBasis } from '#core/src/facts/popular-claim.ts';
import { someFacts } from '../support/some-facts.ts';

const now = Date.UTC(2026, 10, 24);
const fieldsOf = (changed: Partial<OwnerFacts>) =>
  Object.fromEntries(
    factProblems({ ...someFacts, ...changed }, now).map(({ field, reason }) => [field, reason]),
  );

const lines = fc.array(fc.stringMatching(/^[a-z]{1,40}$/), { maxLength: 10 });
const validPrice: fc.Arbitrary<Price> = fc
  .record({
    amountCents: fc.integer({ min: 1, max: highestPriceCents }),
    from: fc.boolean(),
    per: fc.constantFrom('once', 'month', 'hour' as const),
    nl: lines,
    months: fc.integer({ min: 1, max: 24 }),
  })
  .map(({ nl, months, ...price }) => ({
    ...price,
    includes: { nl, en: nl },
    ...(price.per === 'month' ? { minimumTermMonths: months } : {}),
  })) as fc.Arbitrary<Price>;

test('the facts of a complete site have no problem', () => {
  expect(fieldsOf({})).toEqual({});
});

test('facts that were not given are no problem', () => {
  const { openingPromise: _promise, ...rest } = someFacts;
  const { since: _since, region: _region, reason: _reason, ...coach } = rest.coach;
  const bare = { ...rest, phone: '', prices: {}, testimonials: [] };
  const portrait = { file: '', alt: { nl: '', en: '' } };
  expect(
    factProblems({ ...bare, coach: { ...coach, name: '', training: [], portrait } }, now),
  ).toEqual([]);
});

describe('a price', () => {
  test('is right with an amount in whole cents, and a term only per month', () => {
    fc.assert(
      fc.property(validPrice, (price) => {
        expect(priceProblems(price)).toEqual([]);
      }),
    );
  });

  test('of nothing, less than nothing, a part of a cent or too much is wrong', () => {
    const wrong = fc.oneof(
      fc.integer({ max: 0 }),
      fc.integer({ min: highestPriceCents + 1 }),
      fc.double().filter((amount) => !Number.isInteger(amount)),
    );
    fc.assert(
      fc.property(validPrice, wrong, (price, amountCents) => {
        expect(priceProblems({ ...price, amountCents })).toEqual([
          { field: 'amountCents', reason: 'not_an_amount' },
        ]);
      }),
    );
  });

  test.each(['once', 'hour'] as const)('%s binds nobody', (per) => {
    const price = { ...(someFacts.prices['1-on-1'] as Price), per, minimumTermMonths: 3 };
    expect(fieldsOf({ prices: { 'workout-plan': price } })).toEqual({
      'prices.workout-plan.minimumTermMonths': 'term_needs_month',
    });
  });

  test('includes the same in both languages', () => {
    const price = someFacts.prices['1-on-1'] as Price;
    const includes = { nl: ['Een', 'Twee'], en: ['One'] };
    expect(priceProblems({ ...price, includes })).toEqual([
      { field: 'includes.en', reason: 'not_same_lines' },
    ]);
  });
});

test('a year is a whole one that has begun in Brussels', () => {
  const yearIn = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Brussels', year: 'numeric' });
  fc.assert(
    fc.property(epochMs, fc.integer({ min: -500, max: 500 }), (at, offset) => {
      const year = Number(yearIn.format(at)) + offset;
      expect(isPastYear(year, at)).toBe(offset <= 0 && year >= 1950);
      expect(isPastYear(year + 0.5, at)).toBe(false);
    }),
  );
});

test.each([
  ['https://cal.com/sam/30min', true],
  ['http://localhost:4000/agenda', true],
  ['http://127.0.0.1/agenda', true],
  ['http://[::1]:4000/agenda', true],
  ['http://agenda.localhost', true],
  ['http://127.0.0.1.evil.example/', false],
  ['https://localhost', false],
  ['https:/cal.com/sam', false],
  ['http://cal.com/sam', false],
  ['https://', false],
  ['https://user@cal.com.evil/', false],
  ['javascript:alert(1)', false],
  ['https://cal.com/a b', false],
  ['', false],
])('whether %j is a link that pages may show: %s', (text, isLink) => {
  expect(isHttpsUrl(text)).toBe(isLink);
});

test('no text but a URL is a link', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      if (isHttpsUrl(text)) expect(['http:', 'https:']).toContain(new URL(text).protocol);
    }),
  );
});

test.each([
  ['+32 470 12 34 56', true],
  ['09 123 45 67', true],
  ['(09) 123-45.67', true],
  ['(+32) 470/12·34–56', true],
  ['\u202a+32 470 12 34 56\u202c', true],
  ['12', false],
  ['call me', false],
  ['+32 470 12 34 56 ext 5', false],
])('whether %j is a phone number: %s', (text, isNumber) => {
  expect(isPhoneNumber(text)).toBe(isNumber);
});

test('a testimonial of a client needs words, consent and a check; a sample needs none of them', () => {
  const [real] = someFacts.testimonials;
  if (!real) throw new Error('no testimonial');
  const { words: _words, ...bare } = real;
  const lost = { ...bare, consentRef: ' ', verifiedHow: { nl: 'factuur', en: '' } };
  expect(fieldsOf({ testimonials: [lost] })).toEqual({
    'testimonials.0.consentRef': 'consent_missing',
    'testimonials.0.verifiedHow.en': 'verification_missing',
    'testimonials.0.words': 'words_missing',
  });
  expect(fieldsOf({ testimonials: [{ ...lost, sample: true }] })).toEqual({});
  expect(fieldsOf({ testimonials: [real, real] })).toEqual({ 'testimonials.1.id': 'duplicate' });
});

test('a claim needs its number, and a day that is not in the future', () => {
  const claims = someFacts.claims.map((claim) =>
    claim.id === 'clients-helped'
      ? { ...claim, value: 'many', asOf: '2026-11-25' }
      : claim.id === 'satisfaction'
        ? { ...claim, asOf: '2026-02-30' }
        : claim,
  );
  const others = claims.filter(({ id }) => id !== 'usual-reply');
  expect(
    fieldsOf({ claims: [...others, { ...claims[0], id: 'wins', asOf: '2026-03-04' } as never] }),
  ).toEqual({
    'claims.usual-reply': 'claim_missing',
    'claims.clients-helped.value': 'not_a_number',
    'claims.clients-helped.asOf': 'date_in_future',
    'claims.satisfaction.asOf': 'not_a_date',
    'claims.wins': 'claim_unknown',
  });
});

test('each wrong field is named once, with its place', () => {
  const { coach, company } = someFacts;
  expect(
    fieldsOf({
      email: 'nobody',
      phone: 'no number',
      bookingUrl: 'cal.com/me',
      instagram: { handle: 'no at', url: 'instagram.com' },
      openingPromise: { nl: 'x'.repeat(161), en: ' ' },
      coach: {
        ...coach,
        name: 'n'.repeat(61),
        since: 2027,
        languages: ['nl', 'nl'],
        training: [{ title: ' ', school: 's'.repeat(121), year: 1900 }],
        portrait: { file: 'x', alt: { nl: 'Sam', en: '' }, focalPoint: { x: 101, y: 0 } },
      },
      company: {
        ...company,
        enterpriseNumber: 'BE 0123.456.748',
        bankAccount: 'BE69 5390 0754 7034',
        postalCode: 'B-9000',
      },
    }),
  ).toEqual({
    email: 'not_an_email',
    phone: 'not_a_phone',
    bookingUrl: 'not_a_url',
    'instagram.handle': 'not_a_handle',
    'instagram.url': 'not_a_url',
    'openingPromise.nl': 'too_long',
    'openingPromise.en': 'required',
    'coach.name': 'too_long',
    'coach.since': 'not_a_year',
    'coach.languages': 'duplicate',
    'coach.training.0.title': 'required',
    'coach.training.0.school': 'too_long',
    'coach.training.0.year': 'not_a_year',
    'coach.portrait.alt.en': 'required',
    'coach.portrait.focalPoint': 'invalid',
    'company.enterpriseNumber': 'not_an_enterprise_number',
    'company.bankAccount': 'not_a_bank_account',
    'company.postalCode': 'not_a_postal_code',
  });
});

describe('the popular program', () => {
  const own = (basis: string): Claim => ({
    id: 'popular',
    value: 'mind-body-12',
    basis,
    asOf: '2026-11-01',
  });
  const counts = fc
    .dictionary(fc.constantFrom(...programs.map(({ id }) => id)), fc.nat(8))
    .map((byId) => new Map(Object.entries(byId) as [ProgramId, number][]));

  test('is the one of the owner who has a basis for it, whatever the list says', () => {
    fc.assert(
      fc.property(counts, (waiting) => {
        const claims = [own('sales of 2026')];
        expect(withPopular(claims, mostAwaited(waiting), '2026-11-24')).toEqual(claims);
      }),
    );
  });

  test('is else the one that alone has the most addresses, three at least, or the one named', () => {
    fc.assert(
      fc.property(
        counts,
        fc.constantFrom('', 'Customer specification: badge'),
        (waiting, basis) => {
          const most = Math.max(0, ...waiting.values());
          const first = [...waiting].filter(([, count]) => count === most);
          const leads = most >= fewestForPopular && first.length === 1;
          const [found] = withPopular([own(basis)], mostAwaited(waiting), '2026-11-24');
          expect(found?.value).toBe(leads ? first[0]?.[0] : 'mind-body-12');
          expect(hasBasis(found?.basis ?? '')).toBe(leads);
          expect(isWaitingListBasis(found?.basis ?? '')).toBe(leads);
          expect(found?.asOf).toBe(leads ? '2026-11-24' : '2026-11-01');
        },
      ),
    );
  });

  test('leaves every other claim as it is, and makes none where the owner wants none', () => {
    const others: readonly Claim[] = [{ ...own(''), id: 'satisfaction', value: '100%' }];
    fc.assert(
      fc.property(counts, (waiting) => {
        expect(withPopular(others, mostAwaited(waiting), '2026-11-24')).toEqual(others);
      }),
    );
  });
});
