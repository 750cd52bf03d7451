import type { TFunction } from 'i18next';
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { I18n } from './i18n.ts';
import type { Namespace } from './texts.ts';

const I18nContext = createContext<I18n | undefined>(undefined);

/** Gives the texts of one language to everything inside. */
export const I18nProvider = I18nContext.Provider;

/** One function for each language and first namespace, so that effects may depend on it. */
const functions = new WeakMap<I18n, Map<string, TFunction>>();

function functionOf(i18n: I18n, language: string, namespace: Namespace): TFunction {
  const known = functions.get(i18n) ?? new Map<string, TFunction>();
  functions.set(i18n, known);
  const key = `${language}:${namespace}`;
  const t = known.get(key) ?? (i18n.getFixedT(language, namespace) as unknown as TFunction);
  known.set(key, t);
  return t;
}

/**
 * The texts of a namespace in the language shown, for the component that asks; it renders again when the language
 * changes. Of several namespaces the first needs no prefix: `t('title')`, `t('common:action.retry')`.
 * Texts are loaded before their page is shown, so there is nothing to wait for.
 */
export function useTranslation<const N extends Namespace | readonly [Namespace, ...Namespace[]]>(
  namespaces: N,
): { readonly t: TFunction<N>; readonly i18n: I18n } {
  const i18n = useContext(I18nContext);
  if (!i18n) throw new Error('useTranslation needs an I18nProvider above it');
  const read = () => i18n.language;
  const language = useSyncExternalStore(
    (changed) => {
      i18n.on('languageChanged', changed);
      return () => i18n.off('languageChanged', changed);
    },
    read,
    read,
  );
  const [first] = typeof namespaces === 'string' ? [namespaces] : namespaces;
  return { t: functionOf(i18n, language, first) as unknown as TFunction<N>, i18n };
}
