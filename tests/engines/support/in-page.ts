import type * as TestingLibrary from '@testing-library/dom';

/*
 * What runs in the page, after the library is there: its functions are sent as text, so each stands alone.
 */

/** How an element is found: as somebody who uses the page would name it. */
export interface Query {
  readonly by: 'role' | 'label' | 'text' | 'css';
  /** The role, where it is found by one. */
  readonly role?: string;
  /** Name, label, text or selector; a pattern is written `/…/`. */
  readonly name?: string;
}

/** What a journey may ask about an element. */
export interface Seen {
  readonly text: string;
  readonly value: string;
  readonly description: string;
  readonly isFocused: boolean;
  readonly isChecked: boolean;
  readonly isInvalid: boolean;
  readonly isDisabled: boolean;
  readonly attributes: Readonly<Record<string, string>>;
}

/** Where the pointer hits an element, or why it cannot. */
export type Aim = { readonly x: number; readonly y: number } | { readonly problem: string };

declare const TestingLibraryDom: typeof TestingLibrary;

declare global {
  var missed: boolean | undefined;
}

/** The visible elements that a path of queries leads to, each within the first of the one before. */
export function findAll(path: readonly Query[]): readonly HTMLElement[] {
  const matcher = (name = '') => {
    const pattern = /^\/(.+)\/(\w*)$/s.exec(name);
    return pattern ? new RegExp(pattern[1] ?? '', pattern[2]) : name;
  };
  const isVisible = (element: HTMLElement) => {
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && getComputedStyle(element).visibility !== 'hidden';
  };
  const all = (root: HTMLElement, { by, role = '', name }: Query): HTMLElement[] => {
    if (by === 'css') return [...root.querySelectorAll<HTMLElement>(name ?? '*')];
    if (by === 'role')
      return TestingLibraryDom.queryAllByRole(root, role, name ? { name: matcher(name) } : {});
    const found = by === 'label' ? 'queryAllByLabelText' : 'queryAllByText';
    return TestingLibraryDom[found](root, matcher(name));
  };
  let found = [document as unknown as HTMLElement];
  for (const query of path) {
    // What a part draws for itself, in its shadow, is seen like everything else.
    const [root] = found.map((one) => (one.shadowRoot ?? one) as HTMLElement);
    found = root ? all(root, query).filter(isVisible) : [];
  }
  return found;
}

/** Brings an element into view, waits until it stays where it is, and says where a pointer hits it. */
export async function aimAt(find: typeof findAll, path: readonly Query[]): Promise<Aim> {
  const element = find(path)[0];
  if (!element) return { problem: 'not there' };
  if (element.matches(':disabled')) return { problem: 'disabled' };
  // With the fonts of a page everything moves once more: a person aims again, a pointer has been sent.
  const { classList, dataset } = document.documentElement;
  const hasFonts = classList.contains('fonts') && document.fonts.status === 'loaded';
  if (dataset['app'] && !hasFonts) return { problem: 'without its fonts' };
  const { labels: ofField } = element as HTMLInputElement;
  // The input of a choice that is drawn by its label is too small to press, or transparent.
  const isDrawn = !element.matches('[type=radio], [type=checkbox]');
  const target = (!isDrawn && ofField?.[0]) || element;
  const own: readonly EventTarget[] = [target, element, ...(ofField ?? [])];
  const aim = (): Aim => {
    // A link over two lines has two boxes, and none in the middle.
    const box = target.getClientRects()[0] ?? target.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const hit = (target.getRootNode() as Document | ShadowRoot).elementFromPoint(x, y);
    const isHit = own.some((one) => hit && (one as Element).contains(hit));
    return isHit ? { x, y } : { problem: `covered by ${hit?.outerHTML.slice(0, 120)}` };
  };
  if ('problem' in aim())
    target.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  const before = target.getBoundingClientRect();
  await new Promise((resolve) => setTimeout(resolve, 40));
  const after = target.getBoundingClientRect();
  const isStill = before.top === after.top && before.left === after.left;
  if (!isStill) return { problem: 'moving' };
  const follow = (event: Event) => {
    globalThis.missed = !own.some((one) => event.composedPath().includes(one));
  };
  addEventListener('pointerdown', follow, { capture: true, once: true });
  return aim();
}

/** Whether the press that followed the last aim went beside it, as the page had moved. */
export function hasMissed(): boolean {
  return globalThis.missed === true;
}

/** Chooses in a list: how it opens is the business of each engine. */
export function choose(find: typeof findAll, path: readonly Query[], value: string): boolean {
  const list = find(path)[0] as HTMLSelectElement | undefined;
  if (!list) return false;
  list.value = value;
  list.dispatchEvent(new Event('change', { bubbles: true }));
  return list.value === value;
}

/** What there is to know about each element that is found. */
export function look(find: typeof findAll, path: readonly Query[]): readonly Seen[] {
  return find(path).map((element) => {
    const { value = '', checked = false } = element as HTMLInputElement;
    const described = (element.getAttribute('aria-describedby') ?? '').split(/\s+/).filter(Boolean);
    return {
      // A drawing has no text that is laid out.
      text: (element.innerText ?? '').replaceAll(/\s+/g, ' ').trim(),
      value: String(value),
      description: described.map((id) => document.getElementById(id)?.innerText ?? '').join(' '),
      isFocused: (element.getRootNode() as Document | ShadowRoot).activeElement === element,
      isChecked: checked || element.getAttribute('aria-checked') === 'true',
      isInvalid: element.getAttribute('aria-invalid') === 'true',
      isDisabled: element.matches(':disabled') || element.getAttribute('aria-disabled') === 'true',
      attributes: Object.fromEntries(
        [...element.attributes].map(({ name, value }) => [name, value]),
      ),
    };
  });
}
