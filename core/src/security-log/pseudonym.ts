import { replaceEmails } from '../account/index.ts';
import {
  type Clock,
  dayMs,
  type Json,
  type JsonObject,
  type Milliseconds,
} from '../kernel/index.ts';
import type { LoggedWords, Pseudonyms, SecurityLog } from './ports.ts';

/** How long an e-mail address stays readable in the log, in milliseconds. Source: docs/law-and-search.md#D53. */
export const readableEmailMs: Milliseconds = 30 * dayMs;

function hideInText(text: string, pseudonyms: Pseudonyms): string {
  // A pseudonym must contain no @, plain or encoded, so that hiding twice changes nothing.
  return replaceEmails(text, (email) => `hidden-${pseudonyms.of(email).replaceAll(/[@%]/g, '')}`);
}

/** The pseudonym that replaces an e-mail address in the log. */
export function emailPseudonym(pseudonyms: Pseudonyms, email: string): string {
  return hideInText(email.toLowerCase(), pseudonyms);
}

/**
 * Replaces every e-mail address in keys and values, at any depth and however encoded, by its pseudonym.
 * Source: docs/law-and-search.md#D53.
 */
export function hideEmails(value: JsonObject, pseudonyms: Pseudonyms): JsonObject {
  const within = (one: Json): Json => {
    if (typeof one === 'string') return hideInText(one, pseudonyms);
    if (typeof one !== 'object' || one === null) return one;
    if (Array.isArray(one)) return one.map(within);
    return inObject(one as JsonObject);
  };
  const inObject = (object: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(object).map(([key, inner]) => [hideInText(key, pseudonyms), within(inner)]),
    );
  return inObject(value);
}

/** The text of an event without e-mail addresses; `undefined` if it contains none. */
function hiddenWords(words: LoggedWords, pseudonyms: Pseudonyms): LoggedWords | undefined {
  const hidden = {
    userAgent: hideInText(words.userAgent, pseudonyms),
    details: hideEmails(words.details, pseudonyms),
  };
  const isSame =
    hidden.userAgent === words.userAgent &&
    JSON.stringify(hidden.details) === JSON.stringify(words.details);
  return isSame ? undefined : hidden;
}

/**
 * Replaces the e-mail addresses in old events by pseudonyms; returns the number of changed events.
 * Source: docs/law-and-search.md#D53.
 */
export function hideOldEmails(ports: {
  readonly securityLog: SecurityLog;
  readonly pseudonyms: Pseudonyms;
  readonly clock: Clock;
}): Promise<number> {
  return ports.securityLog.rewriteEmails(ports.clock.now() - readableEmailMs, (words) =>
    hiddenWords(words, ports.pseudonyms),
  );
}
