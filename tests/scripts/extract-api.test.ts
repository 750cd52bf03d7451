import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { apiChanges, changeOf, snapshotOf } from '../release/api-changes.ts';
import { extractApi } from '../release/extract-api.ts';
import { withParameterNames } from '../release/parameter-names.ts';

const folder = mkdtempSync(join(tmpdir(), 'coachsite-api-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
}

write(
  'package.json',
  JSON.stringify({
    name: 'sample',
    version: '1.0.0',
    type: 'module',
    exports: {
      './limits': { types: './limits/index.d.ts' },
      './queue': { types: './queue/index.d.ts' },
    },
  }),
);
write('queue/index.d.ts', "export { type Attempt, work } from './work.js';\n");
write(
  'queue/work.d.ts',
  `/** What became of one. */
export interface Attempt {
  /** Whether it was sent. */
  readonly sent: boolean;
}
/** Works. */
export declare function work(): Attempt;
`,
);
write('limits/index.d.ts', "export { type Store } from './ports.js';\n");
const limits = (member: string) => `/** How long to wait. */
type Wait = number;
/** Whether it is allowed. */
interface Attempt {
  /** Told. */
  readonly ${member}: Wait;
}
/** Counts. */
export interface Store {
  /** Counts one. */
  readonly attempt: () => Promise<Attempt>;
}
export {};
`;

const snapshot = () => snapshotOf(extractApi(folder));

test('a type without a public name is compared, also where another module publishes one of its name', () => {
  write('limits/ports.d.ts', limits('allowed'));
  const before = snapshot();
  expect(before['limits.~Attempt']).toEqual(['interface Attempt', 'readonly allowed: Wait;']);
  expect(before['limits.~Wait']).toBe('type Wait = number;');
  expect(before['queue.Attempt']).toEqual(['interface Attempt', 'readonly sent: boolean;']);
  expect(Object.keys(before)).toHaveLength(5);
  write('limits/ports.d.ts', limits('rejected'));
  const changes = apiChanges(before, snapshot());
  expect(changes.changed.map(({ name }) => name)).toEqual(['limits.~Attempt']);
  expect(changeOf(changes)).toBe('breaking');
}, 60_000);

test.each([
  ['(ports: Ports, input: FactorRequest)', '(ports: Ports, request: FactorRequest)'],
  ['(input: TestRunner, input2?: MailSamples)', '(runner: TestRunner, samples?: MailSamples)'],
  [
    "(input: Pick<Session, 'id'>, input2: Session)",
    "(session: Pick<Session, 'id'>, session2: Session)",
  ],
  [
    '(input: { readonly users: UserStore; }, at: number)',
    '(ports: { readonly users: UserStore; }, at: number)',
  ],
  ['(input?: { readonly input: Pause; })', '(options?: { readonly input: Pause; })'],
  ['(input: string, input2: Limits)', '(input: string, limits: Limits)'],
])('parameters that are taken apart are named by their types: %s', (before, after) => {
  expect(withParameterNames(`function f${before}: void;`)).toBe(`function f${after}: void;`);
});

test('a release that only names such a parameter has not changed', () => {
  const before = { 'm.f': 'function f(input: FactorRequest): void;' };
  const after = { 'm.f': 'function f(request: FactorRequest): void;' };
  expect(changeOf(apiChanges(before, after))).toBe('fix');
});
