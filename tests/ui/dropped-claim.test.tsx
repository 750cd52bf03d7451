import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { Trust } from '#ui/src/features/home/trust.tsx';
import { AboutPage } from '#ui/src/pages/about.tsx';
import type { site } from '#ui/src/site/site.ts';
import { provided } from '../support/frame.tsx';

// A site whose owner claims nothing about the satisfaction of clients.
vi.mock('#ui/src/site/site.ts', async (original) => {
  const real = (await original()) as { site: typeof site };
  const claims = real.site.claims.filter(({ id }) => id !== 'satisfaction');
  return { ...real, site: { ...real.site, claims } };
});

test.each([
  ['nl', /tevreden/i, 'Mijn eigen telling'],
  ['en', /satisf/i, 'My own count'],
] as const)(
  'a claim that the owner removes is on no page, and the others keep their basis (%s)',
  async (language, word, basis) => {
    for (const part of [<Trust key="home" />, <AboutPage key="about" />]) {
      const markup = renderToString(await provided(part, language));
      const text = markup.replaceAll(/<!--.*?-->|<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
      expect(text).not.toMatch(word);
      expect(text).toContain('10+');
      expect(text).toContain(basis);
    }
  },
);
