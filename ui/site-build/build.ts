import {
  cpSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import {
  type ArticleFile,
  locationLanguages,
  type PageLocation,
  type Prerender,
  type RuntimeConfig,
  type SiteConfig,
  type SiteManifest,
  type SocialCard,
} from '@coachsite/adapters/contract';
import { sharpPortraitMaker } from '@coachsite/adapters/images';
import { takeProcessLock } from '@coachsite/adapters/sqlite';
import { languages } from '@coachsite/core/language';
import { build } from 'vite';
import sampleFacts from '../content/samples/facts.json' with { type: 'json' };
import { speculationRules } from '../src/document/speculation-rules.ts';
import { policyVersion } from '../src/site/policy-version.ts';
import { siteFile } from '../src/site/site.ts';
import {
  clientBuild,
  documentBuild,
  output,
  serverBuild,
  startBuild,
  stylesBuild,
} from '../vite.config.ts';
import { builtPrerender, writeArticles } from './articles.ts';
import { changeDates } from './change-dates.ts';
import { compressAssets } from './compress.ts';
import { filesBelow } from './files.ts';
import { findingText } from './finding-text.ts';
import { writeIcons } from './icons.ts';
import { pageStyles } from './page-styles.ts';
import { writeSocialImages } from './social-images.ts';
import { areArticlesStale, dist, isStale, sourceHash, sourceHashPath } from './source-hash.ts';
import { specimens } from './specimen.ts';
import { writeWhole } from './write-whole.ts';

const root = join(import.meta.dirname, '..', '..');

type Manifest = Readonly<Record<string, { readonly file: string; readonly src?: string }>>;

const readManifest = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest;

function fileOf(manifest: Manifest, source: string): string {
  const entry = Object.values(manifest).find(({ src }) => src?.endsWith(source));
  if (!entry) throw new Error(`The build holds no ${source}`);
  return entry.file;
}

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
} as SiteConfig;
const someEbook = { sizeBytes: 1_234_567, pages: 12 };
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
    ...(page.id === 'shop' ? [render(`${path}?q=%00`, language, someConfig)] : []),
  ]);
  return Promise.all(looks.map(async (look) => (await look).body));
}

/**
 * Every script of a document, including those its entry imports; not those of the week, which brings its own styles into
 * its shadow.
 */
const documentScripts = () =>
  filesBelow(output.document)
    .filter((file) => file.endsWith('.js') && !/[/\\](?:start-)?week-/.test(file))
    .map((file) => readFileSync(file, 'utf8'));

/** The CSS that each page needs, by page id. */
async function stylesByPage(prerender: Prerender, css: string, scripts: readonly string[]) {
  const markup: Record<string, string[]> = {};
  for (const location of [...prerender.locations, prerender.notFound]) {
    const known = markup[location.page.id] ?? [];
    markup[location.page.id] = [...known, ...(await variants(prerender, location))];
  }
  const styles: Record<string, string> = {};
  for (const [id, looks] of Object.entries(markup))
    styles[id] = await pageStyles(css, looks, scripts);
  return styles;
}

/** One image for each page that may be indexed and each language it exists in. Source: docs/law-and-search.md#F60. */
async function socialCards(prerender: Prerender): Promise<ReadonlyMap<string, SocialCard>> {
  const cards = prerender.locations
    .filter(({ page }) => page.indexable)
    .flatMap((location) =>
      locationLanguages(location).map(async (language) => {
        const name = basename(prerender.socialImagePath(location, language));
        return [name, await prerender.socialCard(location, language)] as const;
      }),
    );
  return new Map(await Promise.all(cards));
}

/**
 * Copies the owner's pictures unchanged, and makes the sizes of the portrait. Returns its key; throws if the file that the
 * configuration names is missing or no picture.
 */
