import type { Article, Finding, SiteConfig } from '@coachsite/adapters/contract';
import type { TextFile } from './text-file.ts';

/** What search engines show whole, in characters. Source: docs/law-and-search.md#F20. */
const longest = { title: 60, description: 155 } as const;

/** A text with the variables whose values are known before the site runs. */
const filled = (text: string, { name, shortName, coach }: SiteConfig) =>
  text
    .replaceAll('{{brand}}', name)
    .replaceAll('{{shortBrand}}', shortName)
    .replaceAll('{{coach}}', coach.name);

/** `meta.title`, `meta.title.<value>`, `meta.<value>.title`, and the same of descriptions. */
const metaKey = /^meta\.(?:.*\.)?(title|description)(?:\.[^.]+)?$/;

/** Titles and descriptions that search engines would cut, on a site with these facts. */
export function checkLengths(
  files: readonly TextFile[],
  articles: readonly { readonly file: string; readonly article: Article }[],
  site: SiteConfig,
): readonly Finding[] {
  const ofTexts = files.flatMap(({ file, sentences }) =>
    sentences.flatMap(({ key, text, line }) => {
      const part = metaKey.exec(key)?.[1] as keyof typeof longest | undefined;
      const length = filled(text, site).length;
      if (!part || length <= longest[part]) return [];
      const message = `"${key}" has ${length} characters; search engines show ${longest[part]}`;
      return [{ file, ...(line && { line }), message }];
    }),
  );
  const ofArticles = articles.flatMap(({ file, article }) =>
    [article, ...(article.notice ? [article.notice] : [])].flatMap((one) =>
      (['title', 'description'] as const).flatMap((part) =>
        one[part].length <= longest[part]
          ? []
          : [
              {
                file,
                message: `the ${part} has ${one[part].length} characters; search engines show ${longest[part]}`,
              },
            ],
      ),
    ),
  );
  return [...ofTexts, ...ofArticles];
}
