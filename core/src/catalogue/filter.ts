import type { ProgramType, ProgramTypeFilter } from './program.ts';

/** A program with its texts in one language, as the filter needs it. */
export interface ListedProgram {
  readonly id: string;
  readonly title: string;
  /** Plain text. */
  readonly description: string;
  readonly type: ProgramType;
}

/** What a visitor looks for in the shop. */
export interface ProgramFilter {
  /** As typed; empty finds every program. */
  readonly text: string;
  readonly type: ProgramTypeFilter;
}

/** The filter after "Clear filters". */
export const clearedFilter: ProgramFilter = { text: '', type: 'all' };

/**
 * Normalises a text for a search that ignores case and accents. In capitals, as ß and both small sigmas have one capital
 * form each.
 */
function searchable(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase().trim();
}

/**
 * The items of the requested type whose title or description contains the text, in their order. The text is not a
 * regular expression. Source: docs/rules.md#2, docs/rules.md#reading-pages.
 */
export function filterPrograms<Item extends ListedProgram>(
  items: readonly Item[],
  filter: ProgramFilter,
): readonly Item[] {
  const text = searchable(filter.text);
  return items.filter(
    (item) =>
      (filter.type === 'all' || item.type === filter.type) &&
      (searchable(item.title).includes(text) || searchable(item.description).includes(text)),
  );
}
