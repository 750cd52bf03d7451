import { chromium } from 'playwright';
import { UsageError } from '../../scripts/support/command.ts';
import { findOrInstallBrowser } from '../support/install-browser.ts';
import { appPaths, measureAppPages } from './app-pages.ts';
import { startForked } from './forked.ts';
import { judge, type Verdicts } from './lighthouse.ts';
import type { BenchOptions } from './options.ts';
import { keepResults, table } from './results.ts';
import { measureTaps, type TapTimes } from './taps.ts';
import { measureTraffic, paintsAlone, type Traffic } from './traffic.ts';

/** What the server of the pages reports. */
interface Listening {
  readonly url: string;
  readonly token: string;
  readonly pages: readonly { readonly path: string; readonly indexable: boolean }[];
}

interface Measured {
  readonly name: string;
  readonly speed?: Verdicts;
  readonly bytes?: {
    readonly page: Traffic;
    readonly floor: Traffic;
    readonly paints: boolean;
    readonly taps: TapTimes;
  };
}

const kilo = (bytes: number) => (bytes / 1024).toFixed(1);
const ratio = (value: number, floor: number) => (value / floor).toFixed(2);

const bytesHead = 'page,KB,floor,ratio,paint,fonts,menu,cookie'.split(',');

const bytesRow = ({ name, bytes }: Measured) => {
  if (!bytes) return [];
  const { page, floor, paints, taps } = bytes;
  const sizes = [kilo(page.bytes), kilo(floor.bytes), ratio(page.bytes, floor.bytes)];
  const tapMs = [taps.menu, taps.cookies].map((ms) => ms.toFixed(0));
  return [name, ...sizes, paints ? '1' : 'more', kilo(page.fontBytes), ...tapMs];
};

const bytesLegend = `KB by the load event, without fonts and images, beside the floor; requests the first paint needs; KB of fonts;
ms from a tap on menu and cookie button, 0.3 s after the first paint on a phone 4 times as slow, to its effect in the
document. Goals: ratio 1.25, under 17 KB, 1 request, 55 KB of fonts, 50 ms to the effect.`;

const speedHead = 'page,LCP,floor,ratio,no fonts,ratio,TBT,CLS,scores,lost'.split(',');

const speedRow = ({ name, speed }: Measured) => {
  if (!speed) return [];
  const { page, floor, fontless, scores, lost } = speed;
  const beside = (other: typeof floor) => [other.lcpMs.toFixed(0), ratio(page.lcpMs, other.lcpMs)];
  const own = [page.tbtMs.toFixed(0), page.cls.toFixed(3), Object.values(scores).join(' ')];
  return [
    name,
    page.lcpMs.toFixed(0),
    ...beside(floor),
    ...beside(fontless),
    ...own,
    lost.join(' '),
  ];
};

const speedLegend = `Lighthouse, mobile simulation, medians: largest paint in ms beside the floor, and beside the same page when no font
arrives; blocking time in ms, layout shift, scores for performance, accessibility, best practices and search. Goals: ratio
1.10 each, 50 ms, 0, 100 each.`;

/** Measures the public pages against goals 1, 2, 5 to 7, 16 and 17, and those of the app. Source: docs/performance.md#1. */
export async function benchPages({
  paths,
  language: only,
  quick,
  lcp,
  runs,
}: BenchOptions): Promise<void> {
  const executablePath = findOrInstallBrowser();
  const server = await startForked<Listening>('site-server.ts', ['pages']);
  const port = 9222 + (process.pid % 1000);
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const args = [`--remote-debugging-port=${port}`, ...sandbox];
  const browser = await chromium.launch({ executablePath, args });
  try {
    const { url: origin, pages } = server.ready;
    const known = [...pages.map(({ path }) => path), ...appPaths];
    const unknown = paths.find((path) => !known.includes(path));
    if (unknown !== undefined) throw new UsageError(`There is no page ${unknown} to measure`);
    const wanted = pages
      .filter(({ path }) => paths.length === 0 || paths.includes(path))
      .flatMap((page) => (only ? [only] : ['nl', 'en']).map((language) => ({ ...page, language })));
    const measured: Measured[] = [];
    for (const { path, language, indexable } of wanted) {
      const name = `${path} ${language}`;
      console.error(`${name} (${measured.length + 1} of ${wanted.length})`);
      const url = origin + path;
      const floorUrl = `${origin}/floor/${language}${path === '/' ? '' : path}`;
      // The URL that a search engine lists.
      const listed = language === 'en' ? `${url}?lang=en` : url;
      const judged = { url: listed, floorUrl, indexable };
      measured.push({
        name,
        ...(!quick && { speed: await judge(judged, { port, runs, lcp }) }),
        ...(!lcp && {
          bytes: {
            page: await measureTraffic(browser, url, language),
            floor: await measureTraffic(browser, floorUrl, language),
            paints: await paintsAlone(browser, url, language),
            taps: await measureTaps(browser, url, language),
          },
        }),
      });
    }
    const apps = appPaths.filter((path) => paths.length === 0 || paths.includes(path));
    const ofApp =
      quick || apps.length === 0
        ? undefined
        : await measureAppPages(server.ready, apps, { port, runs, lcp });
    if (wanted.length === 0) return keepResults('pages', ofApp);
    if (!lcp) console.log(`${table([bytesHead, ...measured.map(bytesRow)])}\n\n${bytesLegend}\n`);
    if (!quick) console.log(`${table([speedHead, ...measured.map(speedRow)])}\n\n${speedLegend}\n`);
    keepResults('pages', { measured, ofApp });
  } finally {
    await browser.close();
    await server.stop();
  }
}
