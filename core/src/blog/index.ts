export {
  type ArticleFacts,
  isPublished,
  type Post,
  postLanguages,
  publishedPosts,
  versionFor,
} from './article.ts';
export { articlesPerPage, listPage, pagesOf } from './list-page.ts';
export { countWords, readingMinutes } from './reading-time.ts';
