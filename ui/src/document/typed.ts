import { read, write } from '../browser/storage.ts';

/*
 * What somebody typed outlives the load of a page that the site itself asks for, in this tab only. Browsers restore a form at
 * a reload too, but not all of them, and no field that a script adds later.
 */

/** Read by start-on-use.ts too. */
const key = 'typed';

/** How long fields may take to appear: those of the application come after its start, in milliseconds. */
const waitMs = 10_000;

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** No secrets, no files, and nothing that is pressed rather than typed. */
const fields = [
  'input:not([type=password],[type=file],[type=hidden],[type=checkbox],[type=radio],[autocomplete=one-time-code])',
  'textarea',
  'select',
].join();

/** The fields there are, by their names and their numbers among those alike. */
function numbered(): ReadonlyMap<string, Field> {
  const found = new Map<string, Field>();
  for (const field of document.querySelectorAll<Field>(fields)) {
    const kind = `${field.type} ${field.name}`;
    let count = 0;
    while (found.has(`${kind} ${count}`)) count += 1;
    found.set(`${kind} ${count}`, field);
  }
  return found;
}

/** Keeps what is in the fields of this page for the next load of it. */
export function keepTyped(): void {
  const values = [...numbered()].flatMap(([name, { value }]) => (value ? [[name, value]] : []));
  const kept = { path: location.pathname, values };
  if (values.length > 0) write(key, JSON.stringify(kept), 'sessionStorage');
}

/** Gives a field its value so that React notices. */
function fill(field: Field, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  if (field instanceof HTMLSelectElement)
    field.dispatchEvent(new Event('change', { bubbles: true }));
}

/**
 * Fills in what was kept of this page as soon as each field is there, and again where the app draws it anew while it starts:
 * until somebody types into it.
 */
export function restoreTyped(): void {
  const kept = read(key, 'sessionStorage');
  if (!kept) return;
  write(key, null, 'sessionStorage');
  const { path, values } = JSON.parse(kept) as {
    readonly path: string;
    readonly values: readonly (readonly [string, string])[];
  };
  if (path !== location.pathname) return;
  const left = new Map(values);
  const filled = new WeakSet<Field>();
  let isFilling = false;
  const fillThoseThere = () => {
    isFilling = true;
    for (const [name, field] of numbered()) {
      const value = left.get(name);
      if (value === undefined || field.value === value) continue;
      if (!filled.has(field) || field.value === '') fill(field, value);
      filled.add(field);
    }
    isFilling = false;
  };
  const forget = ({ target }: Event) => {
    if (isFilling) return;
    for (const [name, field] of numbered()) if (field === target) left.delete(name);
  };
  const watch = new MutationObserver(fillThoseThere);
  watch.observe(document.body, { childList: true, subtree: true });
  addEventListener('input', forget, true);
  setTimeout(() => {
    watch.disconnect();
    removeEventListener('input', forget, true);
  }, waitMs);
  fillThoseThere();
}
