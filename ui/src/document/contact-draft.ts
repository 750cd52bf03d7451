import { read, write } from '../browser/storage.ts';
import { part } from './attributes.ts';
import { within } from './page.ts';

/** What was typed into the contact form stays here, in this tab only, until the message is sent. */
const key = 'contact-draft';

type Control = HTMLInputElement | HTMLTextAreaElement;

/** The fields a visitor types into; the trap for robots is none of them. */
function controlsOf(form: HTMLFormElement): readonly Control[] {
  return [...form.querySelectorAll<Control>(part('draft-field'))];
}

/** Keeps what stands in the form. */
export function saveDraft(form: HTMLFormElement): void {
  const typed = controlsOf(form).map(({ name, value }) => [name, value]);
  const isEmpty = typed.every(([, value]) => value === '');
  write(key, isEmpty ? null : JSON.stringify(Object.fromEntries(typed)), 'sessionStorage');
}

/** Puts what was kept back into the form, where nothing was typed since the page came. */
export function restoreDraft(form: HTMLFormElement): void {
  let draft: Readonly<Record<string, unknown>>;
  try {
    draft = JSON.parse(read(key, 'sessionStorage') ?? '{}') as Readonly<Record<string, unknown>>;
  } catch {
    return;
  }
  for (const control of controlsOf(form)) {
    const kept = draft?.[control.name];
    if (kept && control.value === control.defaultValue) control.value = String(kept);
  }
}

/** Forgets what was kept, once it is sent. */
export function clearDraft(): void {
  write(key, null, 'sessionStorage');
}

/**
 * Keeps drafts from the first keystroke, before React is there and without it. A message that was sent the plain way
 * ends on the thank-you page, where its draft is forgotten.
 */
export function startDrafts(): void {
  if (location.pathname === '/thank-you') clearDraft();
  const form = document.querySelector<HTMLFormElement>(`form${part('draft')}`);
  if (form) restoreDraft(form);
  document.addEventListener('input', (event) => {
    const changed = within(event, `form${part('draft')}`);
    if (changed) saveDraft(changed as HTMLFormElement);
  });
}
