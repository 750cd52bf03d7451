import { canonicalEmail, checkEmail, scorePassword } from '@coachsite/core/account';
import { cleanFileName } from '@coachsite/core/ebook';
import { shiftDay, startOfDay } from '@coachsite/core/kernel';

/** First and last code points, again and again, of those that a rule answers with yes: what of it rests on Unicode. */
export type Ranges = readonly number[];

export interface Answers {
  /** Of each time zone the days of two years that begin at a changed distance from midnight UTC; a text if unknown. */
  readonly days: Readonly<Record<string, readonly (number | string)[]>>;
  readonly ranges: Readonly<Record<string, Ranges>>;
  /** What the runtime says of its data. */
  readonly data: Readonly<Record<string, string>>;
}

/** The two planes with letters of all alphabets. */
const lastCodePoint = 0x1ffff;

/** What a runtime knows of a character, without the core: an engine may have its letters and its cases from two versions. */
export const probes: Readonly<Record<string, (character: string) => boolean>> = {
  assigned: (one) => /\p{Assigned}/u.test(one),
  lowercase: (one) => one.toLowerCase() === one,
  normal: (one) => one.normalize('NFKC') === one,
};

/** Those, and rules that ask what a character is. */
const rules: Readonly<Record<string, (character: string) => boolean>> = {
  ...probes,
  canonicalEmail: (one) => canonicalEmail(`${one}@example.com`).startsWith(one),
  checkEmail: (one) => checkEmail(`a${one}@example.com`).isOk(),
  cleanFileName: (one) => cleanFileName(`a${one}b.pdf`) === `a${one}b.pdf`,
  scorePassword: (one) => scorePassword(one).feedback.includes('special'),
};

function rangesOf(rule: (character: string) => boolean): Ranges {
  const ranges: number[] = [];
  let was = false;
  for (let code = 0; code <= lastCodePoint + 1; code += 1) {
    const isSurrogate = code >= 0xd800 && code <= 0xdfff;
    const is = code <= lastCodePoint && !isSurrogate && rule(String.fromCodePoint(code));
    if (is !== was) ranges.push(is ? code : code - 1);
    was = is;
  }
  return ranges;
}

/** When the days of two years begin, as minutes from midnight UTC, written where that changes. */
function daysOf(zone: string): readonly (number | string)[] {
  const changes: (number | string)[] = [];
  let known: number | undefined;
  for (let at = 0; at < 730; at += 30) {
    const day = shiftDay('2026-01-01', at);
    const minutes = (startOfDay(zone, day) - Date.parse(`${day}T00:00:00Z`)) / 60_000;
    if (minutes !== known) changes.push(day, minutes);
    known = minutes;
  }
  return changes;
}

function daysOrError(zone: string): readonly (number | string)[] {
  try {
    return daysOf(zone);
  } catch (error) {
    return [String(error)];
  }
}

/** Answers of the core that rest on data of the runtime, in these time zones. */
export function answers(zones: readonly string[]): Answers {
  const versions = (globalThis as { process?: { versions?: Record<string, string> } }).process
    ?.versions;
  return {
    days: Object.fromEntries(zones.map((zone) => [zone, daysOrError(zone)])),
    ranges: Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, rangesOf(rule)])),
    data: { ...versions },
  };
}
