import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfStale } from '@coachsite/ui/site-build';
import { UsageError } from '../../scripts/support/command.ts';
import { installedPackages, installPackages } from '../support/debian.ts';
import { findOrInstallBrowser } from '../support/install-browser.ts';
import { type Results, runProjects } from '../support/run-suites.ts';
import { type Part, parts } from './parts.ts';
import { collectRows, tableOf, withTable } from './rows.ts';

const page = join(import.meta.dirname, '../../docs/compatibility.md');

/** Runs a part, prints its table, and writes it into docs/compatibility.md where that is asked for and all passed. */
function runPart(name: string, mayWrite: boolean): Results {
  const { title, packages, projects } = parts[name] as Part;
  const missing = installPackages(packages, `field ${name}`);
  if (missing.length > 0) {
    const failures = [`${name} was NOT RUN, not installed: ${missing.join(', ')}`];
    return { passed: 0, failed: 1, failures };
  }
  const { result, rows } = collectRows(() =>
    projects ? runProjects(projects, []) : runProjects(['field'], [`tests/field/${name}/`]),
  );
  const versions = [...installedPackages(packages)].map((pair) => pair.join(' '));
  const debian = versions.length > 0 ? `Debian: ${versions.join(', ')}\n` : '';
  console.log(`\n${title}\n\n${tableOf(rows)}\n\n${debian}`);
  if (mayWrite && result.failed === 0)
    writeFileSync(page, withTable(readFileSync(page, 'utf8'), title, rows));
  return result;
}

/** Runs parts one after the other and adds up what passed and failed. */
function runParts(names: readonly string[], mayWrite: boolean): Results {
  const results = names.map((name) => runPart(name, mayWrite));
  return {
    passed: results.reduce((sum, { passed }) => sum + passed, 0),
    failed: results.reduce((sum, { failed }) => sum + failed, 0),
    failures: results.flatMap(({ failures }) => failures),
  };
}

const names = Object.keys(parts);

type Options = { readonly [Name in 'write' | 'no-install']?: boolean | undefined };

/** For `runCommand`. */
export const fieldCommand = {
  help: `npm run field [-- <part>…] [--write] [--no-install]

Runs the product with what people really have, outside CI, all parts or those that are named; what a part needs is
installed first, from Debian or by npm. Prints what was run with which version; the last line counts, as that of npm test.
Parts: ${names.join(', ')}

  --write       puts the table of each part whose tests all passed into docs/compatibility.md, and that of the bytes
                which bundlers make of the core into core/README.md
  --no-install  installs nothing (or COACHSITE_NO_INSTALL=1): a part that lacks something fails`,
  options: { write: { type: 'boolean' }, 'no-install': { type: 'boolean' } },
  mayFollow: names.length,
  run: async (
    { write: mayWrite = false, 'no-install': isForbidden }: Options,
    ...given: readonly string[]
  ) => {
    const odd = given.find((name) => !names.includes(name));
    if (odd !== undefined) throw new UsageError(`There is no part ${odd}`);
    if (isForbidden) process.env.COACHSITE_NO_INSTALL = '1';
    if (mayWrite) process.env.COACHSITE_FIELD_WRITE = '1';
    process.env.CHROMIUM_PATH = findOrInstallBrowser();
    await buildIfStale();
    const wanted = given.length > 0 ? names.filter((name) => given.includes(name)) : names;
    const { passed, failed, failures } = runParts(wanted, mayWrite);
    for (const failure of failures) console.log(`\nFAILED ${failure}`);
    console.log(`${passed} passed, ${failed} failed`);
    return failed > 0 || passed === 0 ? 1 : 0;
  },
} as const;
