import { isSignedOutBy } from '@coachsite/core/session';
import { auth, keeper } from './compose.ts';

/** Parameter of the sign-in page after a sign-out; the page says it once and removes the parameter. */
export const signedOutParameter = 'signed_out';

/** Parameter of the sign-in page after a sign-out that the server did not confirm. */
export const unconfirmedParameter = 'sign_out_unconfirmed';

/**
 * Signs out: logs the event, ends the session (or all sessions of the user) on the server, and removes the stored
 * session, even if the server did not confirm. Returns the URL to go to: the sign-in page, which says that other
 * devices may still be signed in if the server did not confirm. Source: docs/rules.md#4, docs/rules.md#8,
 * docs/rules.md#reading-sign-out.
 */
export async function signOut(scope: 'global' | 'local' = 'global'): Promise<string> {
  await auth.log('auth_logout');
  const ended = await auth.signOut(scope);
  keeper.forget();
  const isConfirmed = ended.isOk() || isSignedOutBy(ended.error.status);
  return `/auth?${isConfirmed ? signedOutParameter : unconfirmedParameter}=1`;
}
