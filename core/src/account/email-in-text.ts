import { asciiDomain, canonicalEmail, foldedText } from './email.ts';

/** A percent-encoded byte below 0x80 (`%40`, or `%2540` if encoded twice), or a run of encoded bytes above. */
const encoded = /%(?:25)*([0-7][0-9a-f])|(?:%[89a-f][0-9a-f])+/gi;
/** Decodes at most this many layers of percent-encoding. */
const maxLayers = 5;

function decodeOnce(text: string): string {
  return text.replace(encoded, (run, ascii: string | undefined) => {
    if (ascii !== undefined) return String.fromCharCode(Number.parseInt(ascii, 16));
    try {
      return decodeURIComponent(run);
    } catch {
      return run;
    }
  });
}

/** A text without percent-encoding. */
function decoded(text: string): string {
  let read = text;
  for (let layer = 0; layer < maxLayers && read.includes('%'); layer += 1) read = decodeOnce(read);
  return read;
}

// The characters allowed in a local part (see `checkEmail`). `$` comes first so that a long text is not searched at
// every character.
const localAtEnd = /$(?<=([\p{L}\p{M}\p{N}!#$%&'*+/=?^_`|~.-]+))/u;
const domainAtStart =
  /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?)*/u;

// These characters are allowed in an address but in a text usually precede one: `?email=ann@…`, `/users/ann@…`,
// `'ann@…'`, `…ann@…`. All other allowed characters count as part of the address.
const startsHere = /(?:^|[^\p{L}\p{M}\p{N}!$%'+^_~.-])['.]*$/u;
const beforeEmail = /^(?:.*[=&?/#|*`])?['.]*(?=[^=&?/#|*`'.])/s;

interface Found {
  /** The text between the previous address and this one. */
  readonly before: string;
  /** The longest possible local part; may start with characters that merely precede the address. */
  readonly local: string;
  readonly domain: string;
}

/** Each `@` of a decoded text with its local part and domain, and the text after the last one. */
function findEmails(read: string): { readonly found: readonly Found[]; readonly rest: string } {
  const [first = '', ...pieces] = read.split('@');
  const found: Found[] = [];
  let rest = first;
  for (const piece of pieces) {
    const local = localAtEnd.exec(rest)?.[1] ?? '';
    const domain = local === '' ? '' : (domainAtStart.exec(piece)?.[0] ?? '');
    found.push({ before: rest.slice(0, rest.length - local.length), local, domain });
    rest = piece.slice(domain.length);
  }
  return { found, rest };
}

/**
 * Whether a text contains an address as a whole: `jan2@example.com` does not contain `an2@example.com`. Ignores case
 * and percent-encoding. A separator (`email=`, `/`, a quote) may precede the address, the end of a sentence may
 * follow it. Source: docs/law-and-search.md#D32, docs/law-and-search.md#D50.
 */
export function containsEmail(text: string, email: string): boolean {
  // An address may contain a `%` that looks like an encoding, so it is decoded like the text.
  const sought = foldedText(decoded(email));
  const at = sought.lastIndexOf('@');
  if (at < 0) return false;
  const [soughtLocal, soughtDomain] = [sought.slice(0, at), asciiDomain(sought.slice(at + 1))];
  const read = decoded(text);
  // Most texts do not contain it at all, which is quicker to see.
  if (!foldedText(read).includes(sought.slice(0, at + 1))) return false;
  return findEmails(read).found.some(({ before, local, domain }) => {
    if (asciiDomain(foldedText(domain)) !== soughtDomain) return false;
    const whole = foldedText(before + local);
    const lead = whole.slice(0, whole.length - soughtLocal.length);
    return whole.endsWith(soughtLocal) && startsHere.test(lead);
  });
}

/**
 * Replaces every e-mail address (passed to `replacement` in canonical form) and every other `@`; a text without `@`,
 * encoded or not, is unchanged. The text around an address is percent-decoded. Anything that looks like an address is
 * replaced too. Source: docs/law-and-search.md#D53.
 */
export function replaceEmails(text: string, replacement: (email: string) => string): string {
  const read = decoded(text);
  if (!read.includes('@')) return text;
  const { found, rest } = findEmails(read);
  const replaced = found.map(({ before, local, domain }) => {
    // A lone @ is not an address, but is replaced so that a second pass changes nothing.
    if (local === '') return `${before} at `;
    const start = beforeEmail.exec(local)?.[0].length ?? 0;
    const email = canonicalEmail(`${local.slice(start)}@${domain}`);
    return before + local.slice(0, start) + replacement(email);
  });
  return replaced.join('') + rest;
}
