export {
  isPublished,
  type Post,
  type Publication,
  postLanguages,
  publishedPosts,
  versionFor,
} from './article.ts';
export { articlesPerPage, listPage, pagesOf } from './list-page.ts';
export { countWords, readingMinutes } from './reading-time.ts';
export {
  type ArticleChange,
  type ArticleConflictError,
  type ArticleName,
  type ArticlePorts,
  type ArticleState,
  type ArticleVersion,
  type ArticleVersionNotFoundError,
  articleFileName,
  articleNameOf,
  articleState,
  articleVersions,
  isArticleSlug,
  layOverArticles,
  removeArticle,
  restoreArticle,
  type SavedArticle,
  saveArticle,
  savedArticles,
} from './saved-article.ts';
