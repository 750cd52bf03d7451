import type { RuntimeConfig, VisitorSite } from '@coachsite/adapters/contract';
import type { Language } from '@coachsite/core/language';
import { createInstance, type i18n as I18n, type ResourceKey } from 'i18next';
import { claimsOf } from '../site/claims.ts';
import { frameTexts } from '../site/pages.ts';
import { siteFile } from '../site/site.ts';
import { inMonths, lastDayOf } from './format.ts';
import type { Namespace } from './texts.ts';

export type { Namespace } from './texts.ts';

export type { Language };

/**
 * Variables that every text may use: `{{brand}}`, `{{shortBrand}}`, `{{coach}}`, `{{email}}`, `{{instagram}}`,
 * `{{phone}}`, and those of the claims.
 */
const wordsOf = (site: VisitorSite) => ({
  brand: site.name,
  shortBrand: site.shortName,
  coach: site.coach.name,
  email: site.email,
  instagram: site.instagram.handle,
  phone: site.phone,
  ...claimsOf(site).words,
});

/**
 * A variable that is written each time a text says it: the language may change while the app runs. i18next copies all
 * variables for every text, and a formatter of the browser takes 5 ms to make.
 */
const whenSaid = (write: () => string) => ({ toString: write });

/**
 * Creates the texts of one language, complete (server) or to be loaded by {@link addTexts} (browser). Their variables
 * come from the runtime configuration: the facts of the site, `{{linkMinutes}}` and `{{codeMinutes}}`. It is left out
 * only at build, where the configuration file stands for it.
 */
export async function createI18n(
  language: Language,
  resources: Record<string, ResourceKey>,
  { site = siteFile, signIn }: Partial<Pick<RuntimeConfig, 'site' | 'signIn'>> = {},
): Promise<I18n> {
  const i18n = createInstance();
  await i18n.init({
    lng: language,
    supportedLngs: ['nl', 'en'],
    fallbackLng: false,
    ns: Object.keys(resources),
    defaultNS: 'common',
    // Copied where some are replaced: all pages share them.
    resources: {
      [language]: site.pause || site.texts ? structuredClone(resources) : resources,
    },
    interpolation: {
      escapeValue: false,
      defaultVariables: {
        ...wordsOf(site),
        pauseUntil: whenSaid(() =>
          site.pause ? lastDayOf(site.pause, i18n.language ?? language) : '',
        ),
        linkMinutes: signIn?.linkMinutes,
        codeMinutes: signIn?.codeMinutes,
        /** How long a contact message is kept, such as `12 maanden`. Source: docs/law-and-search.md#D32. */
        messageTerm: whenSaid(() =>
          inMonths(site.retention.messageMonths, i18n.language ?? language),
        ),
      },
    },
    // Every page loads its texts before it is shown, so no component suspends.
    react: { useSuspense: false },
    initAsync: false,
  });
  sites.set(i18n.store, site);
  for (const name of Object.keys(resources)) replaceTexts(i18n, language, name);
  return i18n;
}

/** Whose texts an instance shows, by its store: components get a copy of the instance, which shares its store. */
const sites = new WeakMap<I18n['store'], Pick<VisitorSite, 'pause' | 'texts'>>();

/** The texts of a file that announce the pause there is now, such as `meta.image`, by key. */
const pauseTexts = (i18n: I18n, language: string, name: string): Record<string, string> =>
  (sites.get(i18n.store)?.pause && i18n.getResourceBundle(language, 'pause')?.[name]) ?? {};

/** Whether the text of a key mentions the pause that there is now. */
export const isPauseText = (i18n: I18n, name: string, key: string): boolean =>
  key in pauseTexts(i18n, i18n.language, name);

/** Lets each text of a file that promises a reply mention the pause instead, and puts the owner's texts over it. */
function replaceTexts(i18n: I18n, language: string, name: string): void {
  i18n.addResources(language, name, {
    ...pauseTexts(i18n, language, name),
    ...sites.get(i18n.store)?.texts?.[language as Language]?.[name],
  });
}

/** The texts of the frame, which every page needs, in one file. */
const frames: Readonly<Record<string, () => Promise<Record<string, ResourceKey>>>> = {
  nl: () => import('./frame-nl.ts'),
  en: () => import('./frame-en.ts'),
};

/** A text by a key built at run time: typed keys allow any string when a default value is given. */
export const textByKey = (i18n: I18n, key: string, words: Readonly<Record<string, string>> = {}) =>
  i18n.t(key, { ...words, defaultValue: key });

/** Each other text file of pages as its own module, so that the browser loads one language and one page at a time. */
const files = import.meta.glob<ResourceKey>(
  [
    '../../content/{nl,en}/*.json',
    '!**/{common,consent,layout}.json',
    '!**/{mails,text-messages,failures}.json',
  ],
  { import: 'default' },
);

/** Reads one namespace in one language; undefined when there is no such file. */
async function readTexts(language: string, name: string): Promise<ResourceKey | undefined> {
  if (frameTexts.some((one) => one === name)) return (await frames[language]?.())?.[name];
  return files[`../../content/${language}/${name}.json`]?.();
}

/** Loads the namespaces that `i18n` does not have yet, in its language or in `language`. */
export async function addTexts(
  i18n: I18n,
  namespaces: readonly Namespace[],
  language: string = i18n.language,
): Promise<void> {
  const load = async (name: string) => {
    if (i18n.hasResourceBundle(language, name)) return;
    const texts = await readTexts(language, name);
    if (!texts) return;
    i18n.addResourceBundle(language, name, texts);
    replaceTexts(i18n, language, name);
  };
  if (sites.get(i18n.store)?.pause) await load('pause');
  await Promise.all(namespaces.map(load));
}
