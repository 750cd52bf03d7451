import { beforeEach, describe, expect, it } from 'vitest';
import { startSignedIn } from '#ui/src/document/signed-in.ts';
import { showPage } from '../support/frame.tsx';
import { control, hasState } from '../support/page.ts';

startSignedIn();

describe('header of a member', () => {
  beforeEach(async () => {
    await showPage('faq', 'en');
    localStorage.clear();
    document.dispatchEvent(new CustomEvent('coachsite:session'));
  });

  it('offers Account and Sign out in the header of every page', () => {
    const header = document.querySelector('header') as HTMLElement;
    expect(control('Account', header).getAttribute('href')).toBe('/account');
    expect(control('Sign out', header).hasAttribute('data-sign-out')).toBe(true);
  });

  it('shows them while a session is stored here or in another tab', () => {
    expect(hasState('signed-in')).toBe(false);
    localStorage.setItem('session', '{}');
    document.dispatchEvent(new CustomEvent('coachsite:session'));
    expect(hasState('signed-in')).toBe(true);
    localStorage.removeItem('session');
    window.dispatchEvent(new StorageEvent('storage', { key: 'session' }));
    expect(hasState('signed-in')).toBe(false);
  });
});
