import { createHash } from 'node:crypto';
import { themeColours } from '@coachsite/adapters/contract';
import en from '@coachsite/ui/content/en/failures.json' with { type: 'json' };
import nl from '@coachsite/ui/content/nl/failures.json' with { type: 'json' };

const { chalk, ink, night } = themeColours;

/** Colours of both schemes, and a font that every device has. */
const styles = [
  ':root{color-scheme:light dark}',
  `body{margin:0;background:${chalk};color:${ink};font:1.125rem/1.5 system-ui,sans-serif}`,
  'main{display:grid;align-content:center;gap:2.5rem;box-sizing:border-box;max-width:40rem;min-height:100vh;margin:auto;padding:2rem 1.25rem}',
  'h1,h2{margin:0;font-weight:800;line-height:1.1;letter-spacing:-.02em}',
  'h1{font-size:clamp(2.25rem,9vw,3.5rem)}h2{font-size:1.5rem}p,form{margin:.75rem 0 0}p{text-wrap:pretty}a{color:inherit}',
  `.to{display:inline-block;margin-top:.5rem;padding:.75rem 1.75rem .75rem 1.25rem;border-radius:0 2rem 2rem 0;background:${ink};color:${chalk};font-weight:600;text-decoration:none}`,
  'button.to{border:0;font:inherit;font-weight:600;cursor:pointer}',
  '.to:focus-visible{outline:3px solid;outline-offset:3px}small{overflow-wrap:anywhere}',
  `@media(prefers-color-scheme:dark){body{background:${night};color:${chalk}}.to{background:${chalk};color:${ink}}}`,
].join('');

/** A page of one main element, of which nothing is loaded. `main` is markup. */
export const barePage = ({
  language,
  title,
  main,
}: {
  readonly language: string;
  readonly title: string;
  readonly main: string;
}): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><style>${styles}</style></head><body><main>${main}</main></body></html>`;

const part = ({ page }: typeof nl, heading: string, home: string) =>
  `<${heading}>${page.title}</${heading}><p>${page.text}</p><p><a class="to" href="${home}">${page.home}</a></p>`;

/** The error page of last resort: nothing in it is loaded, as that could fail as well. Source: docs/rules.md#2. */
export const errorPage = (id: string) =>
  barePage({
    language: 'nl',
    title: nl.page.title,
    main: `<div>${part(nl, 'h1', '/')}</div><div lang="en">${part(en, 'h2', '/?lang=en')}</div><small>${id}</small>`,
  });

/** Its content security policy: its own styles, and nothing else. */
export const errorPagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(styles).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`;
