import type { ProgramType, ProgramTypeFilter } from './program.ts';

/** What a filter looks at: a program with the texts of one language. */
export interface ListedProgram {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly type: ProgramType;
}

export interface ProgramFilter {
  readonly text: string;
  readonly type: ProgramTypeFilter;
}

/** The filter after "Clear filters". */
export const clearedFilter: ProgramFilter = { text: '', type: 'all' };

/** Case and accents do not matter to someone who searches. */
function searchable(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
}

/**
 * The items of the type asked for whose title or description holds the text, in their order. Signs such
 * as `(` and `.*` are plain characters. Source: docs/rules.md#2, docs/rules.md#reading-pages.
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
