import { runCommand, UsageError } from './support/command.ts';

const help = `npm run bench -- [core] [pages] [server] [load] [turns] [scale] [--runs N] [--page PATH]… [--language nl|en] [--lcp|--quick]

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
  scale     what 1, 2 and 4 processes on one PostgreSQL do in a second, beside what one does

  --runs N      Lighthouse runs for each page (5), or rounds for server, turns and scale
  --page PATH   only this path, of pages and of turns; may be given more than once
  --language L  only this language
  --seconds N   how long the load lasts (120)
  --lcp         of pages only the largest paint: beside the floor, and beside the page without fonts
  --quick       of pages only bytes, requests and taps, without Lighthouse; of core only what is over its budget`;

/** Each is loaded when it runs: `--help` and wrong usage print at once. */
const benchmarks = {
  core: async () => (await import('../tests/bench/core.ts')).benchCore,
  pages: async () => (await import('../tests/bench/pages.ts')).benchPages,
  server: async () => (await import('../tests/bench/server.ts')).benchServer,
  load: async () => (await import('../tests/bench/load.ts')).benchLoad,
  turns: async () => (await import('../tests/bench/turns.ts')).benchTurns,
  scale: async () => (await import('../tests/bench/scale.ts')).benchScale,
};

function wholeNumber(option: string, text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1)
    throw new UsageError(`${option} needs a number from 1`);
  return number;
}

const isName = (name: string): name is keyof typeof benchmarks => name in benchmarks;

await runCommand({
  help,
  options: {
    runs: { type: 'string' },
    page: { type: 'string', multiple: true },
    language: { type: 'string' },
    lcp: { type: 'boolean' },
    quick: { type: 'boolean' },
    seconds: { type: 'string' },
  },
  mayFollow: Number.POSITIVE_INFINITY,
  run: async (
    { runs = '5', page = [], language, lcp = false, quick = false, seconds = '120' },
    ...positionals
  ) => {
    const count = wholeNumber('--runs', runs);
    const loadSeconds = wholeNumber('--seconds', seconds);
    if (language !== undefined && language !== 'nl' && language !== 'en') {
      throw new UsageError('--language is nl or en');
    }
    if (lcp && quick) throw new UsageError('--lcp and --quick leave nothing to measure');
    const names = positionals.length > 0 ? positionals : Object.keys(benchmarks);
    const unknown = names.find((name) => !isName(name));
    if (unknown !== undefined) throw new UsageError(`There is no benchmark ${unknown}`);
    if (names.some((name) => name !== 'core')) {
      const { buildIfStale } = await import('@coachsite/ui/site-build');
      await buildIfStale();
    }
    for (const name of names.filter(isName)) {
      const bench = await benchmarks[name]();
      await bench({ runs: count, paths: page, language, lcp, quick, seconds: loadSeconds });
    }
  },
});
