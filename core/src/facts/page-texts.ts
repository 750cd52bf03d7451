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

/** The paragraphs of a text, each on one line; empty lines are between them. */
export const paragraphsOf = (text: string): readonly string[] =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim().replaceAll(/\s*\n\s*/g, ' '))
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

/**
 * Groups of questions from their text: a line `## title` begins a group, a line `### question` a question, with
 * `{#anchor}` after it where its link must stay the same; what follows is the answer. Undefined where a group has no
 * question, a question no answer, two have one anchor, or there is text before the first question of a group.
 */
export function readQuestions(text: string): readonly QuestionGroup[] | undefined {
  const groups: { title: string; items: { id: string; question: string; answer: string }[] }[] = [];
  for (const line of text.split('\n').map((one) => one.trim())) {
    const items = groups.at(-1)?.items;
    if (line.startsWith('## ')) groups.push({ title: line.slice(3).trim(), items: [] });
    else if (line.startsWith('### ')) {
      const heading = line.slice(4);
      const found = anchored.exec(heading);
      const question = heading.slice(0, found?.index).trim();
      const id = found?.[1] ?? anchorOf(heading);
      if (!items || !question || !id) return undefined;
      items.push({ id, question, answer: '' });
    } else if (line !== '') {
      const last = items?.at(-1);
      if (!last) return undefined;
      last.answer = last.answer ? `${last.answer} ${line}` : line;
    }
  }
  const all = groups.flatMap(({ items }) => items);
  const isWhole =
    groups.length > 0 &&
    groups.every(({ items }) => items.length > 0) &&
    all.every(({ answer }) => answer !== '') &&
    new Set(all.map(({ id }) => id)).size === all.length;
  return isWhole ? groups : undefined;
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
      faq: entry('groups', faq, readQuestions),
    };
  };
  return Object.fromEntries(
    languages.map((language) => [language, inOne(language)]),
  ) as unknown as VisitorTexts;
}
