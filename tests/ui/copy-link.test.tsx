import { act, fireEvent } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { CopyLink } from '#ui/src/features/blog/index.ts';
import { control } from '../support/page.ts';
import { show } from '../support/show.tsx';

const canonical = 'https://coach.example/blog/5-afvalfouten';

beforeEach(() => {
  document.head.innerHTML = `<link rel="canonical" href="${canonical}">`;
});

/** The clipboard of a browser, or none. */
function giveClipboard(clipboard: { writeText: (text: string) => Promise<void> } | undefined) {
  Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
}

const status = () => document.querySelector('[role=status]')?.textContent;

test('copies the canonical URL and says so (F61)', async () => {
  const copied: string[] = [];
  giveClipboard({
    writeText: async (text) => {
      copied.push(text);
    },
  });
  await show(<CopyLink />, { texts: ['blog-post'] });
  await act(async () => {
    fireEvent.click(control('Kopieer link'));
  });
  expect(copied).toEqual([canonical]);
  expect(status()).toBe('Link gekopieerd');
});

test('without a clipboard the URL is shown for manual copying', async () => {
  giveClipboard(undefined);
  await show(<CopyLink />, { texts: ['blog-post'], language: 'en' });
  await act(async () => {
    fireEvent.click(control('Copy link'));
  });
  expect(status()).toContain(canonical);
});
