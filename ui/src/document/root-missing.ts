import { script as texts } from '../../content/nl/failures.json' with { type: 'json' };

/** The page without its content: a plain message in Dutch and a button. */
export function showMissing() {
  document.body.insertAdjacentHTML(
    'beforeend',
    `<div class="ground g-page" role="alert" lang="nl"><div class="wrap stack"><h1 class="h-2">${texts.title}</h1><p>${texts.text}</p><p><a class="btn" href="">${texts.action}</a></p></div></div>`,
  );
  // The inlined styles cover the parts of the page only, not this message.
  const { style } = document.body.lastElementChild as HTMLElement;
  style.display = 'grid';
  style.alignContent = 'center';
  style.minHeight = '100vh';
}
