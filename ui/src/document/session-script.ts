/**
 * The session script, loaded on every page that was opened with a stored session, with or without the app: it keeps the
 * session alive and signs out. Source: docs/performance.md#2, docs/contract.md#4.
 */
import { keepSession } from '../session/compose.ts';
import { signOut } from '../session/sign-out.ts';

let isLeaving = false;

/**
 * Ends the session and opens the sign-in page; a second press meanwhile does nothing.
 * @public Called by name from the document script.
 */
export async function signOutHere(): Promise<void> {
  if (isLeaving) return;
  isLeaving = true;
  location.assign(await signOut());
  // The page may come back from the cache of the browser.
  isLeaving = false;
}

keepSession();
void import('./admin-link.ts').then(({ startAdminLink }) => startAdminLink());
