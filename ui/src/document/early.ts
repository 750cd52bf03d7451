/**
 * What a visitor may do first. A pointer that merely rests over the page is no sign: browsers report it by themselves
 * as soon as something lies under it.
 */
const signs = ['click', 'pointerdown', 'focusin', 'scroll'];

/** What the document script is told if it happens before that script is there: something typed, and errors. */
const news = ['input', 'error', 'unhandledrejection'];

/**
 * Fetches the document script when the page is loaded and, if it is a document, painted, out of the way of its text and
 * font; or at the first sign of use. The last press on a button, or on a link that the app answers, waits for it and is
 * made again; so is one with `data-drop` before it, which shows at once as the page loses that class. What was typed or chosen is told to it,
 * and a link pressed after that waits, so that nothing is lost. Other links, forms and, in most browsers, the menu need
 * no script.
 * Source: docs/performance.md#goal-1, docs/performance.md#goal-3, docs/performance.md#goal-5,
 * docs/performance.md#goal-7.
 */
export function startEarly(
  { classList, dataset }: HTMLElement,
  load: () => Promise<unknown>,
): void {
  const missed: Event[] = [];
  let asked: boolean | undefined;
  let isThere: boolean | undefined;
  let dropped: HTMLElement | undefined;
  let pressed: HTMLElement | null | undefined;

  const settle = () => {
    isThere = true;
    for (const event of missed) event.target?.dispatchEvent(event);
    dropped?.click();
    pressed?.click();
  };
  const start = () => {
    if (!asked) load().then(settle, settle);
    asked = true;
  };
  const use = (event: Event) => {
    const { target, type } = event;
    const isClick = type === 'click';
    // Before the document script, also once that is there: what shows comes before what is kept.
    const drop = isClick && (target as HTMLElement).dataset?.drop;
    if (drop) classList.remove(drop);
    if (isThere) return;
    // The second press of a double one, on what the first uncovered.
    if (dropped && isClick && (event as UIEvent).detail > 1) return event.preventDefault();
    start();
    if (news.includes(type)) missed.push(event);
    if (!isClick) return;
    if (drop) dropped = target as HTMLElement;
    pressed = drop
      ? null
      : (target as Element).closest(`${missed[0] ? 'a' : 'a[data-app]'},button[type=button]`);
    if ((pressed as HTMLAnchorElement | null)?.href) event.preventDefault();
  };
  for (const sign of [...signs, ...news]) addEventListener(sign, use, true);
  // Not `load`: the font tells that too, before the page is loaded.
  addEventListener('pageshow', () =>
    dataset.start === 'load'
      ? start()
      : new PerformanceObserver(start).observe({ type: 'paint', buffered: true }),
  );
}
