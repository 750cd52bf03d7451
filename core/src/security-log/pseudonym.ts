import { replaceEmails } from '../account/index.ts';
import { type Clock, dayMs, type EpochMs, type Json, type JsonObject } from '../kernel/index.ts';
import type { LoggedWords, Pseudonyms, SecurityLog } from './ports.ts';

/** How long an e-mail address stays readable in the log. Source: docs/law-and-search.md#D53. */
export const readableEmailMs: EpochMs = 30 * dayMs;

function hideInText(text: string, pseudonyms: Pseudonyms): string {
  // Whatever makes the names: a mark holds no @ and no encoded one, so hiding twice changes nothing.
  return replaceEmails(text, (email) => `hidden-${pseudonyms.of(email).replaceAll(/[@%]/g, '')}`);
}

/** What takes the place of an address in the log. */
export function emailPseudonym(pseudonyms: Pseudonyms, email: string): string {
  return hideInText(email.toLowerCase(), pseudonyms);
}

/**
 * Replaces every e-mail address in keys and values, however deep and however encoded, by its mark.
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

/** The words of an event without addresses; undefined where they hold none. */
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
 * Hides the addresses in events that are old enough; returns how many events held one.
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
