import { type FactName, factNames, type OwnerFacts } from './facts.ts';

/**
 * The facts that an admin has set, laid over the site configuration file: a fact it does not name comes from the file.
 * `null` removes a fact of the file.
 */
export type FactsOverlay = Readonly<Partial<{ [Name in FactName]: OwnerFacts[Name] | null }>> & {
  /** Facts that are samples, which pages mark as such. */
  readonly samples?: readonly FactName[];
};

/** JSON with sorted keys, in which equal values have equal texts. */
function canonical(value: unknown): string {
  return JSON.stringify(value ?? null, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/** Whether two values are the same facts; an absent field equals one that is undefined. */
export const isSameFact = (one: unknown, other: unknown): boolean =>
  canonical(one) === canonical(other);

/** The names of the facts that differ between two sets. */
export function changedFacts(before: OwnerFacts, after: OwnerFacts): readonly FactName[] {
  return factNames.filter((name) => !isSameFact(before[name], after[name]));
}

/** What remains of the overlay for a set of facts: only those that differ from the file. */
export function overlayOf(
  file: OwnerFacts,
  facts: OwnerFacts,
  samples: readonly FactName[] = [],
): FactsOverlay {
  const changed = changedFacts(file, facts);
  return {
    ...Object.fromEntries(changed.map((name) => [name, facts[name] ?? null])),
    ...(samples.length > 0 ? { samples } : {}),
  };
}

/** The facts of the file with the overlay over them. */
export function layOver<Facts extends OwnerFacts>(file: Facts, overlay: FactsOverlay): Facts {
  const { samples: _samples, ...facts } = overlay;
  return {
    ...file,
    ...Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, value ?? undefined])),
  };
}

/** The facts alone of a configuration that has more in it. */
export function factsOnly(site: OwnerFacts): OwnerFacts {
  const facts = factNames.map((name) => [name, site[name]]);
  return Object.fromEntries(facts) as unknown as OwnerFacts;
}
