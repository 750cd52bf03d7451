import { UsageError } from '../../scripts/support/command.ts';

/** What `npm run bench -- --help` prints. */
export const help = `npm run bench -- [core] [pages] [server] [load] [turns] [strangers] [scale] [rest] [--runs N] [--page PATH]… [--language nl|en] [--lcp|--quick] [--beside FOLDER]

Measures the production build on this machine. Every figure stands beside its floor, measured in the same run: judge by
the ratios. Tables go to the terminal, everything measured to bench-results/ as JSON. Without a name: all of them. Ends
with 1 when a goal of core, load, turns or strangers is missed.

  core      bytes of each export of the core, bundled alone and minified, as they are and with brotli, beside its budget
  pages     each public page in both languages: bytes and requests by the browser's own protocol, Lighthouse (mobile,
            median), and how long a tap takes; the floor is the same page with its styles and no script; then
            the pages of the app, and the messages of an admin after a year beside none
  server    pages, e-book, sign-in, session check, refresh and contact: requests a second, processor time and latency; the
            floors are node:http with the same work, and nginx where it is installed
  load      twice the requests that this machine sustains: pages, downloads, sign-ins, refreshes, contact messages. Every
            response is a success, a 429, or a 503 with Retry-After
  turns     the longest turn of the event loop during each request that reads a table, with full tables
  strangers what a request of somebody unknown takes of the main thread once every limit is exceeded
  scale     what 1, 2 and 4 processes on one PostgreSQL do in a second, beside what one does
  rest      processor time of a start and with nobody there, memory before and after a load; with --beside only

  --runs N      Lighthouse runs for each page (5), or rounds for server, turns and scale
  --page PATH   only this path, of pages, server and turns; may be given more than once
  --language L  only this language
  --seconds N   how long the load lasts (120)
  --beside DIR  of server and rest: beside the site of another checkout, installed and built, instead of the floors
  --lcp         of pages only the largest paint: beside the floor, and beside the page without fonts
  --quick       of pages only bytes, requests and taps, without Lighthouse; of core only what is over its budget`;

/** For `runCommand`. */
export const benchOptions = {
  runs: { type: 'string' },
  page: { type: 'string', multiple: true },
  language: { type: 'string' },
  beside: { type: 'string' },
  lcp: { type: 'boolean' },
  quick: { type: 'boolean' },
  seconds: { type: 'string' },
} as const;

function wholeNumber(option: string, text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1) return number;
  throw new UsageError(`${option} needs a number from 1`);
}

/** Reads the options as a command line has them. Throws a `UsageError` for a wrong one. */
export function readOptions(
  given: {
    readonly [Name in 'runs' | 'language' | 'seconds' | 'beside']?: string | undefined;
  } & { readonly [Name in 'lcp' | 'quick']?: boolean | undefined } & {
    readonly page?: readonly string[] | undefined;
  },
) {
  const { runs = '5', page: paths = [], seconds = '120' } = given;
  const { lcp = false, quick = false, beside } = given;
  const language = (['nl', 'en'] as const).find((one) => one === given.language);
  if (given.language !== language) throw new UsageError('--language is nl or en');
  if (lcp && quick) throw new UsageError('--lcp and --quick leave nothing to measure');
  const [count, time] = [wholeNumber('--runs', runs), wholeNumber('--seconds', seconds)];
  return { runs: count, paths, language, lcp, quick, seconds: time, beside };
}

export type BenchOptions = ReturnType<typeof readOptions>;
