import { shownPolicyVersion } from '@coachsite/adapters/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startConsent } from '#ui/src/document/consent.ts';
import { policyVersion } from '#ui/src/site/policy-version.ts';
import { showPage } from '../support/frame.tsx';
import { control, hasState, keepOffline, toggle } from '../support/page.ts';

const proofs = keepOffline();
const stored = () => JSON.parse(localStorage.getItem('cookie-consent') ?? 'null');
const analyticsScripts = () => document.querySelectorAll('script[src*="googletagmanager"]').length;
const inAnotherTab = (value: string | null) => {
  if (value === null) localStorage.removeItem('cookie-consent');
  else localStorage.setItem('cookie-consent', value);
  window.dispatchEvent(new StorageEvent('storage', { key: 'cookie-consent' }));
};

await showPage('about');
startConsent();

describe('cookie banner', () => {
  beforeEach(async () => {
    proofs.length = 0;
    await showPage('about');
    inAnotherTab(null);
  });

  it('opens until a choice was made, with every switch except the necessary one off', () => {
    expect(hasState('consent-open')).toBe(true);
    expect(toggle('Noodzakelijk').checked).toBe(true);
    expect(toggle('Noodzakelijk').disabled).toBe(true);
    expect(['Functioneel', 'Analytisch', 'Marketing'].map((name) => toggle(name).checked)).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('stores a rejection with its proof and closes', async () => {
    control('Enkel noodzakelijke').click();
    expect(hasState('consent-open')).toBe(false);
    expect(stored()).toMatchObject({
      necessary: true,
      functional: false,
      analytics: false,
      marketing: false,
      policyVersion,
      language: 'nl',
    });
    await expect.poll(() => proofs.map(({ url }) => url)).toEqual(['/api/consent']);
    expect(JSON.parse((await proofs[0]?.body.text()) ?? '')).toEqual(stored());
  });

  it('follows a choice in another tab, of which it may hear without its name', () => {
    localStorage.setItem(
      'cookie-consent',
      JSON.stringify({ necessary: true, functional: false, analytics: false, marketing: false }),
    );
    window.dispatchEvent(new StorageEvent('storage', { key: 'lastPath' }));
    expect(hasState('consent-open')).toBe(true);
    window.dispatchEvent(new StorageEvent('storage'));
    expect(hasState('consent-open')).toBe(false);
  });

  it('asks again when a visitor returns to a page on which the choice expired', () => {
    control('Enkel noodzakelijke').click();
    const comeBack = (savedAgoDays: number) => {
      vi.spyOn(Date, 'now').mockReturnValue(stored().savedAt + savedAgoDays * 86_400_000);
      document.dispatchEvent(new Event('visibilitychange'));
      vi.restoreAllMocks();
    };
    comeBack(170);
    expect(hasState('consent-open')).toBe(false);
    comeBack(190);
    expect(hasState('consent-open')).toBe(true);
  });

  it('stores what was switched on', () => {
    control('Aanpassen').click();
    expect(hasState('consent-customize')).toBe(true);
    expect(control('Aanpassen').getAttribute('aria-expanded')).toBe('true');
    toggle('Functioneel').checked = true;
    control('Bewaar voorkeuren').click();
    expect(stored()).toMatchObject({ functional: true, analytics: false, marketing: false });
  });

  it('stores nothing on the second click of a double click that opened the panel', () => {
    control('Aanpassen').click();
    const save = (detail: number) =>
      control('Bewaar voorkeuren').dispatchEvent(
        new MouseEvent('click', { bubbles: true, detail }),
      );
    save(2);
    expect(stored()).toBeNull();
    save(1);
    expect(stored()).toMatchObject({ functional: false });
  });

  it('loads analytics after consent only, denies advertising, and removes it on withdrawal', async () => {
    expect(analyticsScripts()).toBe(0);
    control('Alles aanvaarden').click();
    await expect.poll(() => analyticsScripts()).toBe(1);
    const [command] = window.dataLayer as ArrayLike<unknown>[];
    expect([...Array.from(command ?? [])]).toEqual([
      'consent',
      'default',
      expect.objectContaining({ ad_storage: 'denied', analytics_storage: 'granted' }),
    ]);
    // biome-ignore lint/suspicious/noDocumentCookie: as analytics does
    document.cookie = '_ga=1; path=/';
    control('Cookie-instellingen').click();
    expect(toggle('Analytisch').checked).toBe(true);
    control('Enkel noodzakelijke').click();
    await expect.poll(() => analyticsScripts()).toBe(0);
    expect(document.cookie).not.toContain('_ga');
    expect(window).toHaveProperty('ga-disable-G-TEST', true);
  });

  it('loads analytics once when a choice is saved again, and removes cookies that are left over', async () => {
    window.dataLayer?.splice(0);
    delete window.dataLayer;
    control('Alles aanvaarden').click();
    await expect.poll(() => analyticsScripts()).toBe(1);
    const countCommands = () => window.dataLayer?.length;
    const before = countCommands();
    control('Cookie-instellingen').click();
    toggle('Marketing').checked = false;
    control('Bewaar voorkeuren').click();
    expect(stored()).toMatchObject({ analytics: true, marketing: false });
    await import('#ui/src/document/analytics.ts');
    expect(countCommands()).toBe(before);

    inAnotherTab(null);
    await expect.poll(() => analyticsScripts()).toBe(0);
    // biome-ignore lint/suspicious/noDocumentCookie: as analytics does
    document.cookie = '_gid=1; path=/';
    inAnotherTab(null);
    await expect.poll(() => document.cookie).not.toContain('_gid');
  });

  it('sends analytics only the path, also after navigation, and asks again after a withdrawal', async () => {
    window.dataLayer?.splice(0);
    delete window.dataLayer;
    history.replaceState(null, '', '/notify/confirm?token=geheim&email=ann@example.com#geheim');
    const commands = () => (window.dataLayer as ArrayLike<unknown>[]).map((one) => Array.from(one));
    const place = (path: string) => [
      'set',
      expect.objectContaining({ page_location: location.origin + path }),
    ];
    control('Alles aanvaarden').click();
    await expect.poll(() => analyticsScripts()).toBe(1);
    expect(commands()[1]).toEqual(place('/notify/confirm'));
    history.replaceState(null, '', '/shop?q=geheim');
    document.dispatchEvent(new Event('coachsite:navigated'));
    expect(commands().at(-1)).toEqual(place('/shop'));
    expect(JSON.stringify(commands())).not.toMatch(/geheim|ann@/);

    control('Cookie-instellingen').click();
    control('Enkel noodzakelijke').click();
    await expect.poll(() => analyticsScripts()).toBe(0);
    const before = commands().length;
    document.dispatchEvent(new Event('coachsite:navigated'));
    expect(commands()).toHaveLength(before);
    control('Cookie-instellingen').click();
    control('Alles aanvaarden').click();
    await expect.poll(() => analyticsScripts()).toBe(1);
    expect(commands()[before]).toEqual([
      'consent',
      'update',
      expect.objectContaining({ ad_storage: 'denied', analytics_storage: 'granted' }),
    ]);
    // biome-ignore lint/suspicious/noDocumentCookie: as analytics does
    document.cookie = '_ga=1; path=/';
    window.dispatchEvent(new Event('pagehide'));
    expect(document.cookie).toContain('_ga');
    history.replaceState(null, '', '/');
  });

  it('returns the focus to the button that reopened it, and Escape changes nothing', () => {
    control('Enkel noodzakelijke').click();
    const before = stored();
    const settings = control('Cookie-instellingen');
    settings.click();
    expect(hasState('consent-open')).toBe(true);
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
    expect(hasState('consent-open')).toBe(false);
    expect(document.activeElement).toBe(settings);
    expect(stored()).toEqual(before);
  });

  it('is not closed by Escape', () => {
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
    expect(hasState('consent-open')).toBe(true);
    expect(stored()).toBeNull();
  });

  it('accepts four booleans alone as a choice and adds what proof and expiry need', () => {
    inAnotherTab('{"necessary":true,"functional":true,"analytics":false,"marketing":false}');
    expect(hasState('consent-open')).toBe(false);
    expect(stored()).toMatchObject({ functional: true, policyVersion });
    expect(stored().id).not.toBe('');
  });

  it('deletes the cookies of analytics on the host and on every domain above it, and no other', async () => {
    const { removeAnalytics } = await import('#ui/src/document/analytics.ts');
    const written: string[] = [];
    const hostname = vi.spyOn(location, 'hostname', 'get').mockReturnValue('www.coach.example');
    Object.defineProperty(document, 'cookie', {
      configurable: true,
      get: () => '_ga=1; language=nl',
      set: (cookie: string) => written.push(cookie),
    });
    removeAnalytics('');
    Reflect.deleteProperty(document, 'cookie');
    hostname.mockRestore();
    const domains = [
      '',
      '; Domain=www.coach.example',
      '; Domain=coach.example',
      '; Domain=example',
    ];
    expect(written).toEqual(domains.map((domain) => `_ga=; Path=/; Max-Age=0${domain}`));
  });

  it('asks again on a site that starts to use analytics, which the choice did not cover', () => {
    control('Enkel noodzakelijke').click();
    document.documentElement.dataset.policy = shownPolicyVersion(policyVersion, true);
    inAnotherTab(localStorage.getItem('cookie-consent'));
    expect(hasState('consent-open')).toBe(true);
    control('Alles aanvaarden').click();
    expect(stored()).toMatchObject({ policyVersion: `${policyVersion}-analytics` });
    expect(hasState('consent-open')).toBe(false);
  });

  it('asks again after a change of the policy', () => {
    inAnotherTab(
      '{"necessary":true,"functional":true,"analytics":false,"marketing":false,"policyVersion":"0"}',
    );
    expect(hasState('consent-open')).toBe(true);
  });
});

describe('Global Privacy Control', () => {
  const root = document.documentElement;
  const lines = () =>
    [...document.querySelectorAll<HTMLElement>('.consent-number')].map(
      ({ textContent }) => textContent,
    );

  afterEach(() => {
    Object.assign(navigator, { globalPrivacyControl: undefined });
    delete root.dataset.gpc;
  });

  it.each([
    ['of the browser', () => Object.assign(navigator, { globalPrivacyControl: true })],
    ['in the header of the request', () => Object.assign(root.dataset, { gpc: '1' })],
  ])('%s: asks nothing, loads nothing, and says why in the panel', async (_, signal) => {
    signal();
    await showPage('about');
    inAnotherTab(null);
    expect(hasState('consent-open')).toBe(false);
    expect(stored()).toBeNull();
    expect(analyticsScripts()).toBe(0);
    control('Cookie-instellingen').click();
    expect(hasState('consent-open')).toBe(true);
    expect(toggle('Analytisch').checked).toBe(false);
    await expect.poll(lines).toEqual([expect.stringContaining('Global Privacy Control')]);
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
    expect(hasState('consent-open')).toBe(false);
    expect(stored()).toBeNull();
  });

  it('gives way to a choice, which is proven', async () => {
    Object.assign(navigator, { globalPrivacyControl: true });
    await showPage('about');
    inAnotherTab(null);
    proofs.length = 0;
    control('Cookie-instellingen').click();
    await expect.poll(lines).toEqual([expect.stringContaining('Global Privacy Control')]);
    control('Alles aanvaarden').click();
    expect(stored()).toMatchObject({ analytics: true, policyVersion });
    await expect.poll(() => proofs.map(({ url }) => url)).toEqual(['/api/consent']);
    await expect.poll(() => analyticsScripts()).toBe(1);
    await expect.poll(lines).toEqual([expect.stringContaining(stored().id)]);
    expect(lines()[0]).not.toContain('Global Privacy Control');
    inAnotherTab(null);
    await expect.poll(() => analyticsScripts()).toBe(0);
  });
});
