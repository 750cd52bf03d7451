import {
  clearedFilter,
  coachingSlugs,
  filterPrograms,
  findProgram,
  isCoachingSlug,
  type ProgramFilter,
  programs,
  programTypeOf,
  programTypes,
} from '@coachsite/core/catalogue';
import { anyText } from '@coachsite/core/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ListedProgram } from '#core/src/catalogue/filter.ts';
import { casesOf, factOf } from '../support/core-cases.ts';

type FilterCase = ProgramFilter & { readonly ids?: string[]; readonly mustInclude?: string[] };

const items = casesOf<ListedProgram>('shopFilters', 'items');
const filters = fc.record({
  text: fc.oneof(anyText, fc.constantFrom('week', '(', '.*', '[a-z]', 'KICK', 'é')),
  type: fc.constantFrom(...programTypes),
});

describe('the shop filter (docs/rules.md#2)', () => {
  test.each(casesOf<FilterCase>('shopFilters', 'cases'))('"$text" in $type', (one) => {
    const ids = filterPrograms(items, one).map(({ id }) => id);
    if (one.ids) expect(ids).toEqual(one.ids);
    for (const id of one.mustInclude ?? []) expect(ids).toContain(id);
  });

  test('knows the types of the specification and shows everything once cleared', () => {
    expect(programTypes).toEqual(factOf('shopFilters', 'types'));
    expect(clearedFilter).toEqual(factOf('shopFilters', 'clear'));
    expect(filterPrograms(items, clearedFilter)).toEqual(items);
  });

  test('never fails, keeps the order, and returns only items of the type that contain the text', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        const found = filterPrograms(items, filter);
        expect(found).toEqual(items.filter((item) => found.includes(item)));
        for (const item of found) expect(['all', item.type]).toContain(filter.type);
      }),
    );
  });

  test('finds every item by any part of its title, in any case', () => {
    const part = fc
      .constantFrom(...items)
      .chain((item) =>
        fc
          .tuple(fc.nat(item.title.length), fc.nat(item.title.length))
          .map(([a, b]) => ({ item, text: item.title.slice(Math.min(a, b), Math.max(a, b)) })),
      );
    fc.assert(
      fc.property(part, ({ item, text }) => {
        expect(filterPrograms(items, { text: text.toUpperCase(), type: 'all' })).toContain(item);
      }),
    );
  });

  test('ignores accents', () => {
    const item = { id: 'x', title: 'Énergie', description: '', type: 'training' } as const;
    expect(filterPrograms([item], { text: 'energie', type: 'all' })).toEqual([item]);
  });

  test('ignores case in every script', () => {
    const item = {
      id: 'x',
      title: 'Großer Kurs: ΟΔΟΣ, İyi',
      description: '',
      type: 'training',
    } as const;
    for (const text of ['GROSSER', 'grosser', 'großer', 'οδος', 'οδοσ', 'iyi', 'İYİ'])
      expect(filterPrograms([item], { text, type: 'all' }), text).toEqual([item]);
  });

  test('an unknown type in the URL means all', () => {
    expect(programTypes.map((type) => programTypeOf(type))).toEqual([...programTypes]);
    expect([undefined, null, 'x', 'ALL'].map((type) => programTypeOf(type))).toEqual([
      'all',
      'all',
      'all',
      'all',
    ]);
  });
});

describe('the catalogue (docs/rules.md#1, docs/rules.md#3)', () => {
  test('has the four programs, all coming soon', () => {
    expect(programs.map(({ id }) => id)).toEqual([
      '8-week-kickstart',
      'mind-body-12',
      'premium-1-on-1',
      'lifestyle-reset-30',
    ]);
    expect(programs.every(({ comingSoon }) => comingSoon)).toBe(true);
  });

  test('finds a program or a coaching product by its id, and nothing else', () => {
    for (const program of programs) expect(findProgram(program.id, programs)).toBe(program);
    expect(coachingSlugs.every((slug) => isCoachingSlug(slug))).toBe(true);
    fc.assert(
      fc.property(anyText, (text) => !findProgram(text, programs) && !isCoachingSlug(text)),
    );
    expect(isCoachingSlug('constructor')).toBe(false);
  });
});

test('each program is of the type that the shop shows it under (docs/rules.md#3)', () => {
  expect(programs.map(({ id, type }) => [id, type])).toEqual([
    ['8-week-kickstart', 'training'],
    ['mind-body-12', 'bundle'],
    ['premium-1-on-1', 'training'],
    ['lifestyle-reset-30', 'ebook'],
  ]);
});
