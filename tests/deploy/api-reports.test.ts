import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiOfEntry, readApi } from '../release/api-reports.ts';
import { writeReference } from '../release/reference.ts';

const folder = mkdtempSync(join(tmpdir(), 'coachsite-api-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const ports = `import type { Attempt as Sent } from '../queue/index.ts';
/** Whether it is allowed. */
interface Attempt {
    readonly allowed: boolean;
}
/** Counts. */
export interface Store {
    /** Counts one. Source: docs/rules.md#4. */
    readonly attempt: () => Promise<Attempt | Sent>;
}
export {};
`;

beforeAll(() => {
  const entry = (name: string) => ({ types: `./${name}/index.d.ts` });
  const exports = { '.': entry('.'), './limits': entry('limits'), './queue': entry('queue') };
  const manifest = { name: 'sample', version: '1.0.0', type: 'module', exports };
  write('package.json', JSON.stringify(manifest));
  write('queue/index.d.ts', "export { type Attempt, work } from './work.ts';\n");
  write(
    'queue/work.d.ts',
    `/** What became of one. */
export interface Attempt {
    readonly sent: boolean;
}
/** Works. */
export declare function work(): Attempt;
`,
  );
  write('limits/index.d.ts', "export { type Store } from './ports.ts';\n");
  write('limits/ports.d.ts', ports);
});

const codeOf = ({ report }: ApiOfEntry) =>
  /```ts\n\n([\s\S]*?)\n+\/\/ \(No @packageDoc/.exec(report)?.[1];

test('a report has the types that its entry uses, those of another entry by name', async () => {
  const [limits, queue] = await readApi(folder);
  expect(limits && codeOf(limits)).toBe(`import type { Attempt as Attempt_2 } from 'sample/queue';

// @public
interface Attempt {
    // (undocumented)
    readonly allowed: boolean;
}

// @public
export interface Store {
    readonly attempt: () => Promise<Attempt | Attempt_2>;
}`);
  expect(queue && codeOf(queue)).toContain('export function work(): Attempt;');
  expect(existsSync(join(folder, 'api-work'))).toBe(false);
}, 60_000);

test('the reference describes each name, and says what has no description', async () => {
  writeReference(folder, 'sample', await readApi(folder));
  const page = readFileSync(join(folder, 'api/limits.md'), 'utf8');
  expect(page).toContain('## Store\n\n```ts\ninterface Store {\n  /** Counts one.');
  expect(page).toContain('### Attempt\n\n```ts\ninterface Attempt {\n  readonly allowed: boolean;');
  const list = readFileSync(join(folder, 'api/README.md'), 'utf8');
  expect(list).toContain('| [limits](limits.md) | [Store](limits.md#store) |');
  write('limits/ports.d.ts', ports.replaceAll(/ *\/\*\*.*\n/g, ''));
  const bare = await readApi(folder);
  expect(() => writeReference(folder, 'sample', bare)).toThrow(
    /limits: Store\nlimits: Store readonly attempt: .*\nlimits: Attempt$/,
  );
}, 60_000);
