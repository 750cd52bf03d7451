import {
  factProblems,
  type OwnerFacts,
  type PageTexts,
  type QuestionGroup,
  visitorFacts,
  writeQuestions,
} from '@coachsite/core/facts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isFillable, paragraphsOf, readQuestions } from '#core/src/facts/page-texts.ts';
import { someFacts } from '../support/some-facts.ts';

const now = Date.UTC(2026, 10, 24);
const both = (text: string) => ({ nl: text, en: text });

const words = fc.stringMatching(/^[A-Za-zé’?,.]{1,12}(?: [A-Za-zé’?,.]{1,12}){0,5}$/);
const groups: fc.Arbitrary<readonly QuestionGroup[]> = fc
  .uniqueArray(fc.stringMatching(/^[a-z0-9-]{1,40}$/), { minLength: 1, maxLength: 12 })
  .chain((ids) =>
    fc
      .tuple(
        fc.tuple(
          ...ids.map((id) => fc.record({ id: fc.constant(id), question: words, answer: words })),
        ),
        fc.array(words, { minLength: 1, maxLength: 4 }),
      )
      .map(([items, titles]) =>
        titles.slice(0, items.length).map((title, at, all) => ({
          title,
          items: items.filter((_, index) => index % all.length === at),
        })),
      ),
  );

describe('questions and answers as text', () => {
  test('what is written is read as the same questions', () => {
    fc.assert(
      fc.property(groups, (some) => {
        expect(readQuestions(writeQuestions(some))).toEqual(some);
      }),
    );
  });

  test('no text is read as anything but whole groups with one anchor for each question', () => {
    const line = fc.oneof(
      fc.string(),
      fc.constantFrom('## Geld', '### Wat kost het?', '### Hoe? {#hoe}', 'Niets.', ''),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        for (const { title, items } of readQuestions(lines.join('\n')) ?? []) {
          expect(typeof title).toBe('string');
          expect(items.length).toBeGreaterThan(0);
          for (const { id, question, answer } of items) {
            expect(id).toMatch(/^[a-z0-9-]{1,40}$/);
            expect(question && answer).toBeTruthy();
          }
        }
      }),
    );
  });

  test('a question of whatever length is read at once', () => {
    const question = `a${' '.repeat(15_000)}b`;
    const text = `## A\n### ${question}\nC`;
    expect(readQuestions(text)?.[0]?.items[0]).toEqual({ id: 'a-b', question, answer: 'C' });
  });

  test('a question without an anchor gets one of its words, and lines of an answer become one', () => {
    const text =
      '  ##   Geld  \n\n###   Wat -  kóst “het”, échtig?\nNiets.\n\n  Nu toch.\r\n### Ja {#nee}\nNee';
    expect(readQuestions(text)).toEqual([
      {
        title: 'Geld',
        items: [
          {
            id: 'wat-kost-het-echtig',
            question: 'Wat -  kóst “het”, échtig?',
            answer: 'Niets. Nu toch.',
          },
          { id: 'nee', question: 'Ja', answer: 'Nee' },
        ],
      },
    ]);
    const [other] = readQuestions('## A\n### B {#c} d\nE') ?? [];
    expect(other?.items[0]).toEqual({ id: 'b-c-d', question: 'B {#c} d', answer: 'E' });
    const [group] = readQuestions(`## A\n### ${'lang '.repeat(20)}\nB`) ?? [];
    expect(group?.items[0]?.id).toBe('lang-lang-lang-lang-lang-lang-lang-lang');
  });

  test.each([
    ['nothing', ''],
    ['an answer without a question', 'Niets.\n## A\n### B\nC'],
    ['a question without a group', '### B\nC'],
    ['a group without a question', '## A\n### B\nC\n## D'],
    ['an answer right below a group', '## A\nC\n### B\nD'],
    ['a question without an answer', '## A\n### B\n### C\nD'],
    ['a question of no letter', '## A\n### ?\nD'],
    ['an anchor without a question', '## A\n### {#b}\nD'],
    ['an anchor that comes twice', '## A\n### B {#c}\nD\n### C\nE'],
    ['another kind of heading', '# A\n### B\nC'],
  ])('%s is refused', (_, text) => {
    expect(readQuestions(text)).toBeUndefined();
  });
});

