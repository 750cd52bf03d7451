/**
 * What a product declares of itself, once, so that its languages and ids are known wherever the core mentions them:
 *
 * ```ts
 * declare module '@coachsite/core/kernel' {
 *   interface Product {
 *     readonly language: 'pt' | 'en' | 'fr';
 *     readonly programId: 'bread-at-home';
 *   }
 * }
 * ```
 *
 * @public Keys: `language`, `programId`, `waitingListId`, `programType`, `coachingSlug`. A key that is not declared has
 * the values of the specification. The rules take the values themselves as arguments, which a declared key makes
 * required. Source: docs/decisions/0047-another-product.md.
 */
// biome-ignore lint/suspicious/noEmptyInterface: a product adds its keys by declaration merging
export interface Product {}

/** The type that a product declares under `Key`, else `Default`. */
export type OfProduct<Key extends string, Default extends string> = Product extends {
  readonly [key in Key]: infer Own extends string;
}
  ? Own
  : Default;

/**
 * Arguments or fields that hold what a product declares under `Key`: required once it does, optional before, as those of
 * the specification are right then. Source: docs/decisions/0047-another-product.md.
 */
export type RequiredOfProduct<Key extends string, Values> = Product extends {
  readonly [key in Key]: string;
}
  ? Values
  : Partial<Values>;
