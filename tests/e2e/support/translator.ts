import type { Page } from '@playwright/test';

/** From when on a page is translated: at once, or once the app runs. */
export type TranslatedFrom = 'parsed' | 'started';

/**
 * Does to every text of the page it is called in what the translation of Chromium does: it takes the text out and puts
 * two elements in its place, again whenever a text appears or changes. The words stay. It stands alone, as its text is
 * sent to pages.
 */
export function rewriteTexts(from: TranslatedFrom): void {
  const isLeftOut = (node: Text) =>
    !node.data.trim() || node.parentElement?.closest('font,script,style,textarea,option,svg');
  const rewrite = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (isLeftOut(text)) continue;
      const outer = document.createElement('font');
      const inner = outer.appendChild(document.createElement('font'));
      inner.append(text.data);
      text.replaceWith(outer);
    }
  };
  const start = () => {
    rewrite();
    new MutationObserver(rewrite).observe(document.body, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  };
  const root = document.documentElement;
  const isTime = () => from === 'parsed' || root.classList.contains('app');
  const seen = new MutationObserver(() => {
    if (!isTime()) return;
    seen.disconnect();
    start();
  });
  if (isTime()) start();
  else seen.observe(root, { attributes: true });
}

/** Translates every page. */
export async function translate(page: Page, from: TranslatedFrom): Promise<void> {
  await page.addInitScript(
    `addEventListener('DOMContentLoaded', () => (${rewriteTexts})(${JSON.stringify(from)}));`,
  );
}
