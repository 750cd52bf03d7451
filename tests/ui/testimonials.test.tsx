import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { SampleNotice } from '#ui/src/features/testimonials/sample-notice.tsx';
import { Stories } from '#ui/src/features/testimonials/story-filter.tsx';
import { show } from '../support/show.tsx';

const open = (language: 'nl' | 'en') =>
  show(<Stories notice={<SampleNotice />} />, { language, texts: ['testimonials', 'offers'] });

const names = () =>
  screen.getAllByRole('listitem').map((item) => item.querySelector('.who b')?.textContent);

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
      expect(screen.getByRole('status').textContent).toContain('10+');
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
});
