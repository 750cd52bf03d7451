import { Err, err, Ok, ok } from 'neverthrow';
import type { Wrap } from './over-memory.ts';

type Method = (...given: readonly unknown[]) => unknown;
type Methods = Readonly<Record<string, Method>>;

/** Changes one method of an adapter; `other` is the same method of an adapter without its state. */
type Mistake = (method: Method, other: () => Method) => Method;

/** Makes a mistake in the method `name`, or in another one of the same adapter where it has none of this name. */
export const inMethod =
  (name: string, mistake: Mistake): Wrap =>
  (port, fresh) => {
    const methods = port as unknown as Methods;
    const method = methods[name];
    if (!method) return port;
    const other = () => (fresh() as unknown as Methods)[name] ?? method;
    return { ...port, [name]: mistake(method, other) };
  };

/** Changes what a method returns, or resolves to. */
const after = (value: unknown, change: (value: unknown) => unknown): unknown =>
  value instanceof Promise ? value.then(change) : change(value);

/** A number among the arguments of a method: the argument, or a member of it. */
export type NumberAt = readonly [index: number, member?: string];

/** The numbers among arguments, and the members of arguments that are numbers. */
export function numbersIn(given: readonly unknown[]): readonly NumberAt[] {
  return given.flatMap((argument, index): readonly NumberAt[] => {
    if (typeof argument === 'number') return [[index]];
    if (typeof argument !== 'object' || argument === null) return [];
    return Object.entries(argument).flatMap(([member, held]): readonly NumberAt[] =>
      typeof held === 'number' ? [[index, member]] : [],
    );
  });
}

function moved(given: readonly unknown[], [index, member]: NumberAt, by: number) {
  const add = (value: unknown) => (typeof value === 'number' ? value + by : value);
  const argument = given[index];
  if (member === undefined) return given.with(index, add(argument));
  const held = argument as Readonly<Record<string, unknown>> | undefined;
  return given.with(index, held && { ...held, [member]: add(held[member]) });
}

/** Changes the texts among the arguments of a method. */
const withTexts =
  (change: (text: string) => string): Mistake =>
  (method) =>
  (...given) =>
    method(
      ...given.map((argument) => (typeof argument === 'string' ? change(argument) : argument)),
    );

/** The mistakes that any method can have. */
export const mistakes = {
  'does nothing': () => () => undefined,
  'forgets what was stored':
    (_, other) =>
    (...given) =>
      other()(...given),
  'swallows its errors':
    (method) =>
    (...given) =>
      after(method(...given), (found) => (found instanceof Err ? ok(undefined) : found)),
  'rejects everything':
    (method) =>
    (...given) =>
      after(method(...given), (found) =>
        found instanceof Ok ? err({ kind: 'rejected' }) : found === true ? false : found,
      ),
  'returns a list in another order':
    (method) =>
    (...given) =>
      after(method(...given), (found) => (Array.isArray(found) ? found.toReversed() : found)),
  'returns the row that it returned before, as its caller left it': (method) => {
    const rows = new Map<string, unknown>();
    return (...given) =>
      after(method(...given), (found) => {
        const key = JSON.stringify([given, found]);
        if (!rows.has(key)) rows.set(key, found);
        return rows.get(key);
      });
  },
  'compares letter by letter, where case does not count':
    (method) =>
    (first, ...more) =>
      method(typeof first === 'string' && /[A-Z]/.test(first) ? `not ${first}` : first, ...more),
  'ignores the case of a key': withTexts((text) => text.toLowerCase()),
  'trims a key': withTexts((text) => text.trim()),
  'keeps the first 64 characters of a key': withTexts((text) => text.slice(0, 64)),
  'never lets anything expire':
    (method) =>
    (...given) =>
      method(...given.map((argument) => (typeof argument === 'number' ? 0 : argument))),
  'lets only one of the calls at once change anything': (method) => {
    let running: unknown;
    return (...given) => {
      if (running !== undefined) return running;
      const found = method(...given);
      running = found;
      void (async () => {
        await found;
        running = undefined;
      })();
      return found;
    };
  },
} as const satisfies Readonly<Record<string, Mistake>>;

/** A limit, a time or a count that is off by one. */
export const offByOne =
  (at: NumberAt, by: 1 | -1): Mistake =>
  (method) =>
  (...given) =>
    method(...moved(given, at, by));
