import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Trust } from '#ui/src/features/home/trust.tsx';
import { AboutPage } from '#ui/src/pages/about.tsx';
import { siteFile } from '#ui/src/site/site.ts';
import { provided } from '../support/frame.tsx';

/** A site whose owner claims nothing about the satisfaction of clients. */
const site = { ...siteFile, claims: siteFile.claims.filter(({ id }) => id !== 'satisfaction') };

test.each([
  ['nl', /tevreden/i, 'Mijn eigen telling'],
  ['en', /satisf/i, 'My own count'],
] as const)(
  'a claim that the owner removes is on no page, and the others keep their basis (%s)',
  async (language, word, basis) => {
    for (const part of [<Trust price={null} key="home" />, <AboutPage key="about" />]) {
      const markup = renderToString(await provided(part, language, site));
      const text = markup.replaceAll(/<!--.*?-->|<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
      expect(text).not.toMatch(word);
      expect(text).toContain('10+');
      expect(text).toContain(basis);
    }
  },
);
