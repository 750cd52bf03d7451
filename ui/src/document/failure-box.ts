/** Shows a message at the bottom of the page, whatever the page is; `html` is text of this site. */
export function showBox(html: string): HTMLElement {
  // Outside the root, where React expects the markup of the server.
  document.body.insertAdjacentHTML(
    'beforeend',
    `<div class="ground g-page" role="alert"><div class="wrap"><p>${html}</p></div></div>`,
  );
  const box = document.body.lastElementChild as HTMLElement;
  // The inlined styles cover the parts of the page only, not this message.
  box.style.cssText = 'position:sticky;bottom:0;padding-block:1rem;border-top:2px solid';
  return box;
}
