/** What a visitor may do first; the end of loading comes at the latest. */
const signs = ['load', 'pointerover', 'focusin', 'scroll', 'click'];

/**
 * Fetches the document script when the page is loaded, out of the way of its text and font, or at the first sign of
 * use. The last press on a button that only scripts answer waits for it and is made again; on the cookie banner it
 * shows at once. Links, forms and, in most browsers, the menu need no script. Source: performance reference, goals 1, 3 and 7.
 */
export function startEarly({ classList }: HTMLElement, load: () => Promise<unknown>): void {
  const listening = new AbortController();
  let isAsked = false;
  let pressed: HTMLElement | null = null;

  const settle = () => {
    listening.abort();
    pressed?.click();
  };
  const use = ({ target, type }: Event) => {
    if (!isAsked) load().then(settle, settle);
    isAsked = true;
    if (type !== 'click') return;
    pressed = (target as Element).closest('button[type=button]');
    const { consentAll, consentCustomize, consentNecessary } = pressed?.dataset ?? {};
    if (consentCustomize) classList.toggle('consent-customize');
    if (consentAll || consentNecessary) classList.remove('consent-open');
  };
  for (const sign of signs)
    addEventListener(sign, use, { capture: true, signal: listening.signal });
}
