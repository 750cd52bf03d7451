import cases from '../core/core-cases.json' with { type: 'json' };

/** Stands for `undefined` in JSON. */
function revived(value: unknown): unknown {
  if (typeof value === 'object' && value !== null && '$undefined' in value) return undefined;
  return value;
}

/** The cases of one list in `core-cases.json`, with the type that the test declares. */
export function casesOf<T extends object>(section: keyof typeof cases, list: string): readonly T[] {
  const lists = cases[section] as unknown as Readonly<Record<string, readonly T[]>>;
  const found = lists[list];
  if (!found || found.length === 0) throw new Error(`no cases in ${section}.${list}`);
  return found.map((one) => ('input' in one ? ({ ...one, input: revived(one.input) } as T) : one));
}

/** One value of a section, such as a constant. */
export function factOf<T>(section: keyof typeof cases, name: string): T {
  const ofSection = cases[section] as unknown as Readonly<Record<string, T>>;
  const found = ofSection[name];
  if (found === undefined) throw new Error(`no ${section}.${name}`);
  return found;
}

/** The names of the sections that hold cases. */
export const sections: readonly string[] = Object.entries(cases)
  .filter(([, section]) => typeof section === 'object')
  .map(([name]) => name);
