import type { VisitorSite } from '@coachsite/adapters/contract';
import {
  filterPrograms,
  type Program,
  type ProgramFilter,
  type ProgramTypeFilter,
  programs,
  programTypeOf,
  programTypes,
} from '@coachsite/core/catalogue';
import type { TFunction } from 'i18next';
import { claimsOf } from '../../site/claims.ts';

/** A program with its texts in one language, which the search matches. */
export interface TranslatedProgram extends Program {
  readonly title: string;
  readonly description: string;
  /** Why the program is called popular; undefined if it has no badge. */
  readonly popular: { readonly followsWaitingList: boolean } | undefined;
  /** The progress in per cent, while the program is coming soon. */
  readonly progressPercent: number;
}

/** The four programs in the visitor's language, in the order of the shop. */
export function translatedPrograms(
  t: TFunction<'programs'>,
  site: Pick<VisitorSite, 'claims'>,
): readonly TranslatedProgram[] {
  const { numberOf, popularProgram } = claimsOf(site);
  const progressPercent = numberOf('shop-progress');
  return programs.map((program) => ({
    ...program,
    progressPercent,
    popular: popularProgram?.id === program.id ? popularProgram : undefined,
    title: t(`items.${program.id}.name`),
    description: t(`items.${program.id}.description`),
  }));
}

/** The filter of a query. An unknown type means all types. Source: docs/design.md#6.5. */
export const filterOf = ({
  q = '',
  type,
}: {
  readonly q?: string;
  readonly type?: string;
}): ProgramFilter => ({
  text: q,
  type: programTypeOf(type),
});

/** The search text of a query. */
export const searchOf = (query: string): string => new URLSearchParams(query).get('q') ?? '';

/** The path of the shop with a filter, without parameters that have default values. */
export function shopPath({ text, type }: ProgramFilter): string {
  const query = new URLSearchParams();
  if (text.trim()) query.set('q', text);
  if (type !== 'all') query.set('type', type);
  return query.size > 0 ? `/shop?${query}` : '/shop';
}

/** The number of programs of each type that match the current text. */
export function countsByType(
  all: readonly TranslatedProgram[],
  text: string,
): Readonly<Record<ProgramTypeFilter, number>> {
  const counted = programTypes.map((type) => [type, filterPrograms(all, { text, type }).length]);
  return Object.fromEntries(counted) as Record<ProgramTypeFilter, number>;
}
