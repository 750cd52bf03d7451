import { beforeEach, describe, expect, it } from 'vitest';
import { startStickyBar } from '#ui/src/document/sticky-bar.ts';
import { showPage } from '../support/frame.tsx';
import { control, hasState } from '../support/page.ts';

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

async function scrollTo(share: number, width = 1280) {
  Object.defineProperty(document.documentElement, 'scrollHeight', {
    value: 2000,
    configurable: true,
  });
  Object.assign(window, { innerHeight: 1000, innerWidth: width });
  Object.defineProperty(window, 'scrollY', { value: share * 1000, configurable: true });
  window.dispatchEvent(new Event('scroll'));
  await nextFrame();
  await nextFrame();
}

await showPage('about');
startStickyBar();

describe('call-to-action bar', () => {
  beforeEach(() => showPage('about'));

  it('shows strictly past 80 % of the page', async () => {
    await scrollTo(0.8);
    expect(hasState('sticky-on')).toBe(false);
    await scrollTo(0.81);
    expect(hasState('sticky-on')).toBe(true);
  });

  it('shows strictly past 30 % up to 768 px', async () => {
    await scrollTo(0.3, 768);
    expect(hasState('sticky-on')).toBe(false);
    await scrollTo(0.31, 768);
    expect(hasState('sticky-on')).toBe(true);
    await scrollTo(0.31, 769);
    expect(hasState('sticky-on')).toBe(false);
  });

  it('waits while the cookie banner is open', async () => {
    document.documentElement.classList.add('consent-open');
    await scrollTo(0.9);
    expect(hasState('sticky-on')).toBe(false);
  });

  it('stays hidden for the session once closed', async () => {
    await scrollTo(0.9);
    control('Sluiten').click();
    expect(hasState('sticky-on')).toBe(false);
    expect(sessionStorage.getItem('sticky-cta-dismissed')).not.toBeNull();
    await scrollTo(1);
    expect(hasState('sticky-on')).toBe(false);
  });
});
