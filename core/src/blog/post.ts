/** The data of one article; its text is with the translations. */
export interface Post {
  readonly slug: string;
  /** Calendar day, YYYY-MM-DD. */
  readonly publishedOn: string;
  /** The one language the article is written in; other visitors see a notice. Source: docs/rules.md#8. */
  readonly language: 'nl';
}

/** The articles, newest first. Source: docs/rules.md#1, docs/rules.md#2. */
export const posts: readonly Post[] = [
  { slug: '5-afvalfouten', publishedOn: '2024-09-17', language: 'nl' },
];

/** The article with this slug, or `undefined`. */
export function findPost(slug: string): Post | undefined {
  return posts.find((post) => post.slug === slug);
}

/** The figures that the article states as guidance. Source: docs/rules.md#9. */
export const weightLossFigures = {
  deficitKcalPerDay: { from: 300, to: 500 },
  weighingsPerWeekAtMost: 1,
  stepsPerDay: { from: 8000, to: 10000 },
  lossKgPerWeek: { from: 0.5, to: 1 },
  monthsAtLeast: 3,
} as const;
