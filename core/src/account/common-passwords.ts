import { commonWords } from './common-words.ts';

/** The names that a password must not be based on. */
export interface PasswordContext {
  /** The address of the account; its local part and the pieces of it are rejected. Absent: no address is looked at. */
  readonly email?: string | undefined;
  /** The name of the site; rejected whole and in its words. Absent: no name is looked at. */
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

/** The words that many passwords are made of. Source: docs/security.md#PW-5. */
export const defaultCommonWords: ReadonlySet<string> = /* @__PURE__ */ new Set(
  /* @__PURE__ */ commonWords.split(/\s/),
);

const ends = /^[^\p{L}]+|[^\p{L}]+$/gu;

/** Replaces digits and signs by the letters they resemble. */
function withoutLookAlikes(text: string): string {
  return [...text].map((character) => leet[character] ?? character).join('');
}

/**
 * The words a password may be based on: lower-cased, without digits and signs at either end, with and without
 * look-alikes replaced, and without signs in between.
 */
function readings(password: string): readonly string[] {
  const lower = password.toLowerCase();
  const core = lower.replace(ends, '');
  // A look-alike at the end may be part of the word (`Welcom3`) or decoration (`Welcome1`); both are tried.
  const cores = [
    core,
    withoutLookAlikes(core),
    withoutLookAlikes(lower),
    withoutLookAlikes(lower.replace(/[^\p{L}]+$/u, '')),
  ];
  return cores.flatMap((word) => {
    const letters = word.replace(/[^\p{L}]/gu, '');
    return [word, letters];
  });
}

/** Whether a word is one of `words`, or a repetition of one (`welkomwelkom`). */
function isCommonWord(word: string, words: ReadonlySet<string>): boolean {
  const half = word.slice(0, word.length / 2);
  return words.has(word) || (half + half === word && words.has(half));
}

/** The names in `context`, lower-cased: the local part of the address and the site's name, whole and in parts. */
function namesIn(context: PasswordContext): readonly string[] {
  return [context.email?.split('@')[0], context.siteName]
    .filter((name) => name !== undefined)
    .map((name) => name.normalize('NFC').toLowerCase())
    .flatMap((name) => [name, name.replace(/[^\p{L}\p{N}]/gu, ''), ...name.split(/[^\p{L}]/u)])
    .filter((name) => name.length >= 4);
}

/** Whether `password` is one of `names` with fewer than four other letters. */
function isMadeOf(password: string, names: readonly string[]): boolean {
  const lower = password.toLowerCase();
  const readAs = [lower, withoutLookAlikes(lower), lower.replace(/[^\p{L}\p{N}]/gu, '')];
  return names.some((name) =>
    readAs.some(
      (text) =>
        text.includes(name) && text.replaceAll(name, '').replace(/[^\p{L}]/gu, '').length < 4,
    ),
  );
}

/**
 * Whether a password is easy to guess: a common word with digits, signs and look-alikes (`Welcome1!`, `Summer2024!`,
 * `P@ssw0rd`), or the name of the user or the site. This covers far more than the 3000 passwords that
 * docs/security.md#PW-5 requires.
 */
export function isCommonPassword(
  password: string,
  context: PasswordContext = {},
  words: ReadonlySet<string> = defaultCommonWords,
): boolean {
  const bounded = password.slice(0, 256);
  return (
    readings(bounded).some((word) => isCommonWord(word, words)) ||
    isMadeOf(bounded, namesIn(context))
  );
}
