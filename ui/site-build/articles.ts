import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readArticles } from '@coachsite/adapters/articles';
import {
  type Article,
  type ArticleFile,
  type CreatePrerender,
  locationLanguages,
  readPrerender,
} from '@coachsite/adapters/contract';
import { drawSocialCard } from '@coachsite/adapters/images';
import { publishedPosts } from '@coachsite/core/blog';
import { output } from '../vite.config.ts';
import { articlesFolder, articlesHash, articlesHashPath, dist } from './source-hash.ts';
import { writeWhole } from './write-whole.ts';

/** Later than any day, so that the articles that are not public yet get their images too. */
const always = '9999-12-31';

const social = join(dist, 'social');
const cardsPath = join(dist, 'article-images.json');

/** The prerenderer of the last build. */
export async function builtPrerender(): Promise<CreatePrerender> {
  return readPrerender(await import(pathToFileURL(join(output.server, 'prerender.js')).href));
}

/** Draws the images that are new or say something else than before, and removes those of articles that are gone. */
async function drawImages(createPrerender: CreatePrerender, articles: readonly Article[]) {
  const posts = publishedPosts(articles, always);
  const prerender = createPrerender({ posts, changedOn: {} });
  const known = existsSync(cardsPath)
    ? (JSON.parse(readFileSync(cardsPath, 'utf8')) as Record<string, string>)
    : {};
  const cards: Record<string, string> = {};
  mkdirSync(social, { recursive: true });
  for (const location of prerender.locations.filter(({ path }) => path.startsWith('/blog/'))) {
    for (const language of locationLanguages(location)) {
      const name = basename(prerender.socialImagePath(location, language));
      const card = await prerender.socialCard(location, language);
      const hash = createHash('sha256').update(JSON.stringify(card)).digest('hex');
      cards[name] = hash;
      if (known[name] !== hash || !existsSync(join(social, name)))
        writeFileSync(join(social, name), await drawSocialCard(card));
    }
  }
  for (const name of readdirSync(social))
    if (name.startsWith('blog-') && !cards[name] && known[name]) rmSync(join(social, name));
  writeWhole(cardsPath, JSON.stringify(cards));
}

/**
 * Publishes the articles for the servers of this checkout: `dist/articles.json` and their images. A file with a mistake
 * is left out; its findings are in the result.
 */
export async function writeArticles(createPrerender: CreatePrerender): Promise<ArticleFile> {
  const hash = articlesHash();
  const read = readArticles(articlesFolder, 'ui/content/articles');
  await drawImages(createPrerender, read.articles);
  writeWhole(join(dist, 'articles.json'), JSON.stringify(read));
  writeWhole(articlesHashPath, hash);
  return read;
}
