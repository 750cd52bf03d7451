import { type Branded, err, ok, type Result } from '../kernel/index.ts';
import { trimTyped } from '../text/index.ts';
import { parsedUrl } from '../url/index.ts';

/** Why an address is rejected, in the order in which reasons are shown. Source: docs/rules.md#5. */
export type EmailReason = 'required' | 'format' | 'length' | 'structure' | 'suspicious';

/**
 * An e-mail address in the one spelling under which it is stored and compared. `checkEmail` makes one from what somebody
 * typed, `canonicalEmail` from an address that was checked before.
 */
export type CanonicalEmail = Branded<string, 'CanonicalEmail'>;

/** The text is no e-mail address that is accepted; every reason applies. */
export interface EmailError {
  /** The same for every reason; `reasons` says what is wrong. */
  readonly kind: 'invalid_email';
  /** At least one, in the order in which they are shown. */
  readonly reasons: readonly EmailReason[];
}

/** Longest address, in characters. Source: docs/rules.md#9. */
export const emailMaxLength = 254;

/** The English texts, word for word. */
export const emailReasonTexts: Readonly<Record<EmailReason, string>> = {
  required: 'Email is required',
  format: 'Invalid email format',
  length: 'Email too long',
  structure: 'Invalid email structure',
  suspicious: 'Email contains suspicious content',
};

// Dots are checked by the rule on structure, braces by the rule on suspicious content.
const localPart = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~.-]{1,64}$/u;
const domainLabel = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u;
const name = /^[\p{L}\p{M}\p{N}.\u3002-]{1,254}$/u;
const suspicious = /script|[<>{}]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII is meant
const ascii = /[\u0000-\u007f]/;

/** A text normalised (NFKC) and lower-cased. */
export const foldedText = (text: string): string =>
  text.normalize('NFKC').toLowerCase().normalize('NFKC');

/**
 * The domain as the name system has it: `bäcker.example` and `xn--bcker-gra.example` are one. The host of a URL is used
 * for that, because every runtime translates it in the same way as browsers translate their fields for an e-mail
 * address (UTS 46). A domain that cannot be translated is returned as it is.
 */
export function asciiDomain(domain: string): string {
  // Only what is a name, and no longer than one: a URL would read a path or a port in the rest.
  if (!/[^\p{ASCII}]/u.test(domain) || !name.test(domain)) return domain;
  return parsedUrl(`http://${domain}`)?.hostname ?? domain;
}

/**
 * The key of an account: normalised (NFKC), lower-cased, trimmed, its domain in ASCII. Every spelling that can sign in to an
 * account has the same key. Source: docs/security.md#LK-4, docs/decisions/0060-one-mailbox-one-account.md.
 */
export function canonicalEmail(input: string): CanonicalEmail {
  const folded = trimTyped(foldedText(input));
  const domainAt = folded.lastIndexOf('@') + 1;
  if (domainAt === 0) return folded as CanonicalEmail;
  return `${folded.slice(0, domainAt)}${asciiDomain(folded.slice(domainAt))}` as CanonicalEmail;
}

/** Whether a character outside ASCII turns into ASCII when normalised or when its case changes (K, İ, ａ). */
function foldsToAscii(character: string): boolean {
  if (ascii.test(character)) return false;
  return [character.normalize('NFKC'), character.toLowerCase(), character.toUpperCase()].some(
    (folded) => ascii.test(folded),
  );
}

/** Standard format: one @, an atom before it, at least two labels after it, each of which the name system can have. */
function hasFormat(address: string, canonical: string): boolean {
  const [local = '', domain = '', ...more] = address.split('@');
  if (more.length > 0 || !localPart.test(local)) return false;
  const labels = domain.split('.').filter((label) => label !== '');
  if (labels.length < 2 || !labels.every((label) => domainLabel.test(label))) return false;
  const names = canonical.slice(canonical.indexOf('@') + 1);
  return !(/[^\p{ASCII}]|[^.]{64}/u.test(names) || [...address].some(foldsToAscii));
}

/** No `..`, and no dot at either end of the local part or the domain. */
function hasStructure(address: string): boolean {
  return !address.includes('..') && address.split('@').every((part) => !/^\.|\.$/.test(part));
}

/**
 * Checks an address and returns it trimmed and lower-cased. All reasons against it are collected; a blank address is
 * only `required`, and so is anything but a string. Errors: `invalid_email` with its reasons. Source:
 * docs/rules.md#reading-email.
 */
export function checkEmail(input: unknown): Result<CanonicalEmail, EmailError> {
  const address = typeof input === 'string' ? trimTyped(input) : '';
  if (address === '') return err({ kind: 'invalid_email', reasons: ['required'] });
  const reasons: EmailReason[] = [];
  // Very long input is not examined character by character: it is too long anyway.
  const head = address.slice(0, 1024);
  const canonical = canonicalEmail(head);
  if (head !== address || !hasFormat(head, canonical)) reasons.push('format');
  if (address.length > emailMaxLength || canonical.length > emailMaxLength) reasons.push('length');
  if (!hasStructure(head)) reasons.push('structure');
  if (suspicious.test(canonical)) reasons.push('suspicious');
  return reasons.length > 0 ? err({ kind: 'invalid_email', reasons }) : ok(canonical);
}

/** The English texts of `reasons`, joined as the toast shows them. Source: docs/rules.md#8. */
export function emailReasonsText(reasons: readonly EmailReason[]): string {
  return reasons.map((reason) => emailReasonTexts[reason]).join(', ');
}
