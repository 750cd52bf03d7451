import { statSync } from 'node:fs';
import type { ArticleFile } from '@coachsite/adapters/contract';
import { defaultZone } from '@coachsite/core/defaults';
import { calendarDay, secondMs } from '@coachsite/core/kernel';
import type { EarlierAssets } from '../config/earlier-assets.ts';
import {
  type Asset,
  articlesPath,
  asAsset,
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
  /** A file that this build lacks, of one that served the site before, or of a process that has another one. */
  readonly earlier?: (path: string) => Promise<Asset | undefined>;
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
  readonly earlier: Pick<EarlierAssets, 'keep' | 'find'>;
  /** A file that was left out, and why. */
  readonly onFinding: (finding: ArticleFile['findings'][number]) => void;
  /** New files that could not be read; the site stays as it was. */
  readonly onFailure: (error: unknown) => void;
  /** The files of a build that could not be kept for the time after it. */
  readonly onUnkept: (error: unknown) => void;
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
  const { now, earlier, onFinding, onFailure, onUnkept } = options;
  let seen = { manifest: signatureOf(manifestPath), articles: signatureOf(articlesPath) };
  let build = await openBuild();
  // Before the first page is sent: another process may be asked for what that page names.
  await earlier.keep(build.assets).catch(onUnkept);
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
    if (isBuilt) await earlier.keep(opened.assets).catch(onUnkept);
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
    earlier: async (path) => asAsset(path, await earlier.find(path)),
    close: () => clearInterval(timer),
  };
}
