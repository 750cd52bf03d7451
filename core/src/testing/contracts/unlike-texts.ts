import fc from 'fast-check';

/** The text that the pairs of `unlikeTexts` have in common. */
export const commonText: fc.Arbitrary<string> = fc.string({ maxLength: 20 });

type Pair = readonly [string, string];

const pairsOf = (start: string, end: string): readonly Pair[] => [
  [`${start}1${end}z`, `${start}1${end}Z`],
  [`${start}2${end}`, `${start}2${end} `],
  [`${start}3${end}`, ` ${start}3${end}`],
  [`${`${start}4${end}`.padEnd(300, '.')}1`, `${`${start}4${end}`.padEnd(300, '.')}2`],
  [`${start}5${end}e`, `${start}5${end}\u00e9`],
  [`${start}6${end}\u00e9`, `${start}6${end}e\u0301`],
];

/**
 * Pairs of texts that differ only in what a store might lose: case, a space at an end, what follows 300 characters,
 * accents and the form of Unicode; each pair in both orders. The last pair are names that every plain object has. No
 * text is in two pairs.
 */
export const unlikeTexts = (common: string): readonly Pair[] => [
  ...pairsOf('a', common),
  ...pairsOf('b', common).map(([one, other]): Pair => [other, one]),
  ['constructor', '__proto__'],
];
