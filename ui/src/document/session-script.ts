/**
 * The session script, loaded on every page that was opened with a stored session, with or without the app: it keeps the
 * session alive and signs out. Source: docs/performance.md#2, docs/contract.md#4.
 */
import { keepSession } from '../session/compose.ts';
import { signOut } from '../session/sign-out.ts';

/** Ends the session and opens the sign-in page. @public Called by name from the document script. */
export async function signOutHere(): Promise<void> {
  location.assign(await signOut());
}

keepSession();
void import('./admin-link.ts').then(({ startAdminLink }) => startAdminLink());
