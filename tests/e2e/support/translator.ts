import type { Page } from '@playwright/test';

/**
 * Does to every text of a page, from the moment it is parsed or once the app runs, what the translation of Chromium does:
 * it takes the text out and puts two elements in its place, again whenever a text appears or changes. The words stay.
 */
export async function translate(page: Page, from: 'parsed' | 'started'): Promise<void> {
  await page.addInitScript((begin) => {
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
    if (begin === 'parsed') addEventListener('DOMContentLoaded', start);
    else {
      addEventListener('DOMContentLoaded', () => {
        const root = document.documentElement;
        const seen = new MutationObserver(() => {
          if (!root.classList.contains('app')) return;
          seen.disconnect();
          start();
        });
        seen.observe(root, { attributes: true });
      });
    }
  }, from);
}
