import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  type ArticleFile,
  awayImagePath,
  locationLanguages,
  type Prerender,
  type SiteManifest,
  type SocialCard,
} from '@coachsite/adapters/contract';
import { drawSocialCard } from '@coachsite/adapters/images';
import { takeProcessLock } from '@coachsite/adapters/sqlite';
import { build } from 'vite';
import { speculationRules } from '../src/document/speculation-rules.ts';
import { policyVersion } from '../src/site/policy-version.ts';
import {
  clientBuild,
  documentBuild,
  goneBuild,
  output,
  programBuild,
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
import { copyMedia } from './media.ts';
import {
  areArticlesStale,
  dist,
  isProgramStale,
  isStale,
  sourceHash,
  sourceHashPath,
  stampProgram,
} from './source-hash.ts';
import { specimens } from './specimen.ts';
import { stylesByPage } from './styles-by-page.ts';
import { writeWhole } from './write-whole.ts';

type Manifest = Readonly<Record<string, { readonly file: string; readonly src?: string }>>;

const readManifest = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest;

function fileOf(manifest: Manifest, source: string): string {
  const entry = Object.values(manifest).find(({ src }) => src?.endsWith(source));
  if (!entry) throw new Error(`The build holds no ${source}`);
  return entry.file;
}

/**
 * Every script of a document, including those its entry imports; not those of the week, which brings its own styles into
 * its shadow, and not the one with the texts of a failed start, each word of which would count as a class.
 */
const documentScripts = () =>
  filesBelow(output.document)
    .filter((file) => file.endsWith('.js') && !/[/\\](?:(?:start-)?week|uncaught)-/.test(file))
    .map((file) => readFileSync(file, 'utf8'));

/**
 * One image for each page that may be indexed and each language it exists in, and another for the days off of the coach
 * where they make it say something else. Source: docs/law-and-search.md#F60.
 */
async function socialCards(prerender: Prerender): Promise<ReadonlyMap<string, SocialCard>> {
  const cards = [...prerender.locations, prerender.guide('')]
    .filter(({ page }) => page.indexable)
    .flatMap((location) =>
      locationLanguages(location).map(async (language) => {
        const name = basename(prerender.socialImagePath(location, language));
        const usual = await prerender.socialCard(location, language);
        const away = await prerender.socialCard(location, language, true);
        const isSame = JSON.stringify(away) === JSON.stringify(usual);
        const cards: [string, SocialCard][] = [[name, usual]];
        return isSame ? cards : [...cards, [awayImagePath(name), away] as const];
      }),
    );
  return new Map((await Promise.all(cards)).flat());
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
  // A build that is cut short must not pass for whole, whatever the sources are at the next start.
  rmSync(sourceHashPath, { force: true });
  // What an older version wrote under other names would stay for ever.
  for (const name of readdirSync(dist).filter((entry) => !entry.startsWith(lockName)))
    rmSync(join(dist, name), { recursive: true, force: true });
  for (const config of [
    clientBuild,
    stylesBuild,
    documentBuild,
    startBuild,
    goneBuild,
    serverBuild,
  ])
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
    startScript,
    speculationRules,
    policyVersion,
    stylesByPage: await stylesByPage(specimen, css, [startScript, ...documentScripts()]),
    changedOn,
  };
  const icons = join(dist, 'icons');
  writeIcons(icons);
  const social = join(dist, 'social');
  mkdirSync(social, { recursive: true });
  for (const [name, card] of await socialCards(prerender))
    writeFileSync(join(social, name), await drawSocialCard(card));
  await Promise.all([
    compressAssets(output.client),
    compressAssets(output.styles),
    compressAssets(output.document),
    compressAssets(output.gone),
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
 * Builds the pages, for production whatever the environment says, publishes the articles, and bundles the server.
 * `onlyIfStale` skips what has not changed since the last build: with new articles only, the pages are not built again. For
 * a process of its own: React reads NODE_ENV once. Source: docs/security.md#SC-5.
 */
export const buildSite = ({ onlyIfStale = false } = {}): Promise<void> =>
  alone(async () => {
    process.env.NODE_ENV = 'production';
    // The process that held the lock may have built it already.
    if (!onlyIfStale || isStale()) await buildAll();
    else if (areArticlesStale()) report(await writeArticles(await builtPrerender()));
    if (!onlyIfStale || isProgramStale()) await stampProgram(() => build(programBuild));
  });
