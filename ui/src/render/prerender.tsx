import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import type { ResourceKey } from 'i18next';
import { renderToString } from 'react-dom/server';
import { createRouter } from '../app/router.tsx';
import { createI18n, type Language } from '../i18n/index.ts';
import { pageMeta, socialImagePath } from '../layout/page-meta.ts';
import { type Address, addressesOf } from '../site/addresses.ts';
import type { Facts, ReturnedForm } from '../site/facts.ts';
import { notFoundPage, pages } from '../site/pages.ts';
import { socialCard } from './social.ts';
import { structuredData } from './structured-data.ts';

/** Every text of the site; the server holds both languages. */
const files = import.meta.glob<ResourceKey>('../../content/{nl,en}/*.json', {
  import: 'default',
  eager: true,
});

function textsOf(language: Language): Record<string, ResourceKey> {
  const folder = `../../content/${language}/`;
  return Object.fromEntries(
    Object.entries(files)
      .filter(([path]) => path.startsWith(folder))
      .map(([path, texts]) => [path.slice(folder.length, -'.json'.length), texts]),
  );
}

const i18nOf = (language: Language, facts?: Facts) =>
  createI18n(language, textsOf(language), facts?.signIn);

/** What is written about an address outside React: title and description (feed), and its JSON-LD. */
export async function describe(address: Address, language: Language, facts: Facts) {
  const i18n = await i18nOf(language, facts);
  return {
    ...pageMeta(i18n, address),
    structuredData: structuredData(i18n, facts, address),
  };
}

/** What the social image of an address is drawn from. */
export async function card(address: Address, language: Language) {
  return socialCard(await i18nOf(language), address);
}

export { socialImagePath };

/** Every address the site answers with 200, in the order of the table of pages. */
export const addresses: readonly Address[] = pages.flatMap((page) => addressesOf(page));

/** The page that answers any other address, with status 404. */
export const notFound: Address = { page: notFoundPage, path: '/not-found' };

/** What is written for one page: elements for the head, and the inside of the root element. */
export interface Rendered {
  readonly head: string;
  readonly body: string;
}

/** React writes what belongs in the head in front of the markup. */
const hoisted = /^(?:<title>.*?<\/title>|<meta [^>]*\/>|<link [^>]*\/>)+/s;

/** Renders one page of the site in a language. `path` may carry a query (the shop's filters). */
export async function render(
  path: string,
  language: Language,
  facts: Facts,
  form?: ReturnedForm,
): Promise<Rendered> {
  const i18n = await i18nOf(language, facts);
  const router = createRouter({ i18n, facts, form });
  const history = createMemoryHistory({ initialEntries: [path] });
  router.update({ ...router.options, history, isServer: true });
  await router.load();
  const html = renderToString(<RouterProvider router={router} />);
  const head = hoisted.exec(html)?.[0] ?? '';
  // A router that wants to be elsewhere renders nothing: an error, never an empty page.
  if (html.length === head.length) throw new Error(`Nothing was rendered for ${path}`);
  // The name of the attribute as HTML writes it; React keeps the spelling of its own property.
  return { head: head.replaceAll(' hrefLang=', ' hreflang='), body: html.slice(head.length) };
}
