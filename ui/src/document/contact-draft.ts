import { read, write } from '../browser/storage.ts';
import { part } from './attributes.ts';
import { within } from './within.ts';

/** The draft of the contact form is kept under this key, in this tab only, until the message is sent. */
const key = 'contact-draft';

type Control = HTMLInputElement | HTMLTextAreaElement;

/** The fields a visitor types into, without the trap for robots. */
function controlsOf(form: HTMLFormElement): readonly Control[] {
  return [...form.querySelectorAll<Control>(part('draft-field'))];
}

/** Stores the content of the form. */
function saveDraft(form: HTMLFormElement): void {
  const typed = controlsOf(form).map(({ name, value }) => [name, value]);
  const isEmpty = typed.every(([, value]) => value === '');
  write(key, isEmpty ? null : JSON.stringify(Object.fromEntries(typed)), 'sessionStorage');
}

/** Restores the draft into fields that the visitor has not changed since the page loaded. */
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

/** Deletes the draft, once it is sent. */
export function clearDraft(): void {
  write(key, null, 'sessionStorage');
}

/**
 * Keeps drafts from the first keystroke, with or without React. A message that the browser sent itself ends on the
 * thank-you page, which deletes its draft.
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
