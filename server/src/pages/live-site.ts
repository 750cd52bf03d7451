import { statSync } from 'node:fs';
import type { ArticleFile } from '@coachsite/adapters/contract';
import { defaultZone } from '@coachsite/core/defaults';
import { calendarDay, secondMs } from '@coachsite/core/kernel';
import {
  articlesPath,
  manifestPath,
  openBuild,
  readAllAssets,
  readArticleFile,
  type SiteFiles,
  siteOn,
} from './site-files.ts';

/** The site as it is published: what `current` returns stays the same object until something changes. */
export interface LiveSite {
  readonly current: () => SiteFiles;
  readonly close: () => void;
}

/** A site that does not change. */
export const fixedSite = (site: SiteFiles): LiveSite => ({
  current: () => site,
  close: () => undefined,
});

/** What a live site reports. */
export interface LiveSiteOptions {
  readonly now: () => number;
  /** A file that was left out, and why. */
  readonly onFinding: (finding: ArticleFile['findings'][number]) => void;
  /** New files that could not be read; the site stays as it was. */
  readonly onFailure: (error: unknown) => void;
}

/** Another state of a file has another signature. */
function signatureOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? `${found.ino}-${found.mtimeMs}-${found.size}` : '';
}

/**
 * Opens the built site and follows it: an article goes live at the start of its day in Brussels, and what
 * `npm run content -- publish` or a build wrote is served within a second, without a restart.
 * Source: docs/decisions/0039-articles-as-content.md.
 */
export async function openLiveSite(options: LiveSiteOptions): Promise<LiveSite> {
  const { now, onFinding, onFailure } = options;
  let seen = { manifest: signatureOf(manifestPath), articles: signatureOf(articlesPath) };
  let build = await openBuild();
  let file = readArticleFile();
  file.findings.forEach(onFinding);
  let today = calendarDay(defaultZone, now());
  let site = siteOn(build, file.articles, today);
  let checkedAt = 0;

  function onNewDay() {
    const second = Math.floor(now() / secondMs);
    if (second === checkedAt) return;
    checkedAt = second;
    const day = calendarDay(defaultZone, now());
    if (day === today) return;
    today = day;
    site = siteOn(build, file.articles, today);
  }

  async function follow(): Promise<void> {
    const next = { manifest: signatureOf(manifestPath), articles: signatureOf(articlesPath) };
    // A build removes both files before it writes them anew.
    if (next.manifest === '' || next.articles === '') return;
    const isBuilt = next.manifest !== seen.manifest;
    if (!isBuilt && next.articles === seen.articles) return;
    const opened = isBuilt
      ? await openBuild(`?${next.manifest}`)
      : { ...build, assets: readAllAssets() };
    file = readArticleFile();
    // Pages that visitors have open still ask for the files of the build they came from.
    build = { ...opened, assets: new Map([...build.assets, ...opened.assets]) };
    site = siteOn(build, file.articles, today);
    seen = next;
    file.findings.forEach(onFinding);
  }

  let isFollowing = false;
  const timer = setInterval(() => {
    if (isFollowing) return;
    isFollowing = true;
    follow()
      .catch(onFailure)
      .finally(() => {
        isFollowing = false;
      });
  }, secondMs);
  timer.unref();

  return {
    current: () => {
      onNewDay();
      return site;
    },
    close: () => clearInterval(timer),
  };
}
