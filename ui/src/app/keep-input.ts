/*
 * Where a translator or an extension changed the page before it was hydrated, React draws it anew. What somebody typed,
 * chose, focused or pressed meanwhile belongs to elements that are gone then.
 */

/** What may hold input. */
const controls = 'input,textarea,select,button,a,form,label,summary';

/** Elements by what tells them from others, and their number among those alike; ids differ between two drawings. */
function numbered(root: HTMLElement): Map<string, HTMLElement> {
  const found = new Map<string, HTMLElement>();
  for (const element of root.querySelectorAll<HTMLElement>(controls)) {
    const { tagName, type, name, href } = element as HTMLInputElement & HTMLAnchorElement;
    const kind = tagName + type + name + href;
    let count = 0;
    while (found.has(kind + count)) count += 1;
    found.set(kind + count, element);
  }
  return found;
}

/** Gives a field what its predecessor had, so that React notices. A choice waits in the input queue, which repeats it. */
function copy(from: HTMLElement, to: HTMLElement): void {
  const { value } = from as HTMLInputElement;
  const { value: own, type } = to as HTMLInputElement;
  if (value === own || type === 'file') return;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(to), 'value')?.set?.call(to, value);
  to.dispatchEvent(new Event('input', { bubbles: true }));
}

/**
 * Remembers the fields, buttons and focus of a page that is about to be hydrated. Where React draws it anew, the new ones
 * get their input in the same task, so that the next letter goes to the new field. Ends when what it returns is called;
 * what can wait, such as the queued input, is done then.
 */
export function keepInput(root: HTMLElement): () => Promise<void> {
  const before = numbered(root);
  const heirs = new Map<Element, HTMLElement>();
  let focused = document.activeElement;
  /** What the mouse is down on, and what took its place: browsers give that no click, and WebKit no focus. */
  let pressed: Element | null | undefined;
  let replaced: HTMLElement | undefined;
  const follow = ({ type, target, pointerType }: Event & { readonly pointerType?: string }) => {
    const control = (target as Element).closest(controls);
    if (type === 'focusin') focused = control;
    else if (type !== 'pointerup') {
      replaced = undefined;
      // A finger's press is told as a whole, when it ends.
      pressed = type === 'pointerdown' && pointerType === 'mouse' ? control : undefined;
    } else if (control && control === replaced) {
      replaced.focus();
      setTimeout(() => replaced?.click());
    }
  };
  // Captured before React hears of a press, as it hydrates at once what is pressed. A press may end later than this.
  for (const name of 'focusin pointerdown pointerup click'.split(' '))
    root.addEventListener(name, follow, true);
  const watch = new MutationObserver(() => {
    // Something else may stand there while the new page is drawn.
    const after = numbered(root);
    for (const [key, element] of before) {
      const heir = after.get(key);
      if (!heir || element.isConnected) continue;
      before.set(key, heir);
      heirs.set(element, heir);
      copy(element, heir);
      if (element === focused && document.activeElement === document.body)
        heir.focus({ preventScroll: true });
      if (element === pressed) pressed = replaced = heir;
    }
  });
  watch.observe(root, { childList: true, subtree: true });
  return async () => {
    watch.disconnect();
    before.clear();
    if (heirs.size) (await import('./redrawn.ts').catch(() => undefined))?.tidy(heirs);
  };
}
