import {
  changedFacts,
  factNames,
  factsOnly,
  isSameFact,
  layOver,
  type OwnerFacts,
} from '@coachsite/core/facts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { overlayOf } from '#core/src/facts/overlay.ts';
import { someFacts } from '../support/some-facts.ts';

/** Facts of which some differ from those of the file, and one that may be absent is. */
const otherFacts = fc
  .record({
    email: fc.constantFrom(someFacts.email, 'bo@voorbeeld.be'),
    phone: fc.constantFrom(someFacts.phone, ''),
    openingPromise: fc.constantFrom(someFacts.openingPromise, { nl: 'Ja', en: 'Yes' }, undefined),
    claims: fc.shuffledSubarray([...someFacts.claims]),
    prices: fc.constantFrom(someFacts.prices, {}),
  })
  .map((changed): OwnerFacts => ({ ...someFacts, ...changed }));

test('the facts are shown in this order', () => {
  expect(factNames.join(' ')).toBe(
    'coach email phone instagram googleReviewsUrl bookingUrl openingPromise prices testimonials claims company texts',
  );
});

test('an overlay holds what differs from the file, and laid over it gives the facts', () => {
  fc.assert(
    fc.property(otherFacts, (facts) => {
      const overlay = overlayOf(someFacts, facts);
      expect(Object.keys(overlay)).toEqual(changedFacts(someFacts, facts));
      expect(changedFacts(layOver(someFacts, overlay), facts)).toEqual([]);
      expect(layOver(someFacts, overlay)).toEqual(facts);
    }),
  );
});

test('a fact that was removed is null in the overlay, and samples are named only if there are any', () => {
  const { openingPromise: _promise, ...without } = someFacts;
  expect(overlayOf(someFacts, without)).toEqual({ openingPromise: null });
  expect(overlayOf(someFacts, someFacts)).toEqual({});
  expect(overlayOf(someFacts, someFacts, ['claims'])).toEqual({ samples: ['claims'] });
  expect(layOver(someFacts, { samples: ['claims'] })).toEqual(someFacts);
});

test('facts are the same whatever the order of their fields, and not of their lists', () => {
  expect(isSameFact({ a: 1, b: { c: [1], d: 2 } }, { b: { d: 2, c: [1] }, a: 1 })).toBe(true);
  expect(isSameFact({ a: 1, b: undefined }, { a: 1 })).toBe(true);
  expect(isSameFact(undefined, null)).toBe(true);
  expect(isSameFact([1, 2], [2, 1])).toBe(false);
  expect(isSameFact([{ b: 1, a: null }], [{ a: null, b: 1 }])).toBe(true);
  expect(isSameFact([], {})).toBe(false);
  expect(isSameFact({ a: 1 }, { a: 2 })).toBe(false);
  expect(isSameFact(null, {})).toBe(false);
});

test('a configuration has more in it than facts', () => {
  expect(factsOnly({ ...someFacts, ...{ siteUrl: 'https://coach.example' } })).toEqual(someFacts);
});
