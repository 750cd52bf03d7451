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
import { isFillable, isPlain, paragraphsOf, readQuestions } from '#core/src/facts/page-texts.ts';
import { someFacts } from '../support/some-facts.ts';

const now = Date.UTC(2026, 10, 24);
/** The groups of a text; none where it has a mistake. */
const groupsOf = (text: string) => {
  const read = readQuestions(text);
  return 'reason' in read ? [] : read;
};
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
        for (const { title, items } of groupsOf(lines.join('\n'))) {
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
    expect(groupsOf(text)[0]?.items[0]).toEqual({
      id: 'a-b',
      question,
      answer: 'C',
    });
  });

  test('a question without an anchor gets one of its words, and lines of an answer become one', () => {
    const text =
      '  ##   Geld  \n\n###   Wat -  kóst “het”, échtig?\nNiets.\n\n  Nu toch.\r\n### Ja {#nee}\nNee';
    expect(groupsOf(text)).toEqual([
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
    const [other] = groupsOf('## A\n### B {#c} d\nE');
    expect(other?.items[0]).toEqual({ id: 'b-c-d', question: 'B {#c} d', answer: 'E' });
    const [group] = groupsOf(`## A\n### ${'lang '.repeat(20)}\nB`);
    expect(group?.items[0]?.id).toBe('lang-lang-lang-lang-lang-lang-lang-lang');
  });

  test.each([
    ['', 'not_questions', 1],
    ['\n\n', 'not_questions', 1],
    ['Niets.\n## A\n### B\nC', 'not_questions', 1],
    ['\n### B\nC', 'not_questions', 2],
    ['# A\n### B\nC', 'not_questions', 1],
    ['## A\nC\n### B\nD', 'not_questions', 2],
    ['## A\n### ?\nD', 'not_questions', 2],
    ['## A\n### {#b}\nD', 'not_questions', 2],
    ['## A\n### B\nC\n\n## D', 'no_question', 5],
    ['## A\n## B\n### C\nD', 'no_question', 1],
    ['## A\n### B\n\n### C\nD', 'no_answer', 2],
    ['## A\n### B\n## C\n### D\nE', 'no_answer', 2],
    ['## A\n### B\nC\n### D', 'no_answer', 4],
    ['## A\n### B {#c}\nD\n## B\n### C\nE', 'duplicate', 5],
  ])('%j: %s in line %i', (text, reason, line) => {
    expect(readQuestions(text)).toEqual({ reason, line });
  });
});

test('paragraphs have an empty line between them, and lines of one belong together', () => {
  expect(paragraphsOf('\n  Een. \nTwee.\n \n\n  Drie.\n\n')).toEqual(['Een. Twee.', 'Drie.']);
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

test.each([
  ['Lees [over mij](/about)', false],
  ['<b>vet</b>', false],
  ['eind</P>', false],
  ['5 < 6 en [zo] (dus)', true],
])('%s is shown as it is meant: %s', (text, is) => {
  expect(isPlain(text)).toBe(is);
});

describe('texts of pages among the facts', () => {
  const problemsOf = (texts: PageTexts) =>
    Object.fromEntries(
      factProblems({ ...someFacts, texts }, now).map(({ field, reason, line }) => [
        field,
        line ? `${reason} ${line}` : reason,
      ]),
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
    expect(problemsOf({ faq: { nl, en: 'C' } })).toEqual({ 'texts.faq.en': 'not_questions 1' });
    expect(problemsOf({ faq: { nl: `${nl} {{x}}`, en: '' } })).toEqual({
      'texts.faq.nl': 'not_fillable',
      'texts.faq.en': 'required',
    });
    expect(problemsOf({ faq: { nl, en: `${nl} <b>` } })).toEqual({ 'texts.faq.en': 'not_plain' });
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
