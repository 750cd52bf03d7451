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
 * The menu of small screens, whose markup is `layout/menu.tsx`: a modal dialog, which browsers with invoker commands open and close from its markup,
 * even without this script. The script shows the menu one frame before it becomes modal: an inert page is restyled as
 * a whole, which takes longer than a frame on a slow phone. Following a link closes the menu.
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
  // Deferred: a browser that closes the menu itself does so first, and would warn about closing it twice.
  onClick(`${part('menu-close')}, dialog.menu a`, () => setTimeout(closeMenu));
  // A key pressed during that frame belongs to the menu.
  addEventListener('keydown', makeModal, true);
}
