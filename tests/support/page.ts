/** Finds the controls of a page by role and name. */

const words = (element: Element) =>
  (element.getAttribute('aria-label') ?? element.textContent ?? '').replace(/\s+/g, ' ').trim();

/** The first button or link with this name. */
export function control(name: string, within: ParentNode = document): HTMLElement {
  const all = [...within.querySelectorAll<HTMLElement>('button, a[href]')];
  const found = all.find((element) => words(element) === name);
  if (!found) throw new Error(`There is no button or link "${name}"`);
  return found;
}

/** The switch whose label begins with this name. */
export function toggle(name: string, within: ParentNode = document): HTMLInputElement {
  const label = [...within.querySelectorAll('label')].find((element) =>
    words(element).startsWith(name),
  );
  const input = label?.querySelector('input');
  if (!input) throw new Error(`There is no switch "${name}"`);
  return input;
}

export const hasState = (name: string) => document.documentElement.classList.contains(name);

/** Keeps the page off the network: scripts count as loaded, and beacons go into the returned list. */
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
