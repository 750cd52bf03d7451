import { within } from './page.ts';
import { read } from './storage.ts';

let isFetched = false;

/** What keeps drafts, and forgets the one of a message that was sent, comes when there is one. */
function fetchKeeper() {
  if (!isFetched)
    void import('../features/contact/draft.ts').then(({ keepDrafts }) => keepDrafts());
  isFetched = true;
}

/** Keeps what is typed into the contact form, from the first keystroke. */
export function startDrafts() {
  if (read('contact-draft', 'sessionStorage') !== null) fetchKeeper();
  document.addEventListener('input', (event) => {
    if (within(event, '[data-draft]')) fetchKeeper();
  });
}
