import type { InitOptions, TFunction } from 'i18next';
import type { I18n } from './i18n.ts';

type Texts = { readonly [key: string]: Text };
type Text = string | readonly Text[] | Texts;
type Words = Readonly<Record<string, unknown>>;

function find(texts: Text | undefined, path: readonly string[]): Text | undefined {
  return path.reduce<Text | undefined>(
    (at, key) => (typeof at === 'object' ? (at as Texts)[key] : undefined),
    texts,
  );
}

/** Fills the gaps `{{word}}` of a text, or of every text within. */
function fill(text: Text, words: Words): Text {
  if (typeof text === 'string')
    return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (gap, word: string) =>
      Object.hasOwn(words, word) ? String(words[word] ?? '') : gap,
    );
  if (Array.isArray(text)) return text.map((one) => fill(one, words));
  return Object.fromEntries(Object.entries(text).map(([key, one]) => [key, fill(one, words)]));
}

/**
 * The part of i18next that the site uses, for browsers: the build puts it in the place of i18next there, which is seven
 * times as long. A key without a text answers itself. Source: performance reference, goal 4; decision 0026.
 */
export function createInstance(): I18n & {
  readonly init: (options: InitOptions) => Promise<void>;
} {
  let language = '';
  let words: Words = {};
  let common = '';
  const bundles = new Map<string, Texts>();
  const listeners = new Set<(language: string) => void>();
  const add = (from: string, name: string, texts: Texts) => bundles.set(`${from}/${name}`, texts);

  const read = (from: string, namespace: string, key: string, count?: unknown) => {
    const [name, path] = key.includes(':') ? key.split(':', 2) : [namespace, key];
    const at = (suffix: string) =>
      find(bundles.get(`${from}/${name}`), `${path}${suffix}`.split('.'));
    if (typeof count !== 'number') return at('');
    return at(`_${new Intl.PluralRules(from).select(count)}`) ?? at('');
  };

  const speak = (from: string | null, namespace: string) =>
    ((key: string, options: Words = {}) => {
      const text = read(from ?? language, namespace || common, key, options['count']);
      if (text === undefined || (typeof text !== 'string' && !options['returnObjects']))
        return key.slice(key.indexOf(':') + 1);
      return fill(text, { ...words, ...options });
    }) as unknown as TFunction;

  const instance = {
    get language() {
      return language;
    },
    async init({ lng = '', defaultNS, resources = {}, interpolation }: InitOptions) {
      language = lng;
      common = String(defaultNS);
      words = interpolation?.defaultVariables ?? {};
      for (const [name, texts] of Object.entries(resources[lng] ?? {}))
        add(lng, name, texts as Texts);
    },
    t: speak(null, ''),
    exists: (key: string) => read(language, common, key) !== undefined,
    getFixedT: (from: string | null, namespace: string) => speak(from, namespace),
    hasResourceBundle: (from: string, name: string) => bundles.has(`${from}/${name}`),
    addResourceBundle: add,
    async changeLanguage(next: string) {
      language = next;
      for (const listener of listeners) listener(next);
      return instance.t;
    },
    on: (_: string, listener: (language: string) => void) => void listeners.add(listener),
    off: (_: string, listener: (language: string) => void) => void listeners.delete(listener),
  };
  return instance as unknown as ReturnType<typeof createInstance>;
}
