import lighthouse, { type Flags } from 'lighthouse';
import { median } from './results.ts';

/** Lighthouse results of a page: medians of the runs. */
interface Verdict {
  readonly lcpMs: number;
  readonly tbtMs: number;
  readonly cls: number;
  /** 0 to 100. */
  readonly scores: Readonly<Record<string, number>>;
  /** Audits that cost points, by name. */
  readonly lost: readonly string[];
}

/** The audits that make up the performance score; the others explain it. */
const speed = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
  'speed-index',
];
/** Categories whose scores do not vary between runs. */
const quality = ['accessibility', 'best-practices', 'seo'];

async function run(url: string, flags: Flags) {
  const ran = await lighthouse(url, {
    logLevel: 'error',
    output: 'json',
    disableFullPageScreenshot: true,
    // A language choice kept from one run would affect the next; clearing the shader cache would take 5 s.
    clearStorageTypes: ['cookies', 'local_storage', 'cache_storage', 'service_workers'],
    ...flags,
  });
  if (!ran) throw new Error(`Lighthouse says nothing about ${url}`);
  const { audits, categories: judged, runtimeError } = ran.lhr;
  if (runtimeError) throw new Error(`Lighthouse at ${url}: ${runtimeError.message}`);
  const value = (name: string) => audits[name]?.numericValue ?? 0;
  return {
    lcpMs: value('largest-contentful-paint'),
    tbtMs: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    scores: Object.fromEntries(
      Object.entries(judged).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]),
    ),
    lost: Object.entries(judged).flatMap(([name, { auditRefs }]) =>
      name === 'performance'
        ? []
        : auditRefs
            .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
            .map(({ id }) => id),
    ),
  };
}

const middle = (list: readonly Verdict[]): Verdict => ({
  lcpMs: median(list.map(({ lcpMs }) => lcpMs)),
  tbtMs: median(list.map(({ tbtMs }) => tbtMs)),
  cls: median(list.map(({ cls }) => cls)),
  scores: Object.fromEntries(
    Object.keys(list[0]?.scores ?? {}).map((name) => [
      name,
      median(list.map(({ scores }) => scores[name] ?? 0)),
    ]),
  ),
  lost: [],
});

/** A page, its floor, and the page when no font arrives. */
export interface Verdicts {
  readonly page: Verdict;
  readonly floor: Verdict;
  readonly fontless: Verdict;
}

/** Measures a page, its floor and the page without fonts in turns, so that all run under the same load. */
export async function measureSpeed(
  page: { readonly url: string; readonly floorUrl: string },
  port: number,
  runs: number,
): Promise<Verdicts> {
  const flags = { port, onlyAudits: speed };
  const all = { page: [] as Verdict[], floor: [] as Verdict[], fontless: [] as Verdict[] };
  for (let turn = 0; turn < runs; turn += 1) {
    all.page.push(await run(page.url, flags));
    all.floor.push(await run(page.floorUrl, flags));
    all.fontless.push(await run(page.url, { ...flags, blockedUrlPatterns: ['*.woff2'] }));
  }
  return { page: middle(all.page), floor: middle(all.floor), fontless: middle(all.fontless) };
}

/** Measures the speed of a page, and the scores that do not vary. */
export async function judge(
  page: { readonly url: string; readonly floorUrl: string; readonly indexable: boolean },
  port: number,
  runs: number,
): Promise<Verdicts> {
  // A page that is excluded from indexing on purpose must not lose points for it.
  const skipAudits = page.indexable ? [] : ['is-crawlable'];
  const steady = await run(page.url, { port, onlyCategories: quality, skipAudits });
  const measured = await measureSpeed(page, port, runs);
  const scores = { ...measured.page.scores, ...steady.scores };
  return { ...measured, page: { ...measured.page, scores, lost: steady.lost } };
}
