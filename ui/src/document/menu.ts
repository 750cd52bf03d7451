import { part } from './attributes.ts';
import { afterFrame, onClick } from './page.ts';

const menu = () => document.querySelector<HTMLDialogElement>('dialog.menu');

/** Closes the menu, if it is open; the browser gives the focus back. */
export function closeMenu() {
  menu()?.close();
}

let isOpening = false;

function makeModal() {
  const dialog = menu();
  if (isOpening && dialog?.open) {
    dialog.open = false;
    dialog.showModal();
  }
  isOpening = false;
}

/**
 * The menu of small screens: a modal dialog, which browsers with invoker commands open and close from its markup, even
 * without this script. With it the menu is seen before it is modal: a page that becomes inert is styled anew as a
 * whole, which takes a slow phone longer than a frame. Following one of its links closes it.
 * Source: docs/law-and-search.md#E9.
 */
export function startMenu() {
  onClick(part('menu-open'), (_button, event) => {
    event.preventDefault();
    const dialog = menu();
    if (!dialog || dialog.open) return;
    isOpening = dialog.open = true;
    afterFrame(makeModal);
  });
  // A browser that closes it by itself does so first, and would warn of a menu that is closed already.
  onClick(`${part('menu-close')}, dialog.menu a`, () => setTimeout(closeMenu));
  // A key pressed within that frame is already the menu's.
  addEventListener('keydown', makeModal, true);
}
