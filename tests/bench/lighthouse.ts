import { installTool } from '../support/npm-folder.ts';
import { median } from './results.ts';

/** What is read of a report of Lighthouse. */
interface Report {
  readonly audits: Readonly<Record<string, { numericValue?: number; score: number | null }>>;
  readonly categories: Readonly<
    Record<
      string,
      {
        readonly score: number | null;
        readonly auditRefs: readonly { readonly id: string; readonly weight: number }[];
      }
    >
  >;
  readonly runtimeError?: Error;
}

type Lighthouse = (url: string, flags: object) => Promise<{ readonly lhr: Report } | undefined>;

/** First and largest paint and blocking time in milliseconds and layout shift: medians. */
type Speed = Readonly<Record<'fcpMs' | 'lcpMs' | 'tbtMs' | 'cls', number>>;

/** The speed of a page, of its floor and of the page when no font arrives, and what does not vary between runs. */
export interface Verdicts extends Readonly<Record<'page' | 'floor' | 'fontless', Speed>> {
  /** 0 to 100, by category. */
  readonly scores: Readonly<Record<string, number>>;
  /** Audits that cost points, by name. */
  readonly lost: readonly string[];
}

/** The audits that make up the performance score; the others explain it. */
const speed =
  `first-contentful-paint largest-contentful-paint total-blocking-time cumulative-layout-shift
  speed-index`.split(/\s+/);

async function run(url: string, flags: object) {
  const { default: lighthouse } = await installTool('lighthouse').load('lighthouse');
  const ran = await (lighthouse as Lighthouse)(url, {
    logLevel: 'error',
    output: 'json',
    disableFullPageScreenshot: true,
    // A language choice kept from one run would affect the next; clearing the shader cache would take 5 s.
    clearStorageTypes: ['cookies', 'local_storage', 'cache_storage', 'service_workers'],
    ...flags,
  });
  if (!ran) throw new Error(`Lighthouse says nothing about ${url}`);
  const { audits, categories, runtimeError } = ran.lhr;
  if (runtimeError) throw new Error(`Lighthouse at ${url}: ${runtimeError.message}`);
  const value = (name: string) => audits[name]?.numericValue ?? 0;
  const judged = Object.entries(categories);
  return {
    fcpMs: value('first-contentful-paint'),
    lcpMs: value('largest-contentful-paint'),
    tbtMs: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    scores: judged.map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)] as const),
    lost: judged
      .flatMap(([, { auditRefs }]) => auditRefs)
      .flatMap(({ id, weight }) => (weight > 0 && (audits[id]?.score ?? 1) < 1 ? [id] : [])),
  };
}

/**
 * Measures a page, its floor and the page without fonts in turns, so that all run under the same load; unless `lcp`, also
 * the scores that do not vary.
 */
export async function judge(
  page: {
    readonly url: string;
    readonly floorUrl: string;
    readonly indexable: boolean;
    /** Leaves cookies and local storage as they are: those of somebody who is signed in. */
    readonly keepsVisitor?: boolean;
  },
  { port, runs, lcp }: { readonly port: number; readonly runs: number; readonly lcp: boolean },
): Promise<Verdicts> {
  const kept = page.keepsVisitor ? { clearStorageTypes: ['cache_storage', 'service_workers'] } : {};
  const flags = { port, onlyAudits: speed, ...kept };
  // A page that is excluded from indexing on purpose must not lose points for it.
  const skipAudits = page.indexable ? [] : ['is-crawlable'];
  const onlyCategories = ['accessibility', 'best-practices', 'seo'];
  const steady = lcp
    ? undefined
    : await run(page.url, { port, onlyCategories, skipAudits, ...kept });
  const turns: Record<'page' | 'floor' | 'fontless', Awaited<ReturnType<typeof run>>>[] = [];
  for (let turn = 0; turn < runs; turn += 1) {
    turns.push({
      page: await run(page.url, flags),
      floor: await run(page.floorUrl, flags),
      fontless: await run(page.url, { ...flags, blockedUrlPatterns: ['*.woff2'] }),
    });
  }
  const middle = (of: 'page' | 'floor' | 'fontless'): Speed => ({
    fcpMs: median(turns.map((turn) => turn[of].fcpMs)),
    lcpMs: median(turns.map((turn) => turn[of].lcpMs)),
    tbtMs: median(turns.map((turn) => turn[of].tbtMs)),
    cls: median(turns.map((turn) => turn[of].cls)),
  });
  const performance = median(turns.map((turn) => turn.page.scores[0]?.[1] ?? 0));
  const scores = { performance, ...Object.fromEntries(steady?.scores ?? []) };
  const speeds = { page: middle('page'), floor: middle('floor'), fontless: middle('fontless') };
  return { ...speeds, scores, lost: steady?.lost ?? [] };
}
