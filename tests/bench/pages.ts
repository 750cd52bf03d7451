import { chromium } from 'playwright';
import { UsageError } from '../../scripts/support/command.ts';
import { findOrInstallBrowser } from '../support/install-browser.ts';
import { judge, measureSpeed, type Verdicts } from './lighthouse.ts';
import type { BenchOptions } from './options.ts';
import { keepResults, table } from './results.ts';
import { startServer } from './servers.ts';
import { measureTaps, type TapTime, type TapTimes } from './taps.ts';
import { measureApp, measureTraffic, type Traffic } from './traffic.ts';

interface MeasuredSpeed {
  readonly path: string;
  readonly language: string;
  readonly lighthouse?: Verdicts;
}

interface Measured extends MeasuredSpeed {
  readonly page: Traffic;
  readonly floor: Traffic;
  readonly appBytes: number;
  readonly taps: TapTimes;
}

const kilo = (bytes: number) => (bytes / 1024).toFixed(1);
const ratio = (value: number, floor: number) => (floor > 0 ? (value / floor).toFixed(2) : '–');

const bytesHead = [
  'page',
  'KB',
  'floor',
  'ratio',
  'paint',
  'script',
  'idle',
  'inline',
  'font',
  'image',
  'app',
  'shift',
  'menu',
  'cookie',
  'bare',
];

const tapTimes = ({ effectMs, frameMs }: TapTime) => `${effectMs.toFixed(0)}/${frameMs.toFixed(0)}`;

const bytesRow = ({ path, language, page, floor, appBytes, taps }: Measured) => [
  `${path} ${language}`,
  kilo(page.bytes),
  kilo(floor.bytes),
  ratio(page.bytes, floor.bytes),
  String(page.neededForPaint),
  kilo(page.scriptBytes),
  kilo(page.untouchedScriptBytes),
  kilo(page.inlineScript),
  kilo(page.fontBytes),
  kilo(page.imageBytes),
  kilo(appBytes),
  page.shift.toFixed(3),
  tapTimes(taps.menu),
  tapTimes(taps.cookies),
  tapTimes(taps.bare),
];

const bytesLegend = `KB by the load event, without fonts and images, beside the floor; requests the first paint needs; script files by
the load event, and until the first input; inline script; fonts and images; script of the whole app once
started (KB); layout shift with late fonts; ms from a tap on menu and cookie button, 0.3 s after the first paint on a
phone 4 times as slow, to its effect in the document and to the frame that shows it; the same for a bare page with one
button and one dialog, in turns with the page, which is what this machine takes at the moment. Goals: ratio 1.25, under
17 KB, 1 request, 4 KB of script, 1.5 KB inline, 125 KB of app, no shift, 50 ms to the effect.`;

const scoreHead = [
  'page',
  'LCP',
  'floor',
  'ratio',
  'no fonts',
  'ratio',
  'TBT',
  'CLS',
  'scores',
  'lost',
];

const scoreRow = ({ path, language, lighthouse }: MeasuredSpeed) => {
  if (!lighthouse) return [];
  const { page, floor, fontless } = lighthouse;
  return [
    `${path} ${language}`,
    page.lcpMs.toFixed(0),
    floor.lcpMs.toFixed(0),
    ratio(page.lcpMs, floor.lcpMs),
    fontless.lcpMs.toFixed(0),
    ratio(page.lcpMs, fontless.lcpMs),
    page.tbtMs.toFixed(0),
    page.cls.toFixed(3),
    Object.values(page.scores).join(' '),
    page.lost.join(' '),
  ];
};

const scoreLegend = `Lighthouse, mobile simulation, medians: largest paint in ms beside the floor, and beside the same page when no font
arrives; blocking time in ms, layout shift, scores for performance, accessibility, best practices and search. Goals: ratio
1.10 each, 50 ms, 0, 100 each.`;

/** Measures the public pages against goals 1 to 7 and 17. Source: docs/performance.md#1. */
export async function benchPages(options: BenchOptions): Promise<void> {
  const executablePath = findOrInstallBrowser();
  const server = await startServer('site-server.ts');
  const debuggingPort = 9222 + (process.pid % 1000);
  const browser = await chromium.launch({
    executablePath,
    args: [
      `--remote-debugging-port=${debuggingPort}`,
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  });
  try {
    const { paths, language: only } = options;
    const unknown = paths.find((path) => !server.pages.some((page) => page.path === path));
    if (unknown !== undefined) throw new UsageError(`There is no public page ${unknown}`);
    const wanted = server.pages
      .filter(({ path }) => paths.length === 0 || paths.includes(path))
      .flatMap((page) => (only ? [only] : ['nl', 'en']).map((language) => ({ ...page, language })));
    const speeds: MeasuredSpeed[] = [];
    const measured: Measured[] = [];
    for (const { path, language, indexable } of wanted) {
      const url = server.url + path;
      const floorUrl = `${server.url}/floor/${language}${path === '/' ? '' : path}`;
      // The URL that a search engine lists.
      const listed = language === 'en' ? `${url}?lang=en` : url;
      console.error(`${path} ${language} (${speeds.length + 1} of ${wanted.length})`);
      const judged = { url: listed, floorUrl, indexable };
      const lighthouse = options.quick
        ? undefined
        : await (options.lcp ? measureSpeed : judge)(judged, debuggingPort, options.runs);
      const speed = { path, language, ...(lighthouse ? { lighthouse } : {}) };
      speeds.push(speed);
      if (options.lcp) continue;
      measured.push({
        ...speed,
        page: await measureTraffic(browser, url, language),
        floor: await measureTraffic(browser, floorUrl, language),
        appBytes: await measureApp(browser, url, language),
        taps: await measureTaps(browser, { url, bareUrl: `${server.url}/bare` }, language),
      });
    }
    if (!options.lcp)
      console.log(`${table([bytesHead, ...measured.map(bytesRow)])}\n\n${bytesLegend}\n`);
    if (!options.quick)
      console.log(`${table([scoreHead, ...speeds.map(scoreRow)])}\n\n${scoreLegend}\n`);
    console.log(`Kept in ${keepResults('pages', options.lcp ? speeds : measured)}`);
  } finally {
    await browser.close();
    await server.stop();
  }
}
