import { buildIfStale } from '@coachsite/ui/site-build';
import { benchCore } from '../tests/bench/core.ts';
import { benchLoad } from '../tests/bench/load.ts';
import { benchPages } from '../tests/bench/pages.ts';
import { benchServing } from '../tests/bench/serving.ts';
import { benchTurns } from '../tests/bench/turns.ts';
import { runCommand, UsageError } from './support/command.ts';

const help = `npm run bench -- [core] [pages] [serving] [load] [turns] [--runs N] [--page PATH]… [--language nl|en] [--quick]

Measures the production build on this machine. Every figure stands beside its floor, measured in the same run: judge by
the ratios. Tables go to the terminal, everything measured to bench-results/ as JSON. Without a name: all of them.

  core      bytes of each export of the core, bundled alone and minified, as they are and with brotli; ends with 1 when
            one is over its budget
  pages     each public page in both languages: bytes, requests and script by the browser's own protocol, Lighthouse
            (mobile, median), and how long a tap takes; the floor is the same page with its styles and no script
  serving   CPU and requests per second of a page from memory; the floor is node:http serving the same bytes
  load      twice the requests that this machine sustains: pages, downloads, sign-ins, refreshes, contact messages. Every
            response is a success, a 429, or a 503 with Retry-After; ends with 1 when a goal is missed
  turns     the longest turn of the event loop during each request that reads a table, with far more in the database
            than a coach has; ends with 1 when a goal is missed

  --runs N      Lighthouse runs for each page (5), or rounds for serving and turns
  --page PATH   only this path; may be given more than once
  --language L  only this language
  --seconds N   how long the load lasts (120)
  --quick       of pages only bytes, requests and taps, without Lighthouse; of core only what is over its budget`;

const benchmarks = {
  core: benchCore,
  pages: benchPages,
  serving: benchServing,
  load: benchLoad,
  turns: benchTurns,
};

const isName = (name: string): name is keyof typeof benchmarks => name in benchmarks;

await runCommand({
  help,
  options: {
    runs: { type: 'string' },
    page: { type: 'string', multiple: true },
    language: { type: 'string' },
    quick: { type: 'boolean' },
    seconds: { type: 'string' },
  },
  mayFollow: Number.POSITIVE_INFINITY,
  run: async (
    { runs = '5', page = [], language, quick = false, seconds = '120' },
    ...positionals
  ) => {
    const count = Number(runs);
    if (!Number.isInteger(count) || count < 1) throw new UsageError('--runs needs a number from 1');
    const loadSeconds = Number(seconds);
    if (!Number.isInteger(loadSeconds) || loadSeconds < 1) {
      throw new UsageError('--seconds needs a number from 1');
    }
    if (language !== undefined && language !== 'nl' && language !== 'en') {
      throw new UsageError('--language is nl or en');
    }
    const names = positionals.length > 0 ? positionals : Object.keys(benchmarks);
    const unknown = names.find((name) => !isName(name));
    if (unknown !== undefined) throw new UsageError(`There is no benchmark ${unknown}`);
    if (names.some((name) => name !== 'core')) await buildIfStale();
    for (const name of names.filter(isName)) {
      await benchmarks[name]({ runs: count, paths: page, language, quick, seconds: loadSeconds });
    }
  },
});
