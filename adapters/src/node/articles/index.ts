export { articleText } from './article-text.ts';
export { readGuidePage } from './guide-page.ts';
export { type PackedFile, packed } from './pack.ts';
export { picturesIn, pictureUrl } from './picture.ts';
export { readArticle, readArticles } from './read-articles.ts';
