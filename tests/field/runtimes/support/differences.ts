import { type Answers, probes, type Ranges } from './answers.ts';

/** Every code point of these ranges. */
function pointsOf(ranges: Ranges): ReadonlySet<number> {
  const points = new Set<number>();
  for (let at = 0; at + 1 < ranges.length; at += 2)
    for (let point = ranges[at] ?? 0; point <= (ranges[at + 1] ?? 0); point += 1) points.add(point);
  return points;
}

function pointsThatDiffer(own: Ranges = [], other: Ranges = []): readonly number[] {
  const [a, b] = [pointsOf(own), pointsOf(other)];
  return [...a, ...b].filter((point) => a.has(point) !== b.has(point));
}

export interface Differences {
  /** Time zones whose days begin at another time. */
  readonly zones: readonly string[];
  /** Of how many characters the two know different things. */
  readonly newer: number;
  /** Rules that answer otherwise for some of these. */
  readonly rules: readonly string[];
  /** What no difference of data explains: a rule and a character of which both know the same. */
  readonly unexplained: readonly string[];
}

/** Where a runtime answers otherwise than another one. */
export function differencesOf(own: Answers, reference: Answers): Differences {
  const all = Object.keys(own.ranges).map(
    (rule) => [rule, pointsThatDiffer(own.ranges[rule], reference.ranges[rule])] as const,
  );
  const known = new Set(all.flatMap(([rule, points]) => (rule in probes ? points : [])));
  const differing = all.filter(([rule]) => !(rule in probes));
  return {
    zones: Object.keys(own.days).filter(
      (zone) => String(own.days[zone]) !== String(reference.days[zone]),
    ),
    newer: known.size,
    rules: differing.flatMap(([rule, points]) => (points.length > 0 ? [rule] : [])),
    unexplained: differing.flatMap(([rule, points]) =>
      points
        .filter((point) => !known.has(point))
        .map((point) => `${rule} U+${point.toString(16).toUpperCase()}`),
    ),
  };
}
