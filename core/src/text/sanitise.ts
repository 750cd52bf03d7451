/** Maximum length of a sanitised text, in UTF-16 units, unless a caller asks for another one. Source: docs/rules.md#5, docs/rules.md#9. */
export const sanitisedMaxLength = 1000;

const isAsciiLetter = (code: number): boolean =>
  (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
const isSpace = (code: number): boolean => /\s/.test(String.fromCharCode(code));
const lowered = (code: number): number => (code >= 65 && code <= 90 ? code + 32 : code);

/** Whether `codes` up to `end` (exclusive) ends with `word`, which is lower-case ASCII. */
function endsWith(codes: readonly number[], end: number, word: string): boolean {
  for (let i = 1; i <= word.length; i += 1) {
    if (lowered(codes[end - i] ?? 0) !== word.charCodeAt(word.length - i)) return false;
  }
  return true;
}

/** The end of `codes` before `end` without trailing white space. */
function beforeSpace(codes: readonly number[], end: number): number {
  let at = end;
  while (isSpace(codes[at - 1] ?? 0)) at -= 1;
  return at;
}

/** Start of a `javascript:` or `vbscript:` that ends in the last colon, or -1. */
function schemeStart(codes: readonly number[]): number {
  const end = beforeSpace(codes, codes.length - 1);
  for (const scheme of ['javascript', 'vbscript']) {
    if (endsWith(codes, end, scheme)) return end - scheme.length;
  }
  return -1;
}

/** Start of a `data:text/html` that ends in the last letter, or -1. */
function htmlDataStart(codes: readonly number[]): number {
  if (!endsWith(codes, codes.length, 'text/html')) return -1;
  const colon = beforeSpace(codes, codes.length - 'text/html'.length) - 1;
  if (codes[colon] !== 0x3a) return -1;
  const end = beforeSpace(codes, colon);
  return endsWith(codes, end, 'data') ? end - 'data'.length : -1;
}

/** Start of an event handler (`on` and letters at a word start) before the last equals sign, or -1. */
function handlerStart(codes: readonly number[]): number {
  const end = beforeSpace(codes, codes.length - 1);
  let start = end;
  while (isAsciiLetter(codes[start - 1] ?? 0)) start -= 1;
  return end - start > 2 && endsWith(codes, start + 2, 'on') ? start : -1;
}

/** UTF-16 units as a text, in slices: a call takes no more arguments than the stack has room for. */
function textOf(codes: readonly number[]): string {
  let text = '';
  for (let i = 0; i < codes.length; i += 4096) {
    text += String.fromCharCode(...codes.slice(i, i + 4096));
  }
  return text;
}

/**
 * Removes schemes and event handlers in one pass. A forbidden token always ends in the character just written, so it
 * is removed at once, and a token formed by the removal is found with the characters that follow. Repeated replacing
 * would take quadratic time on nested input.
 */
function withoutTokens(text: string, onRemoved: (part: RemovedPart) => void): string {
  const codes: number[] = [];
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    codes.push(code);
    let start = -1;
    if (code === 0x3a) start = schemeStart(codes);
    else if (code === 0x3d) start = handlerStart(codes);
    else start = htmlDataStart(codes);
    if (start < 0) continue;
    const removed = textOf(codes.splice(start));
    onRemoved({ kind: code === 0x3d ? 'event_handler' : 'scheme', text: removed });
  }
  return textOf(codes);
}

/** The first `length` UTF-16 units, one less where that would split a surrogate pair. */
function cut(text: string, length: number): string {
  const splits =
    /[\uD800-\uDBFF]/.test(text[length - 1] ?? '') && /[\uDC00-\uDFFF]/.test(text[length] ?? '');
  return text.slice(0, splits ? length - 1 : length);
}

/** How much of a text is kept. */
interface SanitisingLimits {
  /** In UTF-16 units, at least 1; 1000 by default. */
  readonly maxLength?: number;
}

/** A part that `sanitiseAndReport` took out of a text. */
export interface RemovedPart {
  /** What it looks like; `end` is what is beyond the limit of the length. */
  readonly kind: 'script' | 'brackets' | 'scheme' | 'event_handler' | 'end';
  /** The characters that are gone. */
  readonly text: string;
}

/** A sanitised text, and what it lost. */
export interface Sanitised {
  /** The same as `sanitise` returns. */
  readonly text: string;
  /** Empty when nothing but white space at the ends is gone. */
  readonly removed: readonly RemovedPart[];
}

/**
 * Like `sanitise`, and returns each part that was taken out, so that the author of the text can be shown it: `one = 1`
 * becomes `1`, because `one =` has the form of an event handler. Anything but a string gives '', with nothing taken
 * out. Source: docs/rules.md#reading-sanitising.
 */
export function sanitiseAndReport(
  input: unknown,
  { maxLength = sanitisedMaxLength }: SanitisingLimits = {},
): Sanitised {
  const removed: RemovedPart[] = [];
  const without = (text: string, kind: RemovedPart['kind'], pattern: RegExp) =>
    text.replace(pattern, (part) => {
      removed.push({ kind, text: part });
      return '';
    });
  const given = typeof input === 'string' ? input : '';
  const unscripted = without(given, 'script', /<\/?script[^<>]*>/gi);
  const untagged = without(unscripted, 'brackets', /[<>]+/g);
  const clean = withoutTokens(untagged, (part) => removed.push(part)).trim();
  const kept = cut(clean, maxLength);
  if (kept.length < clean.length) removed.push({ kind: 'end', text: clean.slice(kept.length) });
  return { text: kept.trim(), removed };
}

/**
 * Removes script tags, angle brackets, the schemes `javascript:`, `vbscript:` and `data:text/html`, and event handlers
 * from `input`, trims it and truncates it to `maxLength` UTF-16 units, 1000 by default. Words are kept, so that text
 * about scripts survives. Idempotent, in linear time. Anything but a string gives ''. Source:
 * docs/rules.md#reading-sanitising.
 */
export function sanitise(input: unknown, limits?: SanitisingLimits): string {
  return sanitiseAndReport(input, limits).text;
}
