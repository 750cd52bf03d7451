import { emit } from '../browser/page-events.ts';

/*
 * Where a translator or an extension changed the page before it was hydrated, React draws it anew. What somebody typed,
 * chose, focused or pressed meanwhile belongs to elements that are gone then.
 */

/** What may hold input. */
const controls = 'input,textarea,select,button,a,form';

/** What tells an element from its neighbours of another kind; their ids differ between two drawings. */
const kindOf = (element: Element) =>
  ['name', 'property', 'type', 'href', 'action', 'rel', 'hreflang']
    .map((name) => element.getAttribute(name))
    .concat(element.tagName)
    .join('|');

/** Elements by their kind, and their number among those of their kind. */
function numbered<T extends Element>(elements: Iterable<T>): Map<string, T> {
  const counts = new Map<string, number>();
  const found = new Map<string, T>();
  for (const element of elements) {
    const kind = kindOf(element);
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    found.set(`${kind}|${count}`, element);
  }
  return found;
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Gives a field what its predecessor had, so that React notices. */
function copy(from: Field, to: Field): void {
  // A choice waits in the input queue, which repeats it.
  if (/^(?:checkbox|radio|file)$/.test(to.type) || from.value === to.value) return;
  const { prototype } = to.constructor as { readonly prototype: Field };
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(to, from.value);
  to.dispatchEvent(new Event('input', { bubbles: true }));
}

const isField = (element: Element): element is Field =>
  /^(?:INPUT|TEXTAREA|SELECT)$/.test(element.tagName);

/** The page before it was drawn anew. */
export interface Drawn {
  readonly controls: Iterable<HTMLElement>;
  readonly focused: Element | null;
}

/** Gives what `before` held to the elements that took its place. */
export function restoreInput(root: HTMLElement, before: Drawn): void {
  const after = numbered(root.querySelectorAll<HTMLElement>(controls));
  const heirs = new Map<Element, HTMLElement>();
  for (const [key, element] of numbered(before.controls)) {
    const heir = after.get(key);
    if (!heir || element.isConnected) continue;
    heirs.set(element, heir);
    if (isField(element) && isField(heir)) copy(element, heir);
  }
  if (before.focused && document.activeElement === document.body)
    heirs.get(before.focused)?.focus({ preventScroll: true });
  emit('queue', [
    1,
    (_events, elements) => {
      const waiting = [...elements];
      elements.clear();
      for (const element of waiting) elements.add(heirs.get(element) ?? element);
    },
  ]);
  // React adds what the head of a page has once more: a title before the old one, all else at the end.
  const [, ...oldTitles] = document.head.querySelectorAll('title');
  for (const title of oldTitles) title.remove();
  const seen = new Set<string>();
  for (const element of [...document.head.querySelectorAll('meta,link')].reverse()) {
    const kind = `${kindOf(element)}|${element.getAttribute('media')}|${element.getAttribute('sizes')}`;
    if (seen.has(kind)) element.remove();
    seen.add(kind);
  }
}
