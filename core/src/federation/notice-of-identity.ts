import type { User } from '../account/index.ts';
import type { AuthMessenger, MessageLanguage } from '../one-time-token/index.ts';
import { languageOf } from '../sign-in/index.ts';

/** A change to the identities of a user, as the user was before it. */
export interface IdentityNotice {
  readonly change: 'linked' | 'unlinked';
  /** The account as it was before the change, so that the old address gets the notice too. */
  readonly user: User;
  /** The name of the provider, as the mail says it. */
  readonly provider: string;
  /** Used if the account has none of its own. */
  readonly language: MessageLanguage;
}

/**
 * Notifies a user by mail of an identity that was linked or unlinked, at the address of before the change. Source:
 * docs/security.md#MF-9.
 */
export async function noticeOfIdentity(
  ports: { readonly messenger: AuthMessenger },
  { change, user, provider, language }: IdentityNotice,
): Promise<void> {
  if (user.email === undefined) return;
  await ports.messenger.send({
    kind: `identity_${change}`,
    to: user.email,
    language: languageOf(ports.messenger, user, language),
    provider,
  });
}
