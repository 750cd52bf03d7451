import type { OfProduct, RequiredOfProduct } from '../kernel/index.ts';

/** The types of program of the specification, the first for all of them. Source: docs/rules.md#2. */
export const programTypes = ['all', 'ebook', 'training', 'bundle'] as const;

/** A type of program: those of the specification, unless the product declares its own. */
export type ProgramType = OfProduct<'programType', SpecifiedType>;

/** The types of program of the specification, in any product. */
type SpecifiedType = Exclude<(typeof programTypes)[number], 'all'>;
/** The ids of the programs of the specification, in any product. */
type SpecifiedId = '8-week-kickstart' | 'mind-body-12' | 'premium-1-on-1' | 'lifestyle-reset-30';

/** A type of program, or `all`. */
export type ProgramTypeFilter = 'all' | ProgramType;

/** The id of a program, also the last part of its URL: those of the specification, unless the product declares its own. */
export type ProgramId = OfProduct<'programId', SpecifiedId>;

/**
 * What people ask for a mail about: a program, or the next article of the blog. There is no newsletter: of the few articles
 * that one coach writes a year, a list would be silent for months, and then reported as spam.
 */
export type WaitingListId = OfProduct<'waitingListId', ProgramId | 'next-article'>;

/**
 * The data of one program; texts are with the translations, progress and popularity are claims of the owner.
 * Source: docs/rules.md#3.
 */
export interface Program<Id = ProgramId, Type = ProgramType> {
  /** Identifies the program in URLs and on the waiting list. */
  readonly id: Id;
  readonly type: Type;
  /** It cannot be bought yet: a visitor joins its waiting list. */
  readonly comingSoon: boolean;
}

/**
 * The four programs of the specification in the order of the shop. It does not say their types: these are those of the
 * design, which the owner confirms. Source: docs/rules.md#1, docs/contract.md#5.
 */
export const programs: readonly Program<SpecifiedId, SpecifiedType>[] = [
  { id: '8-week-kickstart', type: 'training', comingSoon: true },
  { id: 'mind-body-12', type: 'bundle', comingSoon: true },
  { id: 'premium-1-on-1', type: 'training', comingSoon: true },
  { id: 'lifestyle-reset-30', type: 'ebook', comingSoon: true },
];

/** The program, or waiting list, with this id among those of the product, or `undefined`. */
export function findProgram<Found extends { readonly id: string }>(
  id: string,
  among: readonly Found[],
): Found | undefined {
  return among.find((program) => program.id === id);
}

/** The program type given in a URL; an unknown one means all. */
export function programTypeOf(
  value: unknown,
  ...types: RequiredOfProduct<'programType', [types: readonly ProgramTypeFilter[]]>
): ProgramTypeFilter;
export function programTypeOf(
  value: unknown,
  types: readonly ProgramTypeFilter[] = programTypes,
): ProgramTypeFilter {
  return types.find((type) => type === value) ?? 'all';
}
