import { type Clock, dayMs, type EpochMs, type Json, type JsonObject } from '../kernel/index.ts';
import type { Pseudonyms, SecurityLog } from './ports.ts';

/** How long an e-mail address stays readable in the log. Source: legal reference D53. */
export const readableAddressMs: EpochMs = 30 * dayMs;

/** Wide on purpose: what only looks like an address is hidden too. */
const address = /[^\s@"'<>(),;:[\]{}\\]+@[^\s@"'<>(),;:[\]{}\\]+/g;

/** The mark that takes the place of an address. It holds no `@`, so hiding twice changes nothing. */
export function addressMark(pseudonyms: Pseudonyms, email: string): string {
  return `hidden-${pseudonyms.of(email.toLowerCase()).replaceAll('@', '')}`;
}

/** Replaces every e-mail address in keys and values, however deep, by its mark. Source: legal reference D53. */
export function hideAddresses(value: JsonObject, pseudonyms: Pseudonyms): JsonObject {
  const inText = (text: string) =>
    // A lone @ is no address, yet nothing with an @ is looked at twice.
    text.replace(address, (email) => addressMark(pseudonyms, email)).replaceAll('@', ' at ');
  const within = (one: Json): Json => {
    if (typeof one === 'string') return inText(one);
    if (typeof one !== 'object' || one === null) return one;
    if (Array.isArray(one)) return one.map(within);
    return inObject(one as JsonObject);
  };
  const inObject = (object: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(object).map(([key, inner]) => [inText(key), within(inner)]));
  return inObject(value);
}

/** Hides the addresses in events that are old enough; returns how many events held one. Source: legal reference D53. */
export function hideOldAddresses(ports: {
  readonly securityLog: SecurityLog;
  readonly pseudonyms: Pseudonyms;
  readonly clock: Clock;
}): Promise<number> {
  return ports.securityLog.rewriteAddresses(ports.clock.now() - readableAddressMs, (details) =>
    hideAddresses(details, ports.pseudonyms),
  );
}
