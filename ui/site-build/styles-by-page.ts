import type {
  ArticleSection,
  GuidePage,
  PageLocation,
  Prerender,
  RuntimeConfig,
  VisitorSite,
} from '@coachsite/adapters/contract';
import { languages } from '@coachsite/core/language';
import sampleFacts from '../content/samples/facts.json' with { type: 'json' };
import { siteFile } from '../src/site/site.ts';
import { pageStyles } from './page-styles.ts';

const someConfig: RuntimeConfig = {
  origin: 'https://example.test',
  site: siteFile,
  bookingUrl: 'https://example.test/book',
  signIn: {
    email: true,
    signUp: true,
    providers: ['example'],
    sso: true,
    linkMinutes: 60,
    codeMinutes: 10,
    mailIntervalSeconds: 60,
    smsIntervalSeconds: 60,
  },
};
/** A site whose owner gave every fact. */
const fullSite = {
  ...siteFile,
  ...sampleFacts,
  samples: ['coach', 'prices'],
  coach: { ...sampleFacts.coach, portrait: { ...sampleFacts.coach.portrait, file: 'portrait' } },
} as VisitorSite;
const someEbook = { sizeBytes: 1_234_567, pages: 12, isPage: true } as const;
/** The text of a guide with all that a page of it can have. */
const someWords = [{ text: 'a', mark: 'strong', href: '/guide' } as const];
const someSection = {
  title: 'b',
  blocks: [
    { kind: 'heading', text: 'c' },
    { kind: 'paragraph', spans: someWords },
    { kind: 'list', ordered: false, items: [someWords] },
    { kind: 'list', ordered: true, items: [someWords] },
    { kind: 'paragraph', spans: [{ text: 'd', mark: 'em' }] },
  ],
} as const satisfies Omit<ArticleSection, 'id'>;
const someGuide: GuidePage = {
  intro: someSection.blocks,
  sections: ['e', 'f'].map((id) => ({ ...someSection, id })),
};
const returned = {
  values: {},
  fields: { name: ['required'], email: ['required'], subject: ['required'], message: ['required'] },
  error: 'over_request_rate_limit',
};

/** Renders every variant of a page: both languages, with and without e-book and facts, and with a rejected form. */
function variants({ render }: Prerender, { path, page }: PageLocation): Promise<readonly string[]> {
  const looks = languages.flatMap((language) => [
    render(path, language, someConfig),
    render(path, language, { ...someConfig, ebook: someEbook }),
    render(path, language, { ...someConfig, site: fullSite }),
    ...(page.id === 'contact' ? [render(path, language, someConfig, returned)] : []),
    ...(page.id.startsWith('notify-')
      ? [undefined, 'notify_link_used', 'notify_link_invalid'].map((error) =>
          render(path, language, someConfig, {
            values: {},
            fields: {},
            ...(error && { error }),
          }),
        )
      : []),
    ...(page.kind === 'application'
      ? [render(path, language, { ...someConfig, leadsOn: true, isSetUp: true })]
      : []),
    ...(page.id === 'thank-you' ? [render(`${path}?booked`, language, someConfig)] : []),
    ...(page.id === 'shop' ? [render(`${path}?q=%00`, language, someConfig)] : []),
  ]);
  return Promise.all(looks.map(async (look) => (await look).body));
}

/** The CSS that each page needs, by page id. */
export async function stylesByPage(
  prerender: Prerender,
  css: string,
  scripts: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const markup: Record<string, string[]> = {};
  for (const location of [...prerender.locations, prerender.notFound]) {
    const known = markup[location.page.id] ?? [];
    markup[location.page.id] = [...known, ...(await variants(prerender, location))];
  }
  const { page, path } = prerender.guide('');
  const looks = languages.map((language) =>
    prerender.render(path, language, someConfig, undefined, someGuide),
  );
  markup[page.id] = await Promise.all(looks.map(async (look) => (await look).body));
  const styles: Record<string, string> = {};
  for (const [id, looks] of Object.entries(markup))
    styles[id] = await pageStyles(css, looks, scripts);
  return styles;
}
