import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { GuideActions } from '#ui/src/features/guide/guide-actions.tsx';
import { Hero } from '#ui/src/features/home/hero.tsx';
import { fileSize, longDate } from '#ui/src/i18n/format.ts';
import { show } from '../support/show.tsx';

const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
  vi.restoreAllMocks();
});

const open = (language: 'nl' | 'en', ebook?: { sizeBytes: number; pages: number | null }) =>
  show(<GuideActions onStarted={() => {}} next={<p>next</p>} />, {
    language,
    texts: ['offers'],
    config: { ebook },
  });

test.each([
  ['is offered in the first screen of the home page', { sizeBytes: 1, pages: 1 }, 1],
  ['is not offered there while there is none', undefined, 0],
])('the guide %s', async (_, ebook, links) => {
  await show(<Hero action={null} />, { texts: ['home'], config: { ebook } });
  expect(screen.queryAllByRole('link', { name: 'Gratis gids' })).toHaveLength(links);
});

describe('the ways to the guide', () => {
  test('are plain links that describe the file', async () => {
    await open('nl', { sizeBytes: 2_400_000, pages: 12 });
    const link = screen.getByRole('link', { name: 'Nu downloaden' });
    expect(link.getAttribute('href')).toBe(
      '/storage/v1/object/public/ebook/free-guide.pdf?download',
    );
    const described = document.getElementById(link.getAttribute('aria-describedby') ?? '');
    expect(described?.textContent).toBe('PDF, 2,4\u00a0MB, 12 pagina’s, Nederlands');
    expect(screen.getByRole('link', { name: 'Bekijk in browser' }).getAttribute('target')).toBe(
      '_blank',
    );
  });

  test('leave out an unknown number of pages', async () => {
    await open('en', { sizeBytes: 812_000, pages: null });
    expect(screen.getByText('PDF, 812 kB, Dutch')).toBeDefined();
  });

  test('say that there is no guide yet beside disabled buttons', async () => {
    await open('en');
    expect(screen.getByText('The guide is not available yet')).toBeDefined();
    for (const name of ['Download now', 'View in browser']) {
      expect(screen.getByRole('button', { name })).toHaveProperty('disabled', true);
    }
  });

  test('say in the page that a download failed, and advise viewing it in the browser', async () => {
    globalThis.fetch = async () => new Response(null, { status: 404 });
    await open('en', { sizeBytes: 1, pages: 1 });
    fireEvent.click(screen.getByRole('link', { name: 'Download now' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Error downloading the guide. Please try again.');
    expect(alert.textContent).toContain('View in browser');
  });

  test('say in the page that the file cannot be viewed, and open no tab', async () => {
    globalThis.fetch = async () => new Response(null, { status: 404 });
    const opened = vi.spyOn(window, 'open');
    await open('en', { sizeBytes: 1, pages: 1 });
    fireEvent.click(screen.getByRole('link', { name: 'View in browser' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Error loading the guide. Please try again.');
    expect(opened).not.toHaveBeenCalled();
  });

  test.each(['Download now', 'View in browser'])(
    'take the focus back from a retry that succeeds: %s',
    async (name) => {
      vi.spyOn(window, 'open').mockReturnValue(window);
      vi.spyOn(location, 'assign').mockReturnValue();
      const responses = [new Response(null, { status: 404 }), new Response()];
      globalThis.fetch = async () => responses.shift() ?? new Response();
      await open('en', { sizeBytes: 1, pages: 1 });
      fireEvent.click(screen.getByRole('link', { name }));
      const retry = await screen.findByRole('button', { name: 'Try again' });
      retry.focus();
      fireEvent.click(retry);
      await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
      expect(document.activeElement).toBe(screen.getByRole('link', { name }));
    },
  );

  test.each(['ctrlKey', 'metaKey', 'shiftKey'])(
    'leave a press with %s to the browser, which opens a tab of its own',
    async (key) => {
      const fetched = vi.fn(async () => new Response());
      globalThis.fetch = fetched;
      await open('en', { sizeBytes: 1, pages: 1 });
      const link = screen.getByRole('link', { name: 'Download now' });
      // A test loads no page.
      document.addEventListener('click', (event) => event.preventDefault(), { once: true });
      fireEvent.click(link, { [key]: true });
      expect(fetched).not.toHaveBeenCalled();
    },
  );

  test.each([
    ['show the file in a new tab on a phone', true],
    ['save the file on a computer', false],
  ])('%s', async (_, isPhone) => {
    vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: isPhone } as MediaQueryList);
    const opened = vi.spyOn(window, 'open').mockReturnValue(window);
    const assigned = vi.spyOn(location, 'assign').mockReturnValue();
    globalThis.fetch = async () => new Response();
    const started: boolean[] = [];
    await show(
      <GuideActions onStarted={(phone) => started.push(phone)} next={<p>What is next</p>} />,
      { language: 'en', texts: ['offers'], config: { ebook: { sizeBytes: 1, pages: 1 } } },
    );
    expect(screen.queryByText('What is next')).toBeNull();
    fireEvent.click(screen.getByRole('link', { name: 'Download now' }));
    expect(await screen.findByText('What is next')).toBeDefined();
    expect(started).toEqual([isPhone]);
    const path = '/storage/v1/object/public/ebook/free-guide.pdf';
    expect(opened.mock.calls).toEqual(isPhone ? [[path, '_blank']] : []);
    expect(assigned.mock.calls).toEqual(isPhone ? [] : [[`${path}?download`]]);
  });

  test('open the file in this tab where a new one is blocked', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null);
    const assigned = vi.spyOn(location, 'assign').mockReturnValue();
    globalThis.fetch = async () => new Response();
    await open('en', { sizeBytes: 1, pages: 1 });
    fireEvent.click(screen.getByRole('link', { name: 'View in browser' }));
    await waitFor(() => expect(assigned).toHaveBeenCalledOnce());
  });

  test('open the file once, however often they are pressed', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(window);
    let respond = () => {};
    globalThis.fetch = () =>
      new Promise((resolve) => {
        respond = () => resolve(new Response());
      });
    await open('en', { sizeBytes: 1, pages: 1 });
    const link = screen.getByRole('link', { name: 'View in browser' });
    // While the file is looked for, and by the second click of a double click.
    for (const detail of [1, 1]) fireEvent.click(link, { detail });
    respond();
    await waitFor(() => expect(opened).toHaveBeenCalledTimes(1));
    fireEvent.click(link, { detail: 2 });
    respond();
    await new Promise((resolve) => setTimeout(resolve));
    expect(opened).toHaveBeenCalledTimes(1);
    fireEvent.click(link, { detail: 1 });
    respond();
    await waitFor(() => expect(opened).toHaveBeenCalledTimes(2));
  });
});

test('sizes and dates are formatted for each language', () => {
  expect(fileSize(1_234_567, 'nl')).toBe('1,2\u00a0MB');
  expect(fileSize(1_234_567, 'en')).toBe('1.2\u00a0MB');
  expect(fileSize(10, 'en')).toBe('1\u00a0kB');
  expect(longDate('2024-09-17', 'nl')).toBe('17 september 2024');
  expect(longDate('2024-09-17', 'en')).toBe('17 September 2024');
});
