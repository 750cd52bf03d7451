import type { Interests } from '@coachsite/adapters/contract';

/** How many wait for a new article that is there: they confirmed before it was, and no mail of theirs is on its way. */
export function dueForArticle({
  interests,
  newestArticleAt,
}: Pick<Interests, 'interests' | 'newestArticleAt'>): number {
  if (newestArticleAt === null) return 0;
  return interests.filter(
    ({ programId, confirmedAt, announcedAt, launchQueued }) =>
      programId === 'next-article' &&
      announcedAt === null &&
      !launchQueued &&
      Date.parse(confirmedAt) <= Date.parse(newestArticleAt),
  ).length;
}
