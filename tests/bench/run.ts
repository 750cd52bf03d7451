import { UsageError } from '../../scripts/support/command.ts';

/** Each is loaded when it runs: `--help` and wrong usage print at once. */
const benchmarks = {
  core: async () => (await import('./core.ts')).benchCore,
  pages: async () => (await import('./pages.ts')).benchPages,
  server: async () => (await import('./server.ts')).benchServer,
  load: async () => (await import('./load.ts')).benchLoad,
  turns: async () => (await import('./turns.ts')).benchTurns,
  strangers: async () => (await import('./strangers.ts')).benchStrangers,
  scale: async () => (await import('./scale.ts')).benchScale,
};

function wholeNumber(option: string, text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1)
    throw new UsageError(`${option} needs a number from 1`);
  return number;
}

const isName = (name: string): name is keyof typeof benchmarks => Object.hasOwn(benchmarks, name);

/** The options of `npm run bench`. */
export const benchOptions = {
  runs: { type: 'string' },
  page: { type: 'string', multiple: true },
  language: { type: 'string' },
  lcp: { type: 'boolean' },
  quick: { type: 'boolean' },
  seconds: { type: 'string' },
} as const;

interface Given {
  readonly runs?: string | undefined;
  readonly page?: readonly string[] | undefined;
  readonly language?: string | undefined;
  readonly lcp?: boolean | undefined;
  readonly quick?: boolean | undefined;
  readonly seconds?: string | undefined;
}

/** Runs the benchmarks that are named, or all. */
export async function bench(
  { runs = '5', page = [], language, lcp = false, quick = false, seconds = '120' }: Given,
  ...positionals: readonly string[]
): Promise<void> {
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
    const measure = await benchmarks[name]();
    await measure({ runs: count, paths: page, language, lcp, quick, seconds: loadSeconds });
  }
}
