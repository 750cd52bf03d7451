import { within } from './page.ts';

type Drafts = typeof import('../features/contact/draft.ts');

let drafts: Drafts | undefined;

/**
 * The code for drafts comes to pages with a form that keeps them, and to the one where a message has arrived. Once it
 * is there nothing is late: a draft kept after its message was sent would come back.
 */
async function use(work: (code: Drafts) => void) {
  drafts ??= await import('../features/contact/draft.ts');
  work(drafts);
}

/**
 * Keeps drafts from the first keystroke, before React is there and without it. A message that was sent the plain way
 * ends on the thank-you page, where its draft is forgotten.
 */
export function startDrafts(): void {
  if (location.pathname === '/thank-you') void use(({ clearDraft }) => clearDraft());
  const form = document.querySelector<HTMLFormElement>('form[data-draft]');
  if (form) void use(({ restoreDraft }) => restoreDraft(form));
  document.addEventListener('input', (event) => {
    const changed = within(event, 'form[data-draft]');
    if (changed) void use(({ saveDraft }) => saveDraft(changed as HTMLFormElement));
  });
}
