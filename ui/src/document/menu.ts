import { onClick } from './page.ts';

/** Browsers with invoker commands open and close the dialog from its markup, even without this script. */
const isDeclarative = () => 'commandForElement' in HTMLButtonElement.prototype;

const menu = () => document.querySelector<HTMLDialogElement>('dialog.menu');

/** Closes the menu, if it is open; the browser gives the focus back. */
export function closeMenu() {
  if (menu()?.open) menu()?.close();
}

/** The menu of small screens: a modal dialog. Following one of its links closes it. Source: legal reference E9. */
export function startMenu() {
  onClick('[data-menu-open]', () => {
    if (!isDeclarative()) menu()?.showModal();
  });
  onClick('[data-menu-close], dialog.menu a', (target) => {
    if (!isDeclarative() || target instanceof HTMLAnchorElement) closeMenu();
  });
}
