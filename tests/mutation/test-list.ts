import { expect } from 'vitest';

type Run = () => Promise<void> | void;

/** A name with the values of a row of `each` in it would differ from run to run: its number is enough. */
const numbered = (name: unknown, at: number): string => `${String(name)} [${at + 1}]`;

/**
 * The functions of Vitest that the tests of the core use, and the tests and hooks that a file names while it is loaded.
 * A hook runs once for its file, whatever its group: the tests of the core have them for a whole file only.
 */
export function testList() {
  const tests = new Map<string, Run>();
  const [before, after]: [Run[], Run[]] = [[], []];
  let group: readonly string[] = [];

  const test = (name: unknown, run: Run): void => {
    const full = [...group, String(name)].join(' > ');
    const again = [...tests.keys()].filter((one) => one.replace(/ #\d+$/, '') === full).length;
    tests.set(again === 0 ? full : `${full} #${again + 1}`, run);
  };
  const describe = (name: unknown, define: () => void): void => {
    const outer = group;
    group = [...outer, String(name)];
    define();
    group = outer;
  };
  type Call = (...row: readonly unknown[]) => Promise<void> | void;
  const each =
    (register: (name: string, run: Run) => void) =>
    (rows: readonly unknown[]) =>
    (name: unknown, call: Call): void => {
      for (const [at, row] of rows.entries())
        register(numbered(name, at), () => (Array.isArray(row) ? call(...row) : call(row)));
    };

  return {
    tests,
    before,
    after,
    vitest: {
      expect,
      test: Object.assign(test, { each: each(test) }),
      describe: Object.assign(describe, { each: each(describe) }),
      beforeAll: (run: Run) => before.push(run),
      afterAll: (run: Run) => after.push(run),
    },
  };
}
