import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installedPackages, installPackages } from '../support/debian.ts';
import { type Results, runProjects } from '../support/run-suites.ts';
import { type Part, parts } from './parts.ts';
import { collectRows, tableOf, withTable } from './rows.ts';

const page = join(import.meta.dirname, '../../docs/compatibility.md');

/** Whether the packages of a part may be installed, and its table written. */
interface Allowed {
  readonly mayInstall: boolean | undefined;
  readonly mayWrite: boolean;
}

/** Runs a part, prints its table, and writes it into docs/compatibility.md where that is asked for and all passed. */
function runPart(name: string, { mayInstall, mayWrite }: Allowed): Results {
  const { title, packages, projects } = parts[name] as Part;
  const missing = installPackages(packages, `field ${name}`, mayInstall);
  if (missing.length > 0) {
    const failures = [`${name} was NOT RUN, not installed: ${missing.join(', ')}`];
    return { passed: 0, failed: 1, failures };
  }
  const filters = projects ? [] : [`tests/field/${name}/`];
  const { result, rows } = collectRows(() => runProjects(projects ?? ['field'], filters));
  const versions = [...installedPackages(packages)].map((pair) => pair.join(' '));
  console.log(`\n${title}\n\n${tableOf(rows)}\n\nDebian: ${versions.join(', ')}\n`);
  if (mayWrite && result.failed === 0)
    writeFileSync(page, withTable(readFileSync(page, 'utf8'), title, rows));
  return result;
}

/** Runs parts one after the other and adds up what passed and failed. */
export function runParts(names: readonly string[], allowed: Allowed): Results {
  const results = names.map((name) => runPart(name, allowed));
  return {
    passed: results.reduce((sum, { passed }) => sum + passed, 0),
    failed: results.reduce((sum, { failed }) => sum + failed, 0),
    failures: results.flatMap(({ failures }) => failures),
  };
}
