export { articleText } from './article-text.ts';
export { readArticles } from './read-articles.ts';
