import type { EventType, PageEvent } from '../browser/page-events.ts';

/**
 * Keeps a visitor's input until the script that handles it has loaded, then repeats it. Runs in the head of every
 * page, in at most 1.5 KB together with the rest of the head script.
 *
 * The document script is fetched once the page is painted, or at the first use. Until it has loaded, each press on
 * a button, or on a link after something was typed, waits for it; other events are kept and dispatched again. A press
 * on an element with `data-drop` removes that class from the root at once and waits as well. A press, choice or
 * submit inside a part with `data-app` waits for the app. The scripts take over by the event `queue`. Links, forms
 * and, in most browsers, the menu otherwise need no script.
 * Source: docs/performance.md#goal-1, docs/performance.md#goal-3, docs/performance.md#goal-5,
 * docs/performance.md#goal-7.
 */
export function queueInput(root: HTMLElement, fetchDocumentScript: () => Promise<unknown>): void {
  const on = addEventListener;
  const events: Event[] = [];
  const elements = new Set<HTMLElement | HTMLFormElement>();
  /** What handles the page now: the browser alone (0), the document script (1) or the app (2). */
  let reached = 0;
  let fetching: Promise<unknown> | undefined;
  /** The links whose press waits for the document script: after something was typed, every one. */
  let waitingLinks = 'a[data-app]';
  let lastDrop: string | false | undefined;

  /**
   * Leaves the kept input to the browser if the document script cannot be loaded. Thrown again, the error of one that
   * broke down half-way reaches the part of it that reports.
   */
  const giveUp = (error: unknown) => {
    reached = 2;
    for (const element of elements) {
      if ('submit' in element) element.submit();
      else element.click();
    }
    throw error;
  };
  const fetchOnce = () => {
    if (!fetching) fetching = fetchDocumentScript().catch(giveUp);
  };
  const handle = (event: Event) => {
    const { type } = event;
    const target = event.target as HTMLElement;
    const isClick = type === 'click';
    const isSubmit = type === 'submit';
    const drop = isClick && target.dataset.drop;
    // The visible effect comes first, even once the document script has loaded.
    if (drop) root.classList.remove(drop);
    if (reached > 1) return;
    // The second click of a double click hits what the first uncovered: ignore it.
    if (lastDrop && (event as UIEvent).detail > 1) return event.preventDefault();
    fetchOnce();
    if (type === 'input') waitingLinks = 'a';
    if (isClick) lastDrop = drop;
    else if (!(isSubmit || reached)) events.push(event);
    // A submit button is followed by the form's own event. A radio button or checkbox is checked already.
    const pressed = isClick
      ? target.closest<HTMLElement>(`${waitingLinks},[type=button],:checked`)
      : isSubmit
        ? ((event as SubmitEvent).submitter ?? target)
        : undefined;
    const inApp = pressed?.closest('body [data-app]');
    if (!pressed || !(inApp || (isClick && !reached))) return;
    elements.add(pressed);
    if ('checked' in pressed) return;
    if (inApp || 'href' in pressed) event.preventDefault();
    // Listeners on the window still see it: the document script starts the app.
    if (inApp) event.stopPropagation();
  };
  // Input events, and errors. Pointer movement is left out: browsers report it by themselves when an element appears
  // under a resting pointer.
  for (const type of 'click submit input pointerdown focusin scroll error unhandledrejection'.split(
    ' ',
  ))
    on(type, handle, true);
  // Captured on the window: the event is dispatched on `document` and does not bubble.
  on(
    'coachsite:queue' satisfies EventType<'queue'>,
    (({ detail: [level, take] }: PageEvent<'queue'>) => {
      reached = level;
      take(events, elements);
    }) as (event: Event) => void,
    true,
  );
  on('load', () => new PerformanceObserver(fetchOnce).observe({ type: 'paint', buffered: true }));
}
