import { containsEmail } from '../account/index.ts';
import type { Json } from '../kernel/index.ts';
import type { LoggedPerson, LoggedWords, SecurityEvent } from './ports.ts';

/** Every text in a value, keys too, as it was written: JSON would put an `n` before what begins a line. */
function textsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return Object.entries(value).flatMap(([key, inner]) => [key, ...textsIn(inner)]);
}

/** A mark is random enough to be looked for as it is; an address may be a part of another one. */
const mentions = (text: string, word: string) =>
  word.includes('@') ? containsEmail(text, word) : text.toLowerCase().includes(word.toLowerCase());

/**
 * Whether an event is about a person: their account did it, or its words name them. Source: docs/law-and-search.md#D50.
 */
export function isAbout(person: LoggedPerson): (event: SecurityEvent) => boolean {
  const isNamed = ({ userAgent, details }: LoggedWords) =>
    person.mentions.length > 0 &&
    [userAgent, ...textsIn(details)].some((text) =>
      person.mentions.some((word) => mentions(text, word)),
    );
  return (event) =>
    (event.userId !== undefined && person.userIds.includes(event.userId)) || isNamed(event);
}

/** What a text has at least one of that holds an address, plain or encoded: for the first, coarse look of a store. */
export const emailMarkers: readonly string[] = ['@', '%'];
