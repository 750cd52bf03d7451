import type { TitleLine } from '../design/index.ts';

/** Lines of a title from a file of texts, where a width is any string. */
export function titleLines(
  lines: readonly { readonly text: string; readonly width: string }[],
): readonly TitleLine[] {
  return lines as readonly TitleLine[];
}