test('paragraphs have an empty line between them, and lines of one belong together', () => {
  expect(paragraphsOf('  Een.\nTwee.\n \nDrie.\n\n\n')).toEqual(['Een. Twee.', 'Drie.']);
});

test.each([
  ['{{brand}} {{ usualHours }}', true],
  ['geen {{ of }} meer', false],
  ['{{onbekend}}', false],
  ['{{coach, lowercase}}', false],
  ['{{}}', false],
  ['$t(common:name)', false],
  ['{ coach } kost €5', true],
])('the site can fill in %s: %s', (text, can) => {
  expect([isFillable(text, false), isFillable(text, true)]).toEqual([can, can]);
});

test.each(['{{languages}}', '{{book}}'])('only the FAQ fills in %s', (text) => {
  expect([isFillable(text, false), isFillable(text, true)]).toEqual([false, true]);
});

describe('texts of pages among the facts', () => {
  const problemsOf = (texts: PageTexts) =>
    Object.fromEntries(
      factProblems({ ...someFacts, texts }, now).map(({ field, reason }) => [field, reason]),
    );

  test.each([
    ['homeLead', 400],
    ['aboutLead', 400],
    ['aboutStory', 20_000],
  ] as const)('%s has at most %i characters in each language, and both or none', (name, limit) => {
    expect(problemsOf({ [name]: both('a'.repeat(limit)) })).toEqual({});
    expect(problemsOf({ [name]: { nl: 'a'.repeat(limit + 1), en: ' ' } })).toEqual({
      [`texts.${name}.nl`]: 'too_long',
      [`texts.${name}.en`]: 'required',
    });
    expect(problemsOf({ [name]: { nl: 'Ja', en: '{{ja}}' } })).toEqual({
      [`texts.${name}.en`]: 'not_fillable',
    });
  });

  test('questions must be read, in each language', () => {
    const nl = '## A\n### B\nC {{book}}';
    expect(problemsOf({ faq: { nl, en: nl } })).toEqual({});
    expect(problemsOf({ faq: { nl, en: 'C' } })).toEqual({ 'texts.faq.en': 'not_questions' });
    expect(problemsOf({ faq: { nl: `${nl} {{x}}`, en: '' } })).toEqual({
      'texts.faq.nl': 'not_fillable',
      'texts.faq.en': 'required',
    });
    const long = `## A\n### B\n${'c'.repeat(20_000)}`;
    expect(problemsOf({ faq: { nl, en: long } })).toEqual({ 'texts.faq.en': 'too_long' });
  });

  test('visitors get them by the keys of the files they replace, and of what is absent nothing', () => {
    const shown = (texts?: OwnerFacts['texts']) => visitorFacts({ ...someFacts, texts }).texts;
    expect(shown()).toBeUndefined();
    const texts: PageTexts = {
      homeLead: { nl: 'Dag', en: 'Hello' },
      aboutLead: both('Ik'),
      aboutStory: both('Een\n\nTwee'),
      faq: { nl: '## A\n### B\nC', en: 'cannot be read' },
    };
    const about = { lead: 'Ik', 'story.paragraphs': ['Een', 'Twee'] };
    const faq = { groups: [{ title: 'A', items: [{ id: 'b', question: 'B', answer: 'C' }] }] };
    expect(shown(texts)).toEqual({
      nl: { home: { 'hero.lead': 'Dag' }, about, faq },
      en: { home: { 'hero.lead': 'Hello' }, about, faq: {} },
    });
    expect(shown({})).toEqual({
      nl: { home: {}, about: {}, faq: {} },
      en: { home: {}, about: {}, faq: {} },
    });
  });
});
