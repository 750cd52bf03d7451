import type { i18n as I18n } from 'i18next';
import { type LanguageChoice, listen } from '../browser/page-events.ts';
import { addTexts, type Namespace } from '../i18n/index.ts';
import { frameTexts } from '../site/pages.ts';
import type { Router } from './router.tsx';

/** Switches the current page to another language, and navigates to `path` if that is another page. */
async function change(router: Router, i18n: I18n, { language, path }: LanguageChoice) {
  // The visitor may go on to another page before the texts are there.
  const isHere = path === location.pathname + location.search;
  const shown = router.state.matches.flatMap(({ staticData }) => staticData.location?.page ?? []);
  const names = [...frameTexts, ...shown.flatMap(({ texts }) => texts)] as readonly Namespace[];
  await addTexts(i18n, names, language);
  await i18n.changeLanguage(language);
  document.documentElement.lang = language;
  // Cached pages have the texts of the other language only.
  router.clearCache();
  if (isHere) await router.invalidate();
  else await router.navigate({ href: path });
}

/**
 * Switches the language without a reload while the app runs: texts, title and URLs change, typed input stays. If the
 * texts cannot be loaded (offline), the browser follows the link. Source: docs/rules.md#4, docs/law-and-search.md#F9.
 */
export function followLanguage(router: Router, i18n: I18n): void {
  listen('language', (choice, event) => {
    event.preventDefault();
    change(router, i18n, choice).catch(() => location.assign(choice.path));
  });
}
