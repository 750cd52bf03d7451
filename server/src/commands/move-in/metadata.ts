import { isMetadataSmall } from '@coachsite/core/account';
import type { JsonObject } from '@coachsite/core/kernel';

/** The metadata of a user without its largest entries, as many as it takes to fit, and the names of those. */
export function fittingMetadata(metadata: JsonObject): {
  readonly metadata: JsonObject;
  readonly dropped: readonly string[];
} {
  const bySize = Object.entries(metadata).toSorted(
    ([, a], [, b]) => JSON.stringify(b).length - JSON.stringify(a).length,
  );
  const dropped: string[] = [];
  for (;;) {
    const kept = Object.entries(metadata).filter(([name]) => !dropped.includes(name));
    const fitting = Object.fromEntries(kept);
    const [largest] = bySize[dropped.length] ?? [];
    if (isMetadataSmall(fitting) || largest === undefined) return { metadata: fitting, dropped };
    dropped.push(largest);
  }
}

/** The names in the metadata of an application that it put there itself: those of the service follow from the identities. */
export const ownKeysOf = (metadata: JsonObject): readonly string[] =>
  Object.keys(metadata).filter((name) => name !== 'provider' && name !== 'providers');
