import type { Language } from '@coachsite/core/language';
import enMails from '@coachsite/ui/content/en/mails.json' with { type: 'json' };
import enMessages from '@coachsite/ui/content/en/text-messages.json' with { type: 'json' };
import nlMails from '@coachsite/ui/content/nl/mails.json' with { type: 'json' };
import nlMessages from '@coachsite/ui/content/nl/text-messages.json' with { type: 'json' };

/** The texts of every mail. A key that one language lacks does not compile. */
export const mailTexts: Readonly<Record<Language, typeof nlMails>> = { nl: nlMails, en: enMails };

/** How each language writes numbers and dates. */
export const intlLocale: Readonly<Record<Language, string>> = { nl: 'nl-BE', en: 'en-GB' };

/** The texts of every text message. */
export const textMessages: Readonly<Record<Language, typeof nlMessages>> = {
  nl: nlMessages,
  en: enMessages,
};

/** A text, or lists and objects of texts. */
type Texts = string | readonly Texts[] | { readonly [key: string]: Texts };

/**
 * Replaces every `{{name}}` in `texts` by its value. Values are not searched for placeholders, as a
 * visitor's text may hold one. Not i18next: no mail uses its plurals, nesting and fallbacks. Throws when a text names
 * a value that is not given.
 */
export function fill<T extends Texts>(texts: T, values: Readonly<Record<string, string>>): T;
export function fill(texts: Texts, values: Readonly<Record<string, string>>): Texts {
  if (typeof texts === 'string') {
    return texts.replaceAll(/\{\{(\w+)\}\}/g, (placeholder, name: string) => {
      const value = values[name];
      if (value === undefined) throw new Error(`No value for ${placeholder} in "${texts}"`);
      return value;
    });
  }
  if (Array.isArray(texts)) return texts.map((text: Texts) => fill(text, values));
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, fill(text, values)]));
}
