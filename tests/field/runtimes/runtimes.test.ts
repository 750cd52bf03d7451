import { expect, test } from 'vitest';
import { addRow } from '../rows.ts';
import type { Answers } from './support/answers.ts';
import { bundleOf, testFiles } from './support/bundle.ts';
import { differencesOf } from './support/differences.ts';
import type { Said } from './support/in-runtime.ts';
import {
  browsers,
  folder,
  hermes,
  hosts,
  jsc,
  quickJs,
  type Runtime,
  runProgram,
} from './support/runtimes.ts';

const zones = Intl.supportedValuesOf('timeZone');
const script = await bundleOf({ files: testFiles() }, folder);
const bareScript = await bundleOf({ files: testFiles(), isBare: true }, folder);
const table = await bundleOf({ files: testFiles(true) }, folder);
const bareTable = await bundleOf({ files: testFiles(true), isBare: true }, folder);

async function runIn({ say }: Runtime, code: string, inZones = zones): Promise<Said> {
  const said = await say(code, `tests.run(${JSON.stringify(inZones)}).then(JSON.stringify)`);
  return JSON.parse(said);
}

/** What all others are compared with, filled by the first test that needs it. */
let reference: Promise<Said> | undefined;
const isReference = ({ name, version }: Runtime) => name === 'Node' && version.startsWith('24.');
function ofReference(): Promise<Said> {
  reference ??= runIn(hosts.find(isReference) as Runtime, script);
  return reference;
}

/** Tests of places in a stack, of which there is no standard: engines but V8 write `name@file`. */
const ofStacks = /^a log names (errors and where they happened|four errors of a chain)/;

/** The versions of its data that a runtime gives, in words. */
const dataOf = ({ data }: Answers) =>
  ['icu', 'unicode', 'tz']
    .flatMap((name) => (data[name] ? [`${name} ${data[name]}`] : []))
    .join(', ');

/** Compares with Node 24 what rests on data of the runtime; says where it differs. */
async function compared({ answers }: Said): Promise<string> {
  const {
    zones: others,
    newer,
    rules,
    unexplained,
  } = differencesOf(answers, (await ofReference()).answers);
  expect(unexplained).toEqual([]);
  expect(others).not.toContain('UTC');
  expect(others).not.toContain('Europe/Brussels');
  return [
    ...(others.length > 0 ? [`days of ${others.join(', ')} as its time zones have them`] : []),
    ...(rules.length > 0
      ? [`${newer} characters that one of two versions of Unicode lacks, in ${rules.join(', ')}`]
      : []),
  ].join('; ');
}

test.each(
  [...hosts, ...browsers, jsc].map((runtime) => [runtime.name, runtime.version, runtime] as const),
)('the tests of the core run in %s %s', async (name, version, runtime) => {
  const said = isReference(runtime)
    ? await ofReference()
    : await runIn(runtime, runtime === jsc ? bareScript : script);
  const hasOtherStacks = name.startsWith('Firefox') || runtime === jsc;
  const failures = said.failures.filter((one) => !(hasOtherStacks && ofStacks.test(one.name)));
  expect(failures).toEqual([]);
  expect(said.passed + said.failures.length).toBeGreaterThan(3000);
  const outcome = [
    `${said.passed} tests of the core`,
    dataOf(said.answers),
    ...(said.failures.length > 0 ? ['a log names no places, as stacks are written otherwise'] : []),
    await compared(said),
  ];
  addRow({ name, version, outcome: outcome.filter(Boolean).join('; ') });
});

test('the table of cases runs in QuickJS, but for days, which need Intl', async () => {
  const { passed, failures } = await runIn(quickJs, bareTable, []);
  const needIntl = 'tests/core/ebook-statistics.test.ts';
  expect(failures.filter(({ file }) => file !== needIntl)).toEqual([]);
  expect(passed).toBeGreaterThan(600);
  const { name, version } = quickJs;
  const outcome = `${passed} tests with the table of cases; ${failures.length} of days fail, as it has no Intl`;
  addRow({ name, version, outcome });
});

test('the compiler of Hermes takes the core', async () => {
  const [name, version, command] = hermes;
  expect(await runProgram(command, table)).toBe('');
  addRow({ name, version, outcome: 'compiles the core and the tests with the table of cases' });
});
