/**
 * The session script, loaded on every page that was opened with a stored session, with or without the app: it keeps the
 * session alive and signs out. Source: docs/performance.md#2, docs/contract.md#4.
 */
import { keepSession, signOut } from './compose.ts';

/** Ends the session and opens the sign-in page. @public Called by name from the document script. */
export async function signOutHere(): Promise<void> {
  await signOut();
  location.assign('/auth');
}

keepSession();
