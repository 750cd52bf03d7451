export { type Article, article, readingMinutes } from './article.ts';
export { CopyLink } from './copy-link.tsx';
export { Datum } from './datum.tsx';
export { FiveBars } from './five-bars.tsx';
