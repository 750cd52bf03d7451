import { canonicalEmail } from './email.ts';

/** A byte below 0x80 written as `%40`, or as `%2540` where it was encoded again; or a run of the others. */
const encoded = /%(?:25)*([0-7][0-9a-f])|(?:%(?:25)*[89a-f][0-9a-f])+/gi;
/** More layers than this are no accident, and nobody reads them. */
const maxLayers = 5;

function decodeOnce(text: string): string {
  return text.replace(encoded, (run, ascii: string | undefined) => {
    if (ascii !== undefined) return String.fromCharCode(Number.parseInt(ascii, 16));
    try {
      return decodeURIComponent(run.replace(/%(?:25)+(?=[89a-f])/gi, '%'));
    } catch {
      return run;
    }
  });
}

/** A text as a reader of addresses reads it: without percent-encoding. */
function decoded(text: string): string {
  let read = text;
  for (let layer = 0; layer < maxLayers && read.includes('%'); layer += 1) read = decodeOnce(read);
  return read;
}

// What an address may hold before its @ (see `checkEmail`). `$` stands first so that a long text is not searched at
// every character.
const localAtEnd = /$(?<=([\p{L}\p{M}\p{N}!#$%&'*+/=?^_`|~.-]+))/u;
const domainAtStart =
  /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?)*/u;

// An address may hold these as well, but in a text they mostly stand before one: `?email=ann@…`, `/users/ann@…`,
// `'ann@…'`, `…ann@…`. All else that an address may hold belongs to it.
const startsHere = /(?:^|[^\p{L}\p{M}\p{N}!$%'+^_~.-])['.]*$/u;
const beforeEmail = /^(?:.*[=&?/#|*`])?['.]*(?=[^=&?/#|*`'.])/s;

interface Found {
  /** All that stands before this `@` and behind the address found last. */
  readonly before: string;
  /** The longest local part; may begin with what only stands before the address. */
  readonly local: string;
  readonly domain: string;
}

/** Each `@` of a decoded text with what belongs to it, and what comes after the last one. */
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

/** Every spelling of one address in the same letters; what stands around it stays. */
const folded = (text: string) => text.normalize('NFKC').toLowerCase().normalize('NFKC');

/**
 * Whether a text names an address: as a whole, so `jan2@example.com` does not name `an2@example.com`; in any case and
 * however often percent-encoded. Before it may stand what separates (`email=`, `/`, a quote), behind it the end of a
 * sentence. Source: docs/law-and-search.md#D32, docs/law-and-search.md#D50.
 */
export function containsEmail(text: string, email: string): boolean {
  // An address may hold a `%` that reads like an encoding: it is looked for as it is read in the text.
  const sought = folded(decoded(email));
  const at = sought.lastIndexOf('@');
  if (at < 0) return false;
  const [soughtLocal, soughtDomain] = [sought.slice(0, at), sought.slice(at + 1)];
  return findEmails(decoded(text)).found.some(({ before, local, domain }) => {
    if (folded(domain) !== soughtDomain) return false;
    const whole = folded(before + local);
    const lead = whole.slice(0, whole.length - soughtLocal.length);
    return whole.endsWith(soughtLocal) && startsHere.test(lead);
  });
}

/**
 * Replaces every e-mail address, given in canonical form, and every other `@`; a text without one, encoded or not,
 * stays as it is. Percent-encoding does not survive beside an address. What only looks like an address is replaced
 * too. Source: docs/law-and-search.md#D53.
 */
export function replaceEmails(text: string, replacement: (email: string) => string): string {
  const read = decoded(text);
  if (!read.includes('@')) return text;
  const { found, rest } = findEmails(read);
  const replaced = found.map(({ before, local, domain }) => {
    // A lone @ is no address, yet nothing with an @ is looked at twice.
    if (local === '') return `${before} at `;
    const start = beforeEmail.exec(local)?.[0].length ?? 0;
    const email = canonicalEmail(`${local.slice(start)}@${domain}`);
    return before + local.slice(0, start) + replacement(email);
  });
  return replaced.join('') + rest;
}
