import type { i18n as I18n } from 'i18next';
import { type LanguageChoice, listen } from '../browser/page-events.ts';
import { addTexts, type Namespace } from '../i18n/index.ts';
import { frameTexts } from '../site/pages.ts';
import type { Router } from './router.tsx';

/** Brings the shown page into another language, and goes to `path` if that is another page. */
async function change(router: Router, i18n: I18n, { language, path }: LanguageChoice) {
  const shown = router.state.matches.flatMap(({ staticData }) => staticData.location?.page ?? []);
  const names = [...frameTexts, ...shown.flatMap(({ texts }) => texts)] as readonly Namespace[];
  await addTexts(i18n, names, language);
  await i18n.changeLanguage(language);
  document.documentElement.lang = language;
  // Pages seen before have the texts of the other language only.
  router.clearCache();
  if (path === location.pathname + location.search) await router.invalidate();
  else await router.navigate({ href: path });
}

/**
 * While the app runs, a change of language needs no reload: texts, title and addresses change, what was typed stays.
 * Without the texts (offline) the browser asks the server. Source: docs/rules.md#4, docs/law-and-search.md#F9.
 */
export function followLanguage(router: Router, i18n: I18n): void {
  listen('language', (choice, event) => {
    event.preventDefault();
    change(router, i18n, choice).catch(() => location.assign(choice.path));
  });
}
