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
