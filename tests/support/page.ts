/** What a person does on a page, by role and name. */

const words = (element: Element) =>
  (element.getAttribute('aria-label') ?? element.textContent ?? '').replace(/\s+/g, ' ').trim();

/** The button or link of this name; the first when the page has several. */
export function control(name: string, within: ParentNode = document): HTMLElement {
  const all = [...within.querySelectorAll<HTMLElement>('button, a[href]')];
  const found = all.find((element) => words(element) === name);
  if (!found) throw new Error(`There is no button or link "${name}"`);
  return found;
}

/** The switch of this name. */
export function toggle(name: string, within: ParentNode = document): HTMLInputElement {
  const label = [...within.querySelectorAll('label')].find((element) =>
    words(element).startsWith(name),
  );
  const input = label?.querySelector('input');
  if (!input) throw new Error(`There is no switch "${name}"`);
  return input;
}

export const hasState = (name: string) => document.documentElement.classList.contains(name);

/** Keeps the page off the network: scripts count as loaded, beacons are kept in the list this answers. */
export function keepOffline(): { readonly url: string; readonly body: Blob }[] {
  const beacons: { url: string; body: Blob }[] = [];
  const { happyDOM } = window as unknown as {
    happyDOM: { settings: { handleDisabledFileLoadingAsSuccess: boolean } };
  };
  happyDOM.settings.handleDisabledFileLoadingAsSuccess = true;
  navigator.sendBeacon = (url, body) => {
    if (body instanceof Blob) beacons.push({ url: String(url), body });
    return true;
  };
  return beacons;
}
