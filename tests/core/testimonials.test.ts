import {
  filterTestimonials,
  isPresentable,
  type Testimonial,
  testimonialFilterOf,
  testimonialFilters,
} from '@coachsite/core/testimonials';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const testimonial = (category: Testimonial['category']): Testimonial => ({
  id: category,
  category,
  sample: true,
  consentRef: '',
  verifiedHow: { nl: '', en: '' },
});
const testimonials = (['weight-loss', 'muscle-building', 'performance'] as const).map(testimonial);

test('every testimonial is shown under all and under its own category only', () => {
  fc.assert(
    fc.property(fc.constantFrom(...testimonialFilters), (filter) => {
      const shown = filterTestimonials(testimonials, filter);
      expect(shown).toEqual(
        testimonials.filter(({ category }) => filter === 'all' || category === filter),
      );
    }),
  );
});

test('a real testimonial needs consent and a check; a sample is marked as one', () => {
  const real = { ...testimonial('weight-loss'), sample: false };
  expect(isPresentable(testimonial('weight-loss'))).toBe(true);
  expect(isPresentable(real)).toBe(false);
  expect(isPresentable({ ...real, consentRef: 'letter 3' })).toBe(false);
  const verifiedHow = { nl: 'factuur', en: 'invoice' };
  expect(isPresentable({ ...real, consentRef: 'letter 3', verifiedHow })).toBe(true);
  expect(isPresentable({ ...real, consentRef: ' ', verifiedHow })).toBe(false);
  const inDutchOnly = { ...verifiedHow, en: ' ' };
  expect(isPresentable({ ...real, consentRef: 'letter 3', verifiedHow: inDutchOnly })).toBe(false);
});

test('an unknown filter means all', () => {
  expect(testimonialFilters.map(testimonialFilterOf)).toEqual([...testimonialFilters]);
  expect(testimonialFilterOf('strength')).toBe('all');
});
