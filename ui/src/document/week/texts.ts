import type { Language } from '@coachsite/core/language';

/** The texts of the week, in one language. */
export type WeekTexts = typeof import('../../../content/nl/week.json');

const files: Readonly<Record<Language, () => Promise<{ readonly default: WeekTexts }>>> = {
  nl: () => import('../../../content/nl/week.json'),
  en: () => import('../../../content/en/week.json'),
};

/** Loads the texts of one language. */
export const loadTexts = async (language: Language): Promise<WeekTexts> =>
  (await files[language]()).default;

/** Fills the places of a text, such as `{{count}}`. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
