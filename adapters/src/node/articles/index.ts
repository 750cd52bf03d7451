export { articleText } from './article-text.ts';
export { picturesIn, pictureUrl } from './picture.ts';
export { readArticle, readArticles } from './read-articles.ts';
