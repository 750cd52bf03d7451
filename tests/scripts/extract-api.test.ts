import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { apiChanges, changeOf, snapshotOf } from '../release/api-changes.ts';
import { extractApi } from '../release/extract-api.ts';

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
