import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';

export type Language = 'nl' | 'en';

/** A choice already made, so that the banner stays away; tests about consent clear it. */
export const decided = { necessary: true, functional: false, analytics: false, marketing: false };

/** A password that every rule accepts: no character stands twice in a row. */
export function newPassword(): string {
  return `Zonig-${randomUUID().slice(0, 13).replaceAll(/(.)\1/g, '$1x')}-9Q`;
}

/** An address nobody used before. */
export function newEmail(): string {
  return `visitor-${randomUUID()}@example.com`;
}

/** What a browser of an earlier visitor holds: the language and the choice about cookies. */
export function visitorState(url: string, language: Language) {
  return {
    cookies: [
      {
        name: 'language',
        value: language,
        domain: 'localhost',
        path: '/',
        expires: -1,
        httpOnly: false,
        secure: false,
        sameSite: 'Lax' as const,
      },
    ],
    origins: [
      {
        origin: url,
        localStorage: [
          { name: 'language', value: language },
          { name: 'cookie-consent', value: JSON.stringify(decided) },
        ],
      },
    ],
  };
}

/** A page in another browser, of an earlier visitor of a site. */
export async function newVisitor(
  browser: Browser,
  { url }: { readonly url: string },
  language: Language,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const storageState = visitorState(url, language);
  return (await browser.newContext({ baseURL: url, storageState, ...options })).newPage();
}
