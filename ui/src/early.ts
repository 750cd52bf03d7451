/**
 * What a visitor may do first; the end of loading comes at the latest. A pointer that merely rests over the page is
 * no sign: browsers report it by themselves as soon as something lies under it. Nor is `load`: the font tells it too,
 * before the page is loaded.
 */
const signs = ['click', 'pointerdown', 'focusin', 'scroll', 'pageshow'];

/** What the document script is told if it happens before that script is there: something typed, and errors. */
const news = ['input', 'error', 'unhandledrejection'];

/**
 * Fetches the document script when the page is loaded, out of the way of its text and font, or at the first sign of
 * use. The last press on a button, or on a link that the app answers, waits for it and is made again; one with
 * `data-flip` shows at once, by that class. What was typed is told to it, and a link pressed after that waits, so that
 * nothing typed is lost. Other links, forms and, in most browsers, the menu need no script. Source: performance reference, goals 1, 3 and 7.
 */
export function startEarly({ classList }: HTMLElement, load: () => Promise<unknown>): void {
  const listening = new AbortController();
  const missed: Event[] = [];
  let asked: Promise<void> | undefined;
  let pressed: HTMLElement | null = null;

  const settle = () => {
    listening.abort();
    for (const event of missed) event.target?.dispatchEvent(event);
    pressed?.click();
  };
  const use = (event: Event) => {
    const { target, type } = event;
    if (!asked) asked = load().then(settle, settle);
    if (news.includes(type)) missed.push(event);
    if (type !== 'click') return;
    pressed = (target as Element).closest(`${missed[0] ? 'a' : 'a[data-app]'},button[type=button]`);
    if ((pressed as HTMLAnchorElement | null)?.href) event.preventDefault();
    const flip = pressed?.dataset.flip;
    if (flip) classList.toggle(flip);
  };
  for (const sign of [...signs, ...news])
    addEventListener(sign, use, { capture: true, signal: listening.signal });
}
