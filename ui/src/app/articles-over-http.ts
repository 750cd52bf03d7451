import type { ArticleInLanguages, ArticleList, ArticleReader } from '@coachsite/adapters/contract';

/** Undefined when there is none. Rejects when it cannot be read. */
async function read<T>(path: string): Promise<T | undefined> {
  const response = await fetch(path);
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(`${path} could not be read: ${response.status}`);
  return (await response.json()) as T;
}

/** The articles as the server sends them: the running app shows those that were published after its build too. */
export const articlesOverHttp: ArticleReader = {
  list: (language, number) => read<ArticleList>(`/api/articles?lang=${language}&page=${number}`),
  find: (language, slug) =>
    read<ArticleInLanguages>(`/api/articles/${encodeURIComponent(slug)}?lang=${language}`),
};
