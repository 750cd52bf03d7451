import { api } from '@coachsite/adapters/browser';
import type { ArticleInLanguages, ArticleList, ArticleReader } from '@coachsite/adapters/contract';

async function read<T>(path: string): Promise<T | undefined> {
  const response = await api.get<T>(path);
  if (response.isOk()) return response.value;
  if (response.error.status === 404) return undefined;
  throw new Error(`${path} could not be read`);
}

/** The articles as the server sends them: the running app shows those that were published after its build too. */
export const articlesOverHttp: ArticleReader = {
  list: (language, number) => read<ArticleList>(`/api/articles?lang=${language}&page=${number}`),
  find: (language, slug) =>
    read<ArticleInLanguages>(`/api/articles/${encodeURIComponent(slug)}?lang=${language}`),
};
