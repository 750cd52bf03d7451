import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { siteModules } from '../release/site-modules.ts';

const source = join(import.meta.dirname, '..', '..', 'core', 'src');

/** A function that a module of the core publishes, and how each of its parameters is declared. */
interface Declared {
  readonly name: string;
  readonly parameters: readonly string[];
}

/** The parameters in the parentheses that `text` begins after. */
function parametersOf(text: string): readonly string[] {
  const found = [''];
  let depth = 0;
  for (const [at, sign] of [...text].entries()) {
    const closes = ')]}'.includes(sign) || (sign === '>' && text[at - 1] !== '=');
    if (sign === ')' && depth === 0) break;
    if ('([{<'.includes(sign)) depth += 1;
    if (closes) depth -= 1;
    if (sign === ',' && depth === 0) found.push('');
    else found[found.length - 1] += sign;
  }
  return found.map((one) => one.replaceAll(/\s+/g, ' ').trim()).filter(Boolean);
}

/** The functions that the index of a module names. */
function publishedBy(index: string): readonly Declared[] {
  const names = new Set(readFileSync(join(source, index), 'utf8').match(/\w+/g));
  const files = globSync(join(source, dirname(index), '*.ts'));
  return files.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    return [...text.matchAll(/^export (?:async )?function (\w+)(?:<[^(]*>)?\(/gm)].flatMap(
      ({ 0: head, 1: name = '', index: at }) =>
        names.has(name) ? [{ name, parameters: parametersOf(text.slice(at + head.length)) }] : [],
    );
  });
}

const functions = globSync('*/index.ts', { cwd: source })
  .filter((index) => !['testing', ...siteModules].includes(basename(dirname(index))))
  .flatMap(publishedBy);

/** A use case: its first parameter are ports, named or taken apart. */
const useCases = functions.filter(({ parameters: [first = ''] }) =>
  /^(?:ports|\{ \w+ \}): /.test(first),
);

/** The type of a parameter names its fields, so that a call says which value is which. */
function hasFields(parameter: string): boolean {
  const [, type = ''] = /^(?:\w+|\{.*?\}): (.*)$/.exec(parameter) ?? [];
  const isFunction = /^\(.*=> /.test(type);
  const isPlain =
    /^(?:readonly )?(?:string|number|boolean|unknown|Uint8Array|EpochMs|Milliseconds|Seconds|\w+(?:Id|Email|Digits|Kind|Scope))\b/.test(
      type,
    );
  return type !== '' && !(isFunction || isPlain);
}

/** `(ports, settings, request)`, or less of it; a request that is only the time is `now`. */
function isInShape({ parameters }: Declared): boolean {
  const [, ...rest] = parameters;
  const [request, settings, ...more] = rest.toReversed();
  const isSettled =
    settings === undefined || /Settings|Policy|Limits|: \{ readonly /.test(settings);
  const isAsked = request === undefined || request === 'now: EpochMs' || hasFields(request);
  return more.length === 0 && isSettled && isAsked && (!settings || hasFields(settings));
}

test('every use case takes its ports, its settings and its request, in this order', () => {
  expect(useCases.length).toBeGreaterThan(80);
  expect(useCases.filter((one) => !isInShape(one)).map(({ name }) => name)).toEqual([]);
});

test.each([
  'ports: Ports, issuer: string, token: unknown, now: EpochMs',
  'ports: Ports, token: string',
  'ports: Ports, id: UserId',
  'ports: Ports, settings: Settings, admin: Admin, request: Request',
  'ports: Ports, admin: Admin, request: Request',
  'ports: Ports, settings: Settings, rule: (user: User) => User',
  'ports: Ports, intervalMs: Milliseconds, request: Request',
])('a use case that took (%s) would be found', (parameters) => {
  expect(isInShape({ name: '', parameters: parametersOf(`${parameters})`) })).toBe(false);
});

test.each([
  'ports: Ports',
  'ports: Ports, limits: Limits, now: EpochMs',
  '{ users }: { readonly users: UserStore }, request: Request',
  'ports: Ports, { zone }: { readonly zone: string }, { input, context }: Asked & { readonly input: Pause }',
])('a use case may take (%s)', (parameters) => {
  expect(isInShape({ name: '', parameters: parametersOf(`${parameters})`) })).toBe(true);
});
