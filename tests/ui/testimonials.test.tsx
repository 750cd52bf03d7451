import type { VisitorSite } from '@coachsite/adapters/contract';
import { fireEvent, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, test } from 'vitest';
import { SampleNotice } from '#ui/src/features/testimonials/sample-notice.tsx';
import { Stories } from '#ui/src/features/testimonials/story-filter.tsx';
import { siteFile } from '#ui/src/site/site.ts';
import { show } from '../support/show.tsx';

const open = (
  language: 'nl' | 'en',
  site: VisitorSite = siteFile,
  reviews: ReactNode = <a href="#google">Google</a>,
) =>
  show(<Stories notice={<SampleNotice />} reviews={reviews} ask={<a href="#call">Gesprek</a>} />, {
    language,
    texts: ['testimonials', 'offers'],
    config: { site },
  });

/** That some of them are samples. */
const mixed = /Teksten met het label ‘Voorbeeld’ zijn geen woorden van een klant/;

const title = () => screen.getByRole('heading', { level: 1 }).textContent;

const names = () =>
  screen.getAllByRole('listitem').map((item) => item.querySelector('.who b')?.textContent);

/** The same site with the words of one client, who agreed in writing. */
const withRealWords: VisitorSite = {
  ...siteFile,
  testimonials: siteFile.testimonials.map((one, index) =>
    index > 0
      ? one
      : {
          ...one,
          sample: false,
          consentRef: 'letter 7',
          verifiedHow: { nl: 'factuur van maart', en: 'invoice of March' },
          words: {
            nl: { name: 'K., 41', result: 'Neemt weer de trap', text: 'Ik neem weer de trap.' },
            en: { name: 'K., 41', result: 'Takes the stairs', text: 'I take the stairs again.' },
          },
        },
  ),
};

describe('the testimonials', () => {
  test.each([
    ['nl', ['Gewichtsverlies', 'Spieropbouw', 'Betere prestaties'], 'Alle', 'Voorbeeldklant'],
    ['en', ['Weight loss', 'Muscle building', 'Performance improvement'], 'All', 'Sample client'],
  ] as const)('show one category at a time in %s', async (language, filters, all, client) => {
    await open(language);
    expect(names()).toEqual([`${client} A`, `${client} B`, `${client} C`]);
    for (const [index, name] of filters.entries()) {
      fireEvent.click(screen.getByRole('radio', { name }));
      expect(names()).toEqual([`${client} ${'ABC'[index]}`]);
      expect(screen.getByRole('status').textContent).toMatch(/^1 /);
    }
    fireEvent.click(screen.getByRole('radio', { name: all }));
    expect(names()).toHaveLength(3);
  });

  test('mark every entry as a sample and say how testimonials are checked', async () => {
    await open('en');
    expect(screen.getAllByText('Sample')).toHaveLength(3);
    expect(screen.getByText(/nothing has been checked/)).toBeDefined();
    expect(screen.getByText(/Results vary from person to person/)).toBeDefined();
  });

  test('send visitors to Google while all are samples, before any of them', async () => {
    await open('nl');
    expect(title()).toBe('Wat klanten zeggen lees je op Google.');
    expect(screen.queryByText(/klanten begeleid/)).toBeNull();
    const reviews = screen.getByRole('link', { name: 'Google' });
    const [sample] = screen.getAllByText('Voorbeeld');
    const notice = screen.getByText('Dit zijn voorbeelden');
    for (const [first, second] of [
      [reviews, notice],
      [notice, sample],
    ] as const) {
      const order = first.compareDocumentPosition(second as Node);
      expect(order & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    }
  });

  test('send visitors to the coach while there are no reviews either', async () => {
    await open('nl', siteFile, null);
    expect(title()).toBe('Overtuig jezelf in een half uur.');
    expect(screen.getByRole('link').textContent).toBe('Gesprek');
  });

  test('speak for clients once one of them did', async () => {
    await open('nl', withRealWords);
    expect(title()).toBe('Zij gingen je voor. In hun woorden.');
    expect(screen.getByRole('status').textContent).toContain('10+ klanten begeleid');
    expect(screen.getByText(/factuur van maart/)).toBeDefined();
    expect(screen.getAllByText('Voorbeeld')).toHaveLength(2);
    const tall = () =>
      [...screen.getByRole('img', { name: /^10 streepjes/ }).children].map(({ classList }) =>
        classList.contains('h-100'),
      );
    expect(tall()).toEqual([...Array(3).fill(true), ...Array(7).fill(false)]);
    fireEvent.click(screen.getByRole('radio', { name: 'Spieropbouw' }));
    expect(tall()).toEqual([true, ...Array(9).fill(false)]);
    fireEvent.click(screen.getByRole('radio', { name: 'Alle' }));
    expect(screen.getByText(mixed)).toBeDefined();

    const testimonials = withRealWords.testimonials.filter(({ sample }) => !sample);
    await open('nl', { ...withRealWords, testimonials });
    expect(screen.queryByText('Voorbeeld')).toBeNull();
    expect(screen.queryByText(mixed)).toBeNull();
  });
});
