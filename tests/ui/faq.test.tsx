import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FaqPage } from '#ui/src/pages/faq.tsx';
import { siteFile } from '#ui/src/site/site.ts';
import { show } from '../support/show.tsx';
import { someFacts } from '../support/some-facts.ts';

const text = () => document.body.textContent?.replaceAll(/[\s\u00a0]+/g, ' ') ?? '';

test.each([
  [
    'nl',
    'Wat heb je gestudeerd?',
    'Hoelang zit ik vast',
    'minstens 3 maanden',
    'Nederlands en Engels.',
  ],
  [
    'en',
    'What are your qualifications?',
    'How long am I committed',
    'at least 3 months',
    'Dutch and English.',
  ],
] as const)(
  'what only the owner knows is answered from the facts, or not asked (%s)',
  async (language, qualifications, term, months, languages) => {
    const options = { language, texts: ['faq', 'offers'] } as const;
    await show(<FaqPage />, options);
    expect(text()).toContain(term);
    expect(text()).toContain(languages);
    expect(screen.queryByText(qualifications)).toBeNull();
    expect(text()).not.toContain(months);

    await show(<FaqPage />, {
      ...options,
      config: { site: { ...siteFile, ...someFacts, texts: undefined } },
    });
    expect(screen.getByText(qualifications)).toBeDefined();
    expect(text()).toContain('Hogeschool Voorbeeld (2015)');
    expect(text()).toContain(months);
    expect(text()).not.toContain(languages);
  },
);

test('the link beside each question names it', async () => {
  await show(<FaqPage />, { language: 'en', texts: ['faq', 'offers'] });
  const names = screen
    .getAllByRole('link', { name: /^Link to the question/, hidden: true })
    .map(({ textContent }) => textContent.trim());
  const questions = [...document.querySelectorAll('summary')].map(({ textContent }) =>
    textContent.trim(),
  );
  expect(names).toEqual(questions.map((question) => `Link to the question: ${question}`));
});

test('the first question of all is open, the others are closed', async () => {
  await show(<FaqPage />, { language: 'en', texts: ['faq', 'offers'] });
  const open = [...document.querySelectorAll('details')].map((question) => question.open);
  expect(open.length).toBeGreaterThan(3);
  expect(open).toEqual(open.map((_, index) => index === 0));
});
