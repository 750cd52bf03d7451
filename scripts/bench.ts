import { help } from '../tests/bench/options.ts';
import { runCommand, UsageError } from './support/command.ts';

/** Each is loaded when it runs: `--help` and wrong usage print at once. */
const benchmarks = {
  core: async () => (await import('../tests/bench/core.ts')).benchCore,
  pages: async () => (await import('../tests/bench/pages.ts')).benchPages,
  server: async () => (await import('../tests/bench/server.ts')).benchServer,
  load: async () => (await import('../tests/bench/load.ts')).benchLoad,
  turns: async () => (await import('../tests/bench/turns.ts')).benchTurns,
  strangers: async () => (await import('../tests/bench/strangers.ts')).benchStrangers,
  scale: async () => (await import('../tests/bench/scale.ts')).benchScale,
};

function wholeNumber(option: string, text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1)
    throw new UsageError(`${option} needs a number from 1`);
  return number;
}

const isName = (name: string): name is keyof typeof benchmarks => Object.hasOwn(benchmarks, name);

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
