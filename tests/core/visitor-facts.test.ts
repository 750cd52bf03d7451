import { type Claim, type VisitorClaim, visitorFacts } from '@coachsite/core/facts';
import type { Testimonial } from '@coachsite/core/testimonials';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { someFacts } from '../support/some-facts.ts';

const text = fc.string();
const localised = fc.record({ nl: text, en: text });
const words = fc.record({ name: text, result: text, text });

const claims = fc.array(
  fc.record({
    id: fc.constantFrom('popular', 'satisfaction'),
    value: text,
    basis: text,
    asOf: text,
  }),
);
const testimonials = fc.array(
  fc.record({
    id: text,
    category: fc.constantFrom('weight-loss', 'performance'),
    sample: fc.boolean(),
    consentRef: text,
    verifiedHow: localised,
    words: fc.option(fc.record({ nl: words, en: words }), { nil: undefined }),
  }),
);

/** What visitors get of one claim. */
const shownClaim = (claim: Claim): VisitorClaim | undefined =>
  visitorFacts({ ...someFacts, claims: [claim] }).claims[0];

describe('what visitors get of the facts', () => {
  test('of a claim is its value and its day, whatever else is stored with it', () => {
    fc.assert(
      fc.property(claims, (stored) => {
        const shown = visitorFacts({ ...someFacts, claims: stored }).claims;
        expect(shown).toEqual(stored.map(({ id, value, asOf }) => ({ id, value, asOf })));
      }),
    );
  });

  test('of its basis is whether the popular program follows the waiting list', () => {
    const basis = 'Most confirmed addresses on the waiting list: 30';
    const claim = { id: 'popular', value: 'mind-body-12', basis, asOf: '2026-11-28' };
    const { basis: _basis, ...shown } = claim;
    expect(shownClaim(claim)).toEqual({ ...shown, followsWaitingList: true });
    expect(shownClaim({ ...claim, basis: 'sales of 2026' })).toEqual(shown);
    const other = { ...claim, id: 'satisfaction' };
    expect(shownClaim(other)).toEqual({ ...shown, id: 'satisfaction' });
  });

  test('of a testimonial is how it was verified only where it is no sample, and never the consent', () => {
    fc.assert(
      fc.property(testimonials, (stored: readonly Testimonial[]) => {
        const shown = visitorFacts({ ...someFacts, testimonials: stored }).testimonials;
        expect(shown).toEqual(
          stored.map(({ consentRef, verifiedHow, ...public_ }) =>
            public_.sample ? public_ : { ...public_, verifiedHow },
          ),
        );
        for (const one of shown) expect('verifiedHow' in one).toBe(!one.sample);
      }),
    );
  });

  test('of the business is all but what the owner confirmed', () => {
    const { statementsConfirmed, ...company } = someFacts.company;
    expect(visitorFacts(someFacts).company).toEqual(company);
    expect('statementsConfirmed' in visitorFacts(someFacts).company).toBe(false);
  });

  test('is nothing that a store keeps beside the fields that are known', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ minLength: 9 }), text), (added) => {
        const [claim, testimonial] = [someFacts.claims[0], someFacts.testimonials[0]];
        const stored = {
          ...someFacts,
          claims: [{ ...added, ...(claim as Claim) }],
          testimonials: [{ ...added, ...(testimonial as Testimonial) }],
          company: { ...added, ...someFacts.company },
        };
        const plain = { ...someFacts, claims: [claim as Claim] };
        expect(visitorFacts(stored)).toEqual(visitorFacts(plain));
      }),
    );
  });

  test('is every other fact as it is', () => {
    const {
      claims: _c,
      testimonials: _t,
      company: _b,
      texts: _p,
      ...others
    } = visitorFacts(someFacts);
    const { claims: __c, testimonials: __t, company: __b, texts: __p, ...stored } = someFacts;
    expect(others).toEqual(stored);
  });
});
