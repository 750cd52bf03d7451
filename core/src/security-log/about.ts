import { containsEmail, containsPhone } from '../account/index.ts';
import type { Json } from '../kernel/index.ts';
import type { LoggedPerson, LoggedWords, SecurityEvent } from './ports.ts';

/**
 * Every text in a value, including keys, as it was written; in JSON the escape `\\n` would put an `n` before the
 * start of a line.
 */
function textsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return Object.entries(value).flatMap(([key, inner]) => [key, ...textsIn(inner)]);
}

/**
 * Whether a text names a person by an e-mail address, a phone number or a pseudonym. The latter is random enough for a
 * plain search; an address or number may be part of another one.
 */
export function isMentioned(text: string, word: string): boolean {
  if (word.includes('@')) return containsEmail(text, word);
  if (/^\d+$/.test(word)) return containsPhone(text, word);
  return text.toLowerCase().includes(word.toLowerCase());
}

/**
 * Whether an event is about a person: by their account, or because its text mentions them. Source:
 * docs/law-and-search.md#D50.
 */
export function isAbout(person: LoggedPerson): (event: SecurityEvent) => boolean {
  const isNamed = ({ userAgent, details }: LoggedWords) =>
    person.mentions.length > 0 &&
    [userAgent, ...textsIn(details)].some((text) =>
      person.mentions.some((word) => isMentioned(text, word)),
    );
  return (event) =>
    (event.userId !== undefined && person.userIds.includes(event.userId)) || isNamed(event);
}

/**
 * A text with an e-mail address, plain or encoded, contains at least one of these; stores use them as a coarse first
 * filter.
 */
export const emailMarkers: readonly string[] = ['@', '%'];
