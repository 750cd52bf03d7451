/** Typical reading speed of an article on a screen, in words per minute. */
const wordsPerMinute = 230;

/** The number of words of a text, separated by white space. */
export function countWords(text: string): number {
  return text.split(/\s/u).filter(Boolean).length;
}

/** The reading time of a text in whole minutes, at least one. */
export function readingMinutes(text: string): number {
  return Math.max(1, Math.round(countWords(text) / wordsPerMinute));
}
