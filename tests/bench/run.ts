import { UsageError } from '../../scripts/support/command.ts';
import { readOptions } from './options.ts';

/** Each is loaded when it runs: `--help` and wrong usage print at once. */
const benchmarks = {
  core: async () => (await import('./core.ts')).benchCore,
  pages: async () => (await import('./pages.ts')).benchPages,
  server: async () => (await import('./server.ts')).benchServer,
  load: async () => (await import('./load.ts')).benchLoad,
  turns: async () => (await import('./turns.ts')).benchTurns,
  strangers: async () => (await import('./turns.ts')).benchStrangers,
  rest: async () => (await import('./rest.ts')).benchRest,
  scale: async () => (await import('./scale.ts')).benchScale,
};

const isName = (name: string): name is keyof typeof benchmarks => Object.hasOwn(benchmarks, name);

/** Runs the benchmarks that are named, or all. */
export async function bench(
  given: Parameters<typeof readOptions>[0],
  ...positionals: readonly string[]
): Promise<void> {
  const options = readOptions(given);
  const all = Object.keys(benchmarks).filter((name) => name !== 'rest' || options.beside);
  const names = positionals.length > 0 ? positionals : all;
  const unknown = names.find((name) => !isName(name));
  if (unknown !== undefined) throw new UsageError(`There is no benchmark ${unknown}`);
  if (names.some((name) => name !== 'core')) {
    const { buildIfStale } = await import('@coachsite/ui/site-build');
    await buildIfStale();
  }
  for (const name of names.filter(isName)) await (await benchmarks[name]())(options);
}
