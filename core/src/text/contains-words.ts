/** Without case and without accents: few who search type the accents of a name. */
const folded = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase();

/**
 * Whether every word of `search` occurs in `text`, whatever its case and accents; words are what white space divides. Without a
 * word all texts are found. Source: docs/contract.md#3.
 */
export function containsWords(text: string, search: string): boolean {
  const searched = folded(text);
  return folded(search)
    .split(/\s+/)
    .every((word) => searched.includes(word));
}
