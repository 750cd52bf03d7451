import type { OfProduct, RequiredOfProduct } from '../kernel/index.ts';

/** The coaching products with a page of their own. Source: docs/rules.md#1, docs/rules.md#2, docs/contract.md#5. */
export const coachingSlugs = [
  '1-on-1',
  'nutrition-plan',
  'workout-plan',
  'online-consultation',
] as const;

/** The last part of the URL of a service: those of the specification, unless the product declares its own. */
export type CoachingSlug = OfProduct<'coachingSlug', (typeof coachingSlugs)[number]>;

/** Whether `slug` names a coaching product. */
export function isCoachingSlug(
  slug: string,
  ...slugs: RequiredOfProduct<'coachingSlug', [slugs: readonly CoachingSlug[]]>
): slug is CoachingSlug;
export function isCoachingSlug(
  slug: string,
  slugs: readonly CoachingSlug[] = coachingSlugs,
): slug is CoachingSlug {
  return slugs.some((one) => one === slug);
}
