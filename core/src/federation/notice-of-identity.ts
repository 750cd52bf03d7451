import type { User } from '../account/index.ts';
import type { AuthMessenger, MessageLanguage } from '../one-time-token/index.ts';
import { languageOf } from '../sign-in/index.ts';

/** A change to the identities of a user, as the user was before it. */
export interface IdentityNotice {
  readonly change: 'linked' | 'unlinked';
  readonly user: User;
  readonly provider: string;
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
