import { chromium, type Page } from 'playwright';
import { startForked } from './forked.ts';
import { judge, type Verdicts } from './lighthouse.ts';
import { median, table } from './results.ts';

/** The pages that need the app, and who opens them. */
const cases = [
  ['/auth', 'stranger'],
  ['/account', 'stranger'],
  ['/account', 'admin'],
  ['/admin', 'stranger'],
  ['/admin', 'admin'],
  ['/admin-setup', 'stranger'],
] as const;

/** Their paths. */
export const appPaths: readonly string[] = cases.map(([path]) => path);

/** A server of `site-server.ts` with an admin. */
export interface WithAdmin {
  readonly url: string;
  /** The access token of the admin. */
  readonly token: string;
}

/** What the app keeps of a session, and the choice in the cookie banner. */
function storedOf(token: string): Readonly<Record<string, string>> {
  const { sub } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  const session = { expires_at: Date.now() / 1000 + 3600, expires_in: 3600, user: { id: sub } };
  const choice = { necessary: true, functional: false, analytics: false, marketing: false };
  return { session: JSON.stringify(session), 'cookie-consent': JSON.stringify(choice) };
}

/** The visitor whom Lighthouse opens its pages as. */
const shared = async (port: number) =>
  (await chromium.connectOverCDP(`http://localhost:${port}`)).contexts()[0];

/** Signs the admin of a server in, in the browser that Lighthouse uses, as long as the page that it returns is open. */
async function signIn(port: number, { url, token }: WithAdmin): Promise<Page> {
  const context = await shared(port);
  if (!context) throw new Error('The browser has no visitor');
  await context.addCookies([
    { name: 'cs-access', value: token, url },
    { name: 'language', value: 'nl', url },
  ]);
  const page = await context.newPage();
  await page.goto(`${url}/healthz`);
  await page.evaluate((items) => {
    for (const [name, value] of Object.entries(items)) localStorage.setItem(name, value);
  }, storedOf(token));
  return page;
}

/** A slow phone on a slow network, as Lighthouse simulates it. */
const slow = {
  offline: false,
  latency: 150,
  downloadThroughput: 204_800,
  uploadThroughput: 96_000,
};
const slowdown = 4;

/** Milliseconds until an admin sees their messages, or that there are none. */
async function usefulPaint(port: number, server: WithAdmin): Promise<number> {
  const page = await signIn(port, server);
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await session.send('Network.emulateNetworkConditions', slow);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.goto(`${server.url}/admin`, { waitUntil: 'commit' });
  const shown = await page.waitForFunction(
    () => document.querySelector('#inbox .adm-panel:not([aria-busy])') && performance.now(),
    null,
    { polling: 'raf', timeout: 60_000 },
  );
  const ms = Number(await shown.jsonValue());
  await page.close();
  return ms;
}

/** How much later an admin with a year behind them sees their messages than one who begins: the median of some rounds. */
async function measureYear(port: number, empty: WithAdmin, runs: number) {
  const server = await startForked<WithAdmin>('site-server.ts', ['year']);
  try {
    const turns: { empty: number; year: number }[] = [];
    for (let turn = 0; turn < runs; turn += 1)
      turns.push({
        empty: await usefulPaint(port, empty),
        year: await usefulPaint(port, server.ready),
      });
    return {
      empty: median(turns.map((turn) => turn.empty)),
      year: median(turns.map((turn) => turn.year)),
    };
  } finally {
    await server.stop();
  }
}

const head = 'page,by,FCP,floor,ratio,LCP,floor,ratio,TBT,CLS,scores,lost'.split(',');

const legend = `Lighthouse, mobile simulation, medians: first and largest paint in ms beside the same page without scripts, blocking
time in ms, layout shift, scores. A stranger is led from a protected page to the sign-in page. Goals: ratio 1.15 each, 50 ms,
0, 100 each; a year 1.3.`;

function row(path: string, by: string, { page, floor, scores, lost }: Verdicts) {
  const beside = (of: 'fcpMs' | 'lcpMs') => [
    page[of].toFixed(0),
    floor[of].toFixed(0),
    (page[of] / floor[of]).toFixed(2),
  ];
  const own = [page.tbtMs.toFixed(0), page.cls.toFixed(3), Object.values(scores).join(' ')];
  return [path, by, ...beside('fcpMs'), ...beside('lcpMs'), ...own, lost.join(' ')];
}

/** Measures the pages that need the app, against goals 22 and 23. Source: docs/performance.md#1. */
export async function measureAppPages(
  server: WithAdmin,
  paths: readonly string[],
  options: { readonly port: number; readonly runs: number; readonly lcp: boolean },
) {
  const measured: { path: string; by: string; speed: Verdicts }[] = [];
  for (const [path, by] of cases.filter(([path]) => paths.includes(path))) {
    console.error(`${path} by ${by}`);
    const keepsVisitor = by === 'admin';
    const visitor = keepsVisitor ? await signIn(options.port, server) : undefined;
    const floorUrl = `${server.url}/floor/nl${path}`;
    const url = server.url + path;
    measured.push({
      path,
      by,
      speed: await judge({ url, floorUrl, indexable: false, keepsVisitor }, options),
    });
    await visitor?.close();
  }
  console.log(`${table([head, ...measured.map(({ path, by, speed }) => row(path, by, speed))])}\n`);
  const year = paths.includes('/admin')
    ? await measureYear(options.port, server, options.runs)
    : undefined;
  if (year)
    console.log(
      `Messages of /admin, ms: ${year.empty.toFixed(0)} on an empty site, ${year.year.toFixed(0)} after a year, ratio ${(year.year / year.empty).toFixed(2)}`,
    );
  console.log(`\n${legend}\n`);
  return { measured, year };
}
