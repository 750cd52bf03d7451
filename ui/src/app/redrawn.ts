import { emit } from '../browser/page-events.ts';

/*
 * Where a translator or an extension changed the page before it was hydrated, React draws it anew. What somebody typed,
 * chose, focused or pressed meanwhile belongs to elements that are gone then.
 */

const controls = 'input,textarea,select,button,a,form';
const heads = 'title,meta,link';

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

/** Call it before the page is hydrated, and what it returns afterwards. */
export function keepInput(root: HTMLElement): () => void {
  const before = numbered(root.querySelectorAll<HTMLElement>(controls));
  const head = numbered(document.head.querySelectorAll(heads));
  let focused = document.activeElement;
  const noteFocus = ({ target }: Event) => {
    focused = target as Element;
  };
  addEventListener('focusin', noteFocus, true);
  return () => {
    removeEventListener('focusin', noteFocus, true);
    const gone = [...before].filter(([, element]) => !element.isConnected);
    if (gone.length === 0) return;
    const after = numbered(root.querySelectorAll<HTMLElement>(controls));
    const heirs = new Map(
      gone.flatMap(([key, element]) => {
        const heir = after.get(key);
        return heir ? [[element as Element, heir] as const] : [];
      }),
    );
    for (const [element, heir] of heirs) if (isField(element) && isField(heir)) copy(element, heir);
    if (focused && document.activeElement === document.body)
      heirs.get(focused)?.focus({ preventScroll: true });
    emit('queue', [
      1,
      (_events, elements) => {
        const waiting = [...elements];
        elements.clear();
        for (const element of waiting) elements.add(heirs.get(element) ?? element);
      },
    ]);
    // React adds what the head of a page has once more.
    const old = new Set(head.values());
    const added = [...document.head.querySelectorAll(heads)].filter((one) => !old.has(one));
    for (const key of numbered(added).keys()) head.get(key)?.remove();
  };
}