async function copyMedia(): Promise<string | undefined> {
  const [from, to] = [join(root, 'ui', 'content', 'media'), join(dist, 'media')];
  if (existsSync(from)) cpSync(from, to, { recursive: true });
  const { file } = siteFile.coach.portrait;
  const sizes = join(dist, 'portrait');
  if (!file) return undefined;
  const path = join(to, file);
  if (!existsSync(path))
    throw new Error(`ui/content/site.json names ui/content/media/${file}: no such file`);
  const made = await sharpPortraitMaker().make(createReadStream(path), Number.POSITIVE_INFINITY);
  if (made.isErr())
    throw new Error(`ui/content/media/${file} can be no portrait: ${made.error.kind}`);
  mkdirSync(sizes);
  const { key, files } = made.value;
  for (const { width, format, bytes } of files)
    writeFileSync(join(sizes, `${key}-${width}.${format}`), bytes);
  return key;
}

const lockName = 'build.lock';

/** Maximum wait for another process's build, in milliseconds. */
const buildWaitMs = 120_000;

/** Runs `work` under a lock: servers and tests may start from one checkout at the same time. */
async function alone<T>(work: () => Promise<T>): Promise<T> {
  mkdirSync(dist, { recursive: true });
  const taken = takeProcessLock(join(dist, lockName), buildWaitMs);
  if (taken.isErr()) throw new Error('Another build of the pages does not end');
  try {
    return await work();
  } finally {
    taken.value.release();
  }
}

/** Builds app, document script and prerenderer, and writes `ui/dist/site.json`, the manifest that the server reads. */
async function buildAll(): Promise<void> {
  const before = sourceHash();
  // What an older version wrote under other names would stay for ever.
  for (const name of readdirSync(dist).filter((entry) => !entry.startsWith(lockName)))
    rmSync(join(dist, name), { recursive: true, force: true });
  for (const config of [clientBuild, stylesBuild, documentBuild, startBuild, serverBuild])
    await build(config);
  const client = readManifest(output.client);
  const sheet = readManifest(output.styles);
  const styles = fileOf(sheet, 'src/app/styles.css');
  const createPrerender = await builtPrerender();
  const changedOn = changeDates();
  const prerender = createPrerender({ posts: [], changedOn });
  const specimen = createPrerender({ posts: specimens, changedOn });
  const startScript = readFileSync(join(output.start, 'start.js'), 'utf8').trim();
  const css = readFileSync(join(output.styles, styles), 'utf8');
  const portrait = await copyMedia();
  const manifest: SiteManifest = {
    ...(portrait && { portrait }),
    app: `/${fileOf(client, 'src/app/main.tsx')}`,
    session: `/${fileOf(client, 'src/document/session-script.ts')}`,
    styles: `/${styles}`,
    document: `/${fileOf(readManifest(output.document), 'src/document/index.ts')}`,
    font: `/${fileOf(sheet, 'archivo.woff2')}`,
    startScript,
    speculationRules,
    policyVersion,
    stylesByPage: await stylesByPage(specimen, css, [startScript, ...documentScripts()]),
    changedOn,
  };
  const icons = join(dist, 'icons');
  writeIcons(icons);
  writeSocialImages(join(dist, 'social'), await socialCards(prerender));
  await Promise.all([
    compressAssets(output.client),
    compressAssets(output.styles),
    compressAssets(output.document),
    compressAssets(icons),
  ]);
  report(await writeArticles(createPrerender));
  writeWhole(join(dist, 'site.json'), JSON.stringify(manifest));
  writeFileSync(sourceHashPath, before);
}

/** Names the articles that are left out, and goes on: the others are published. */
function report({ findings }: ArticleFile): void {
  for (const finding of findings) console.error(`${findingText(finding)}; left out`);
}

/**
 * Builds the pages, for production whatever the environment says, and publishes the articles. `onlyIfStale` skips what
 * has not changed since the last build: with new articles only, the pages are not built again. For a process of its own:
 * React reads NODE_ENV once. Source: docs/security.md#SC-5.
 */
export const buildSite = ({ onlyIfStale = false } = {}): Promise<void> =>
  alone(async () => {
    process.env.NODE_ENV = 'production';
    // The process that held the lock may have built it already.
    if (!onlyIfStale || isStale()) await buildAll();
    else if (areArticlesStale()) report(await writeArticles(await builtPrerender()));
  });
