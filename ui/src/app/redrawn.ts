import { emit } from '../browser/page-events.ts';

/** Gives what waits in the input queue to the `heirs` of elements that are gone, and clears the head of a page drawn anew. */
export function tidy(heirs: ReadonlyMap<Element, HTMLElement>): void {
  emit('queue', [
    1,
    (_events, elements) => {
      const waiting = [...elements];
      elements.clear();
      for (let element of waiting) {
        // Drawn anew twice, an heir has one of its own.
        for (let heir = heirs.get(element); heir; heir = heirs.get(heir)) element = heir;
        elements.add(element);
      }
    },
  ]);
  // React adds what the head of a page has once more: a title before the old one, all else at the end.
  const [, ...oldTitles] = document.head.querySelectorAll('title');
  for (const title of oldTitles) title.remove();
  const seen = new Set<string>();
  const names = ['name', 'property', 'type', 'href', 'rel', 'hreflang', 'media', 'sizes'];
  for (const element of [...document.head.querySelectorAll('meta,link')].reverse()) {
    const kind = [element.tagName, ...names.map((name) => element.getAttribute(name))].join('|');
    if (seen.has(kind)) element.remove();
    seen.add(kind);
  }
}
