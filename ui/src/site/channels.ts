import type { VisitorSite } from '@coachsite/adapters/contract';
import { useSite } from './site.ts';

/** The coach on Instagram; undefined while the site configuration holds a placeholder. */
export const instagramOf = ({ instagram, placeholders }: VisitorSite) =>
  placeholders.includes('instagram') ? undefined : instagram;

/** The same for components. */
export const useInstagram = () => instagramOf(useSite());

/** The URL of the reviews on Google; undefined while the site configuration holds a placeholder. Source: docs/law-and-search.md#C3. */
export function useReviewsUrl(): string | undefined {
  const { googleReviewsUrl, placeholders } = useSite();
  return placeholders.includes('googleReviewsUrl') ? undefined : googleReviewsUrl;
}
