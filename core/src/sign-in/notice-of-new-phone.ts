import type { User } from '../account/index.ts';
import type { AuthMessenger } from '../one-time-token/index.ts';
import { languageOf } from './send-link.ts';

/** Tells the owner by mail that the account has another number, if there is an address to tell. */
export async function noticeOfNewPhone(
  ports: { readonly messenger: AuthMessenger },
  user: User,
): Promise<void> {
  const { email } = user;
  if (email === undefined) return;
  const language = languageOf(user, 'nl');
  await ports.messenger.send({ kind: 'phone_changed', to: email, language });
}
