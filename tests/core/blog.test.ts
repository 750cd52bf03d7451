import { findPost, weightLossFigures } from '@coachsite/core/blog';
import { expect, test } from 'vitest';

test('the one article is Dutch and dated 17 September 2024', () => {
  expect(findPost('5-afvalfouten')).toEqual({
    slug: '5-afvalfouten',
    publishedOn: '2024-09-17',
    language: 'nl',
  });
  expect(findPost('6-afvalfouten')).toBeUndefined();
});

test('the figures are those of docs/rules.md#9', () => {
  expect(weightLossFigures).toEqual({
    deficitKcalPerDay: { from: 300, to: 500 },
    weighingsPerWeekAtMost: 1,
    stepsPerDay: { from: 8000, to: 10000 },
    lossKgPerWeek: { from: 0.5, to: 1 },
    monthsAtLeast: 3,
  });
});
