import { type Language, languages } from '../language/index.ts';
import type { Localised, PageTexts } from './facts.ts';

/** A question of the FAQ and its answer. */
export interface Question {
  /** Its anchor in the page. */
  readonly id: string;
  readonly question: string;
  readonly answer: string;
}

/** Questions about one subject. */
export interface QuestionGroup {
  readonly title: string;
  readonly items: readonly Question[];
}

/** Texts that pages show instead of those of their files: by language, by file, and by key in the file. */
export type VisitorTexts = Readonly<
  Record<Language, Readonly<Record<string, Readonly<Record<string, unknown>>>>>
>;

/** Words that the site fills in on every page, as `{{name}}`: what the texts of the files use. */
const filledIn = [
  ...['brand', 'shortBrand', 'coach', 'email', 'instagram', 'phone'],
  ...['clients', 'usualHours', 'replyHours', 'shopProgress'],
];

/** Words that the page of the FAQ fills in beside those. */
const filledInFaq = [...filledIn, 'languages', 'book'];

/** Whether the site can fill in every word that a text leaves to it, and nothing in it refers to another text. */
export const isFillable = (text: string, isFaq: boolean): boolean =>
  !text.includes('$t(') &&
  (text.match(/\{\{.*?\}\}/gs) ?? []).every((word) =>
    (isFaq ? filledInFaq : filledIn).includes(word.slice(2, -2).trim()),
  );

/** Whether a text has links or tags, which pages would show as they are typed. */
export const isPlain = (text: string): boolean => !/\]\(|<\/?[a-z]/i.test(text);

/** The paragraphs of a text, each on one line; empty lines are between them. */
export const paragraphsOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim().replaceAll('\n', ' '))
    .filter(Boolean);

const anchored = /\{#([a-z0-9-]{1,40})\}$/;

/** An anchor made of the words of a question. */
const anchorOf = (question: string) =>
  question
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9\s-]/g, '')
    .replaceAll(/[\s-]+/g, '-')
    .slice(0, 40)
    .replaceAll(/^-|-$/g, '');

/** Why a text is no questions, and in which line, counted from 1. */
export interface QuestionsMistake {
  readonly reason: 'not_questions' | 'no_question' | 'no_answer' | 'duplicate';
  readonly line: number;
}

/**
 * Groups of questions from their text: a line `## title` begins a group, a line `### question` a question, with
 * `{#anchor}` after it where its link must stay the same; what follows is the answer. Otherwise the first mistake: text that
 * belongs to no question, a group without a question, a question without an answer, or one that is there twice.
 */
export function readQuestions(text: string): readonly QuestionGroup[] | QuestionsMistake {
  const groups: { title: string; items: { id: string; question: string; answer: string }[] }[] = [];
  const ids = new Set<string>();
  /** What the lines before ask for, and where that began. */
  let missing: QuestionsMistake | undefined = { reason: 'not_questions', line: 1 };
  for (const [at, typed] of text.split('\n').entries()) {
    const line = typed.trim();
    const wrong = (reason: QuestionsMistake['reason']) => ({ reason, line: at + 1 });
    const group = groups.at(-1);
    if (line === '') continue;
    if (line.startsWith('## ')) {
      if (missing && group) return missing;
      groups.push({ title: line.slice(3).trim(), items: [] });
      missing = wrong('no_question');
    } else if (line.startsWith('### ')) {
      if (missing?.reason === 'no_answer') return missing;
      const heading = line.slice(4);
      const found = anchored.exec(heading);
      const question = heading.slice(0, found?.index).trim();
      const id = found?.[1] ?? anchorOf(heading);
      if (!group || !question || !id) return wrong('not_questions');
      if (ids.has(id)) return wrong('duplicate');
      ids.add(id);
      group.items.push({ id, question, answer: '' });
      missing = wrong('no_answer');
    } else {
      const last = group?.items.at(-1);
      if (!last) return wrong('not_questions');
      last.answer = last.answer ? `${last.answer} ${line}` : line;
      missing = undefined;
    }
  }
  return missing ?? groups;
}

/** The text that {@link readQuestions} reads as these groups. */
export const writeQuestions = (groups: readonly QuestionGroup[]): string =>
  groups
    .map(({ title, items }) =>
      [
        `## ${title}`,
        ...items.map(({ id, question, answer }) => `### ${question} {#${id}}\n${answer}`),
      ].join('\n\n'),
    )
    .join('\n\n');

/** The owner's texts by the keys of the files that they replace. */
export function visitorTexts({ homeLead, aboutLead, aboutStory, faq }: PageTexts): VisitorTexts {
  const inOne = (language: Language) => {
    const entry = <T>(key: string, text: Localised | undefined, read: (text: string) => T) => {
      const value = text && read(text[language]);
      return value ? { [key]: value } : {};
    };
    return {
      home: entry('hero.lead', homeLead, String),
      about: {
        ...entry('lead', aboutLead, String),
        ...entry('story.paragraphs', aboutStory, paragraphsOf),
      },
      faq: entry('groups', faq, (text) => {
        const read = readQuestions(text);
        return 'reason' in read ? undefined : read;
      }),
    };
  };
  return Object.fromEntries(
    languages.map((language) => [language, inOne(language)]),
  ) as unknown as VisitorTexts;
}
