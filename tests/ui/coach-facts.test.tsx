import type { VisitorSite } from '@coachsite/adapters/contract';
import { renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { Channels } from '#ui/src/features/contact/channels.tsx';
import { Trust } from '#ui/src/features/home/trust.tsx';
import type { Language } from '#ui/src/i18n/index.ts';
import { AboutPage } from '#ui/src/pages/about.tsx';
import { CoachingPage } from '#ui/src/pages/coaching.tsx';
import { HomePage } from '#ui/src/pages/home.tsx';
import { ServicesPage } from '#ui/src/pages/services.tsx';
import { TestimonialsPage } from '#ui/src/pages/testimonials.tsx';
import { siteFile } from '#ui/src/site/site.ts';
import { provided } from '../support/frame.tsx';

/** A site whose owner has given every fact about the person, and one price. */
const known: VisitorSite = {
  ...siteFile,
  coach: {
    ...siteFile.coach,
    name: 'Noor Peeters',
    portrait: { file: '1a2b', alt: { nl: 'Noor lacht', en: 'Noor smiling' } },
    training: [{ title: 'Personal trainer', school: 'Syntra', year: 2016 }],
    since: 2017,
    languages: ['nl', 'fr'],
    region: { nl: 'Gent', en: 'Ghent' },
    reason: { nl: 'Ik had zelf nooit tijd.', en: 'I never had the time myself.' },
  },
  prices: {
    '1-on-1': {
      amountCents: 14_900,
      from: true,
      per: 'month',
      includes: { nl: ['Vier check-ins'], en: ['Four check-ins'] },
      minimumTermMonths: 3,
    },
  },
};

const markupOf = async (part: React.ReactNode, language: Language, site: VisitorSite) =>
  renderToString(await provided(part, language, site));

async function textOf(part: React.ReactNode, language: Language, site: VisitorSite) {
  const markup = await markupOf(part, language, site);
  return markup.replaceAll(/<!--.*?-->|<[^>]*>/g, ' ').replaceAll(/[\s\u00a0]+/g, ' ');
}

describe('the person of the site', () => {
  test.each([
    ['nl', 'Ik ben Noor Peeters', 'Gent', 'Nederlands en Frans', 'Waarom ik dit doe', 'nooit tijd'],
    ['en', 'I’m Noor Peeters', 'Ghent', 'Dutch and French', 'Why I do this', 'never had the time'],
  ] as const)(
    'is named where a visitor asks who it is (%s)',
    async (language, name, region, ...said) => {
      const [home, about] = [
        await textOf(<Trust price={null} />, language, known),
        await textOf(<AboutPage />, language, known),
      ];
      for (const text of [home, about]) expect(text).toContain(name);
      for (const page of [<ServicesPage key="all" />, <CoachingPage key="one" slug="1-on-1" />]) {
        expect(await textOf(page, language, known)).toContain('Noor Peeters, online');
      }
      expect(home).toContain(region);
      for (const fact of [region, ...said, 'Personal trainer, Syntra (2016)', '2017']) {
        expect(about).toContain(fact);
      }
      const portrait = renderToString(await provided(<AboutPage />, language, known));
      expect(portrait).toContain(language === 'nl' ? 'alt="Noor lacht"' : 'alt="Noor smiling"');
    },
  );

  test.each([
    ['nl', /Ik ben \S*,|aan te vullen|Opleiding|Coach sinds|Waarom ik dit doe|undefined/],
    ['en', /I’m \S*,|to be completed|Training \w+,|Coach since|Why I do this|undefined/i],
  ] as const)(
    'leaves no hole and no apology where a fact is missing (%s)',
    async (language, hole) => {
      for (const part of [<Trust price={null} key="home" />, <AboutPage key="about" />]) {
        expect(await textOf(part, language, siteFile)).not.toMatch(hole);
      }
    },
  );
});

test.each(['nl', 'en'] as const)(
  'a channel that is a placeholder is not linked, a real one is (%s)',
  async (language) => {
    const real = { ...siteFile, placeholders: [] };
    for (const page of [
      <AboutPage key="who" />,
      <HomePage key="home" />,
      <TestimonialsPage key="words" />,
    ]) {
      expect(await textOf(page, language, siteFile)).not.toContain('Google');
      expect(await textOf(page, language, real)).toContain('Google');
    }
    expect(await textOf(<Channels />, language, siteFile)).not.toContain('Instagram');
    expect(await textOf(<Channels />, language, real)).toContain('Instagram');
    expect(await textOf(<Channels />, language, siteFile)).not.toMatch(/Bel me|Call me/);
    expect(
      await textOf(<Channels />, language, { ...siteFile, phone: '+32 470 11 22 33' }),
    ).toMatch(/(?:Bel|Call) me.*\+32 470 11 22 33/);
  },
);

describe('a price', () => {
  test.each([
    [
      'nl',
      /[Vv]anaf € 149 per maand/,
      /per maand ?, btw inbegrepen, minstens 3 maanden/,
      'Vier check-ins',
    ],
    ['en', /[Ff]rom €149 a month/, /a month ?, VAT included, at least 3 months/, 'Four check-ins'],
  ] as const)(
    'is shown with its terms and what it includes (%s)',
    async (language, amount, terms, included) => {
      const service = await textOf(<CoachingPage slug="1-on-1" />, language, known);
      expect(service).toMatch(amount);
      expect(service).toMatch(terms);
      expect(service).toContain(included);
      for (const page of [
        <ServicesPage key="all" />,
        <AboutPage key="who" />,
        <HomePage key="home" />,
      ]) {
        expect(await textOf(page, language, known)).toMatch(amount);
      }
    },
  );

  test.each([
    ['nl', 'De prijs hoor je in het gratis gesprek'],
    ['en', 'You’ll hear the price in the free call'],
  ] as const)('that is not set says when one learns it (%s)', async (language, said) => {
    for (const page of [<AboutPage key="who" />, <HomePage key="home" />]) {
      expect(await textOf(page, language, siteFile)).toContain(said);
    }
    for (const slug of ['nutrition-plan', 'workout-plan', 'online-consultation']) {
      expect(await textOf(<CoachingPage slug={slug} />, language, known)).toContain(said);
    }
  });

  test('that begins a line begins with a capital letter', async () => {
    const begins = /class="(?:[\w-]+ )*capital"(?:><b[^>]*)?>vanaf €/;
    for (const page of [
      <CoachingPage key="one" slug="1-on-1" />,
      <ServicesPage key="all" />,
      <HomePage key="home" />,
    ]) {
      expect(await markupOf(page, 'nl', known)).toMatch(begins);
    }
  });

  test('is in no list within a paragraph, which a browser would end before the list', async () => {
    const markup = await markupOf(<CoachingPage slug="1-on-1" />, 'nl', known);
    expect(markup).toMatch(/<li[^>]*><b[^>]*>vanaf/);
    expect(markup).not.toMatch(/<p(?: [^>]*)?>(?:(?!<\/p>).)*<ul/s);
  });

  test('of an owner exempt from VAT does not say that it is included', async () => {
    const exempt = { ...known, company: { ...known.company, vatExempt: true } };
    const text = await textOf(<CoachingPage slug="1-on-1" />, 'nl', exempt);
    expect(text).toContain('vrij van btw');
    expect(text).not.toContain('btw inbegrepen');
  });
});
