import { beforeAll, describe, expect, it } from 'vitest';
import { startConsent } from '#ui/src/document/consent.ts';
import { NotFoundPage } from '#ui/src/pages/not-found.tsx';
import { showPage } from '../support/frame.tsx';
import { control, keepOffline } from '../support/page.ts';
import { someRuntimeConfig } from '../support/runtime-config.ts';

const events = () =>
  ((window.dataLayer ?? []) as ArrayLike<unknown>[])
    .map((command) => Array.from(command))
    .filter(([kind, name]) => kind === 'event' && name === 'page_not_found');

keepOffline();

describe('not-found page', () => {
  beforeAll(async () => {
    history.replaceState(null, '', `/jan@example.com/${'some-page/'.repeat(30)}?secret=1`);
    await showPage('not-found', 'en', <NotFoundPage />);
  });

  it('uses the exact words, with four links', () => {
    expect(document.querySelector('h1')?.textContent).toBe("Oops! This page doesn't exist");
    expect(control('Back to homepage').getAttribute('href')).toBe('/');
    expect(control('Book a free call').getAttribute('href')).toBe(someRuntimeConfig.bookingUrl);
    expect(control('Book a free call').getAttribute('title')).toContain(
      new URL(someRuntimeConfig.bookingUrl).hostname,
    );
    expect(control('View services').getAttribute('href')).toBe('/services');
    expect(control('Contact us').getAttribute('href')).toBe('/contact');
  });

  it('reports to analytics once, after consent only, with only the shortened path', async () => {
    startConsent();
    expect(events()).toEqual([]);
    control('Accept all').click();
    document.dispatchEvent(new CustomEvent('coachsite:navigated'));
    await expect.poll(() => events().length).toBe(1);
    expect(events()[0]?.[2]).toEqual({
      page_path: `/***/${'some-page/'.repeat(30)}`.slice(0, 200),
    });
  });
});
