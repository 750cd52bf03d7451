import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addRow } from '../rows.ts';
import { type BundlerName, openBundlers, packages } from './support/bundlers.ts';
import { openProject, root } from './support/project.ts';

const names = Object.keys(packages) as readonly BundlerName[];
const page = join(root, 'core/README.md');
const project = await openProject(Object.assign({}, ...Object.values(packages)));
const bundlers = await openBundlers(project);

/** The bytes of a bundle of one export, alone: bundlers take parts of one entry for another. */
async function bytesOf(bundler: BundlerName, entry: string, name: string): Promise<number> {
  const file = `${entry.replaceAll('/', '-')}.${name}.js`;
  const [from, to] = ['in', bundler].map((folder) => join(project.folder, folder, file)) as [
    string,
    string,
  ];
  for (const folder of ['in', bundler])
    mkdirSync(join(project.folder, folder), { recursive: true });
  writeFileSync(from, `import { ${name} } from '${entry}';\nconsole.log(${name});\n`);
  await bundlers[bundler](from, to);
  return statSync(to).size;
}

/** Of each entry the export that costs most in esbuild. */
async function largest(): Promise<readonly (readonly [entry: string, name: string])[]> {
  const found: (readonly [string, string])[] = [];
  for (const entry of project.entries) {
    if (/core$|testing/.test(entry)) continue;
    const sizes: (readonly [number, string])[] = [];
    for (const name of Object.keys(await project.load(entry)))
      sizes.push([await bytesOf('esbuild', entry, name), name]);
    const [most] = sizes.toSorted(([one], [other]) => other - one);
    if (most) found.push([entry, most[1]]);
  }
  return found.toSorted(([one], [other]) => one.localeCompare(other));
}

/** Three that cost little, before the largest ones. */
const chosen = [
  ['@coachsite/core/kernel', 'isUuid'],
  ['@coachsite/core/session', 'refreshBackoffMs'],
  ['@coachsite/core/account', 'scorePassword'],
] as const;

const rowOf = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;

test('the README says what an export costs in each bundler', async () => {
  const measured: (readonly [title: string, sizes: readonly number[]])[] = [];
  for (const [entry, name] of [...chosen, ...(await largest())]) {
    const sizes: number[] = [];
    for (const bundler of names) sizes.push(await bytesOf(bundler, entry, name));
    measured.push([`\`${entry.split('/').slice(2).join('/')}\` ${name}`, sizes]);
  }
  const head = [rowOf(['Export', ...names]), `|---|${'--:|'.repeat(names.length)}`];
  const table = [...head, ...measured.map(([title, sizes]) => rowOf([title, ...sizes]))].join('\n');
  const text = readFileSync(page, 'utf8');
  const old = /^\| Export \|.*\n(?:\|.*\n)*/m;
  expect(text).toMatch(old);
  // A change of a rule is a change of its bytes, so the table is written, with --write, and not compared.
  const changed = text.replace(old, () => `${table}\n`);
  if (process.env['COACHSITE_FIELD_WRITE']) writeFileSync(page, changed);
  console.log(table);
  for (const bundler of names) {
    const [version = ''] = Object.values(packages[bundler]);
    addRow({
      name: bundler,
      version,
      outcome: `${measured.length} exports of the core, each alone`,
    });
  }
  const score = measured.find(([title]) => title.endsWith('scorePassword'))?.[1] ?? [];
  for (const bytes of score) expect(bytes).toBeLessThan(600);
}, 1_200_000);
