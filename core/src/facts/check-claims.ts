import { defaultZone } from '../defaults/index.ts';
import { calendarDay, type EpochMs, isDay } from '../kernel/index.ts';
import type { Claim } from './facts.ts';
import { type Check, checkLine, factLimits, isBlank } from './fields.ts';

/**
 * Claims whose number pages use: each must be in the list and begin with its number. Source: docs/rules.md#1,
 * docs/rules.md#9.
 */
const countedClaims = ['clients-helped', 'usual-reply', 'reply-within', 'shop-progress'] as const;

/** A claim whose value is a number. */
export type CountedClaim = (typeof countedClaims)[number];

/** Claims the owner may remove: pages leave them out. Source: docs/law-and-search.md#A2. */
export const optionalClaims = ['satisfaction', 'popular'] as const;

const numbered: readonly string[] = [...countedClaims, 'satisfaction'];
const knownClaims: readonly string[] = [...countedClaims, ...optionalClaims];

/** The wrong fields of the claims; days are those of Brussels. Source: docs/law-and-search.md#A2. */
export function checkClaims(check: Check, claims: readonly Claim[], now: EpochMs): void {
  if (claims.length > factLimits.claims) check('claims', 'too_many');
  for (const id of countedClaims)
    if (!claims.some((claim) => claim.id === id)) check(`claims.${id}`, 'claim_missing');
  const seen = new Set<string>();
  const today = calendarDay(defaultZone, now);
  for (const { id, value, basis, asOf } of claims) {
    const at = `claims.${id}`;
    if (seen.has(id)) check(at, 'duplicate');
    seen.add(id);
    if (!knownClaims.includes(id)) check(at, 'claim_unknown');
    if (isBlank(value)) check(`${at}.value`, 'required');
    else if (numbered.includes(id) && !(Number.parseInt(value, 10) > 0))
      check(`${at}.value`, 'not_a_number');
    checkLine(check, `${at}.value`, value, 40);
    checkLine(check, `${at}.basis`, basis, factLimits.text);
    if (!isDay(asOf)) check(`${at}.asOf`, 'not_a_date');
    else if (asOf > today) check(`${at}.asOf`, 'date_in_future');
  }
}
