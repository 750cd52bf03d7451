import { beforeEach, describe, expect, it, vi } from 'vitest';
import { startMenu } from '#ui/src/document/menu.ts';
import { showPage } from '../support/frame.tsx';
import { control } from '../support/page.ts';

startMenu();
const menu = () => document.querySelector('dialog') as HTMLDialogElement;

describe('menu of small screens', () => {
  beforeEach(() => showPage('services'));

  it('opens and closes by its buttons if the browser cannot do so from the markup', async () => {
    control('Menu openen').click();
    expect(menu().open).toBe(true);
    control('Menu sluiten').click();
    await expect.poll(() => menu().open).toBe(false);
  });

  it('is modal at the first key, however early', () => {
    control('Menu openen').click();
    const modal = vi.spyOn(menu(), 'showModal');
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }));
    expect(modal).toHaveBeenCalledOnce();
    expect(menu().open).toBe(true);
  });

  it('is modal in the next frame', async () => {
    control('Menu openen').click();
    const modal = vi.spyOn(menu(), 'showModal');
    await expect.poll(() => modal.mock.calls).toHaveLength(1);
    expect(menu().open).toBe(true);
  });

  it('stays closed when closed within that frame', async () => {
    control('Menu openen').click();
    control('Menu sluiten').click();
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 1)));
    expect(menu().open).toBe(false);
  });

  it('declares in its markup what its buttons do, so it opens without any script', () => {
    expect(control('Menu openen').getAttribute('command')).toBe('show-modal');
    expect(control('Menu sluiten').getAttribute('command')).toBe('close');
    expect(control('Menu openen').getAttribute('commandfor')).toBe(menu().id);
  });

  it('closes when one of its links is followed', async () => {
    control('Menu openen').click();
    const link = control('FAQ', menu());
    link.addEventListener('click', (event) => event.preventDefault());
    link.click();
    await expect.poll(() => menu().open).toBe(false);
  });

  it('has the eight links of the site and marks the page', () => {
    const links = [...menu().querySelectorAll('nav a')];
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/',
      '/about',
      '/services',
      '/testimonials',
      '/shop',
      '/blog',
      '/faq',
      '/contact',
    ]);
    expect(links.filter((link) => link.hasAttribute('aria-current')).length).toBe(1);
  });
});
