import type { Finding } from '@coachsite/adapters/contract';

/** A finding as one line: `ui/content/articles/my-article.nl.md:12: what is wrong`. */
export const findingText = ({ file, line, message }: Finding): string =>
  `${file}${line === undefined ? '' : `:${line}`}: ${message}`;
