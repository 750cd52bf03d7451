export { articleText } from './article-text.ts';
export { type ReadArticles, readArticles } from './read-articles.ts';
