import type { User } from '../account/index.ts';
import type { AuthMessenger } from '../one-time-token/index.ts';
import { languageOf } from './send-link.ts';

/** Notifies the user of a new phone number by mail, if the account has an e-mail address. */
export async function noticeOfNewPhone(
  ports: { readonly messenger: AuthMessenger },
  user: User,
): Promise<void> {
  const { email } = user;
  if (email === undefined) return;
  const language = languageOf(ports.messenger, user);
  await ports.messenger.send({ kind: 'phone_changed', to: email, language });
}
