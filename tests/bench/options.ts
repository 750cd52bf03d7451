/** The options of the command line. */
export interface BenchOptions {
  readonly runs: number;
  /** Only these paths; all when empty. */
  readonly paths: readonly string[];
  readonly language?: 'nl' | 'en' | undefined;
  /** Without Lighthouse. */
  readonly quick: boolean;
  /** Only Lighthouse's speed, of pages. */
  readonly lcp: boolean;
  /** How long the load lasts, in seconds. */
  readonly seconds: number;
}

/** What `npm run bench -- --help` prints. */
export const help = `npm run bench -- [core] [pages] [server] [load] [turns] [strangers] [scale] [--runs N] [--page PATH]… [--language nl|en] [--lcp|--quick]

Measures the production build on this machine. Every figure stands beside its floor, measured in the same run: judge by
the ratios. Tables go to the terminal, everything measured to bench-results/ as JSON. Without a name: all of them.

  core      bytes of each export of the core, bundled alone and minified, as they are and with brotli; ends with 1 when
            one is over its budget
  pages     each public page in both languages: bytes, requests and script by the browser's own protocol, Lighthouse
            (mobile, median), and how long a tap takes; the floor is the same page with its styles and no script
  server    pages, e-book, sign-in, session check, refresh and contact: requests a second, processor time and latency; the
            floors are node:http with the same work, argon2 alone, and nginx where it is installed
  load      twice the requests that this machine sustains: pages, downloads, sign-ins, refreshes, contact messages. Every
            response is a success, a 429, or a 503 with Retry-After; ends with 1 when a goal is missed
  turns     the longest turn of the event loop during each request that reads a table, with far more in the database
            than a coach has; ends with 1 when a goal is missed
  strangers what a request of somebody unknown takes of the main thread once every limit is exceeded; ends with 1 when a
            goal is missed
  scale     what 1, 2 and 4 processes on one PostgreSQL do in a second, beside what one does

  --runs N      Lighthouse runs for each page (5), or rounds for server, turns and scale
  --page PATH   only this path, of pages and of turns; may be given more than once
  --language L  only this language
  --seconds N   how long the load lasts (120)
  --lcp         of pages only the largest paint: beside the floor, and beside the page without fonts
  --quick       of pages only bytes, requests and taps, without Lighthouse; of core only what is over its budget`;
