import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './tools.ts';

/** What the specification gives to a product that declares nothing; a line is wrong under each key before it. */
const forgotten = [
  [['language'], "isLanguage('pt');"],
  [['language'], "initialLanguage('pt');"],
  [['language'], "requestLanguage({ query: 'pt', cookie: undefined });"],
  [['language'], "languageUrl('/', 'pt');"],
  [['language'], 'export const offered: OfferedLanguages = languages;'],
  [['language'], 'export const first: Language = defaultLanguage;'],
  [['language'], "export const policy: ConsentPolicy = { version: '1' };"],
  [['language'], 'export const mails: AuthMessenger = { send };'],
  [['language'], 'export const texts: PhoneMessenger = { send, sendNow: async () => ok() };'],
  [['language'], 'memoryAuthMessenger();'],
  [['language'], 'memoryPhoneMessenger();'],
  [['programId', 'programType'], 'export const shop: readonly Program[] = programs;'],
  [
    ['programId', 'programType'],
    "export const found: Program | undefined = findProgram('x', programs);",
  ],
  [['programId', 'waitingListId'], 'export const lists: WaitingListSettings = defaultWaitingList;'],
  [['programType'], "programTypeOf('workshop');"],
  [['programType'], 'export const types: readonly ProgramTypeFilter[] = programTypes;'],
  [['coachingSlug'], "isCoachingSlug('baking');"],
  [['coachingSlug'], 'export const slugs: readonly CoachingSlug[] = coachingSlugs;'],
] as const satisfies readonly (readonly [readonly string[], string])[];

const imports = `
import { type CoachingSlug, coachingSlugs, findProgram, isCoachingSlug, type Program, programs, programTypeOf, programTypes, type ProgramTypeFilter } from '@coachsite/core/catalogue';
import type { ConsentPolicy } from '@coachsite/core/consent';
import { defaultWaitingList } from '@coachsite/core/defaults';
import { ok } from '@coachsite/core/kernel';
import { defaultLanguage, initialLanguage, isLanguage, type Language, languages, languageUrl, type OfferedLanguages, requestLanguage } from '@coachsite/core/language';
import type { WaitingListSettings } from '@coachsite/core/notify-me';
import type { AuthMessenger } from '@coachsite/core/one-time-token';
import type { PhoneMessenger } from '@coachsite/core/sms';
import { memoryAuthMessenger, memoryPhoneMessenger } from '@coachsite/core/testing';
const send = async () => {};
`;

const keys = [...new Set(forgotten.flatMap(([under]) => under))];

/** The tests of a product that declares one key of `Product`, in a project that has the packed core. */
export function describeKeys(project: () => string): void {
  /** What the compiler says of `code` in a product that declares `key`; the declarations of the core are checked too. */
  const compile = (key: string, code: string) => {
    const folder = join(project(), 'product');
    mkdirSync(folder, { recursive: true });
    const { exports } = JSON.parse(
      readFileSync(join(project(), 'node_modules/@coachsite/core/package.json'), 'utf8'),
    ) as { readonly exports: Readonly<Record<string, { readonly types?: string }>> };
    const entries = Object.entries(exports).filter(([, { types }]) => types);
    const all = entries.map(([path]) => `import '${join('@coachsite/core', path)}';\n`).join('');
    const own = key && `readonly ${key}: 'pt' | 'baking';`;
    const kernel = `declare module '@coachsite/core/kernel' { interface Product { ${own} } }\n`;
    writeFileSync(join(folder, 'product.ts'), all + imports + kernel + code);
    const options = '--noEmit --strict --target es2023 --module nodenext --skipLibCheck false';
    return spawnSync(
      join(root, 'node_modules/.bin/tsc'),
      [...options.split(' '), '--types', '', join(folder, 'product.ts')],
      { cwd: project(), encoding: 'utf8' },
    ).stdout;
  };
  /** The lines that are wrong below an expectation of an error: the compiler names one that is not. */
  const expecting = (key: string) =>
    forgotten
      .map(([under, line]) =>
        [...under].some((one) => one === key) ? `// @ts-expect-error\n${line}` : line,
      )
      .join('\n');

  test('a product that declares no key has the values of the specification', () => {
    expect(compile('', expecting(''))).toBe('');
  });

  test.each(keys)('a product that declares its %s and passes none does not compile', (key) => {
    expect(compile(key, expecting(key))).toBe('');
  });
}
