import {
  blankUser,
  confirmEmail,
  isBanned,
  isConfirmed,
  type User,
  underStampOf,
} from '../account/index.ts';
import { err, ok, type Result } from '../kernel/index.ts';
import type { FactorStore } from '../mfa/index.ts';
import { checkEmailSendInterval } from '../one-time-token/index.ts';
import type { PasskeyStore } from '../passkey/index.ts';
import { logEventInBackground, type RequestContext } from '../security-log/index.ts';
import {
  type LinkMessageRequest,
  type LinkRequest,
  type SignInPorts,
  type SignInSettings,
  type SignUpDisabledError,
  sendLink,
} from '../sign-in/index.ts';
import { identityAt, linked, refreshed } from './identity-at-provider.ts';
import { noticeOfIdentity } from './notice-of-identity.ts';
import type { FlowStore } from './ports.ts';
import { decideAccount, mergeProviderData, type ProviderUser } from './provider.ts';

/** Why a user of a provider cannot be signed in. Source: docs/wire.md#8. */
export type AccountError =
  | SignUpDisabledError
  | { readonly kind: 'user_banned' }
  | {
      readonly kind: 'provider_email_needs_verification';
      readonly provider: string;
      /** Whether a confirmation mail was sent. */
      readonly isMailed: boolean;
    };

/** The ports for finding the account. */
export type AccountPorts = SignInPorts & {
  readonly flows: FlowStore;
  readonly factors: FactorStore;
  readonly passkeys: Pick<PasskeyStore, 'clear'>;
};

/** A user as authenticated by a provider. */
export interface AtProvider {
  /** Name of the OpenID provider, or `sso:` and the id of the SAML one. */
  readonly provider: string;
  /** The claims of the provider that are kept. */
  readonly person: ProviderUser;
  readonly context: RequestContext;
}

/** The settings for finding the account. */
export type AccountSettings = SignInSettings;

/**
 * Finds or creates the account of a user authenticated by a provider. An account is linked by e-mail only if the
 * provider verified the address, whatever our own confirmation settings. An unconfirmed account loses its password,
 * sessions, passkeys and other identities before it is linked. Throws when the account is taken three times in a row between its
 * look-up and its change: the store is not atomic. Errors: those of `AccountError`. Source: docs/security.md#FD-3,
 * docs/security.md#FD-4.
 */
export async function accountAtProvider(
  ports: AccountPorts,
  settings: AccountSettings,
  request: AtProvider & { readonly link: LinkRequest },
): Promise<Result<User, AccountError>> {
  const { provider, link, context } = request;
  // With two concurrent first sign-ins of one user, the second finds the account that the first created.
  for (let tries = 0; tries < 3; tries += 1) {
    const user = await findOrCreateAccount(ports, settings, request);
    if (user === 'taken') continue;
    if (user === 'closed') return err({ kind: 'signup_disabled' });
    if (user === 'rejected')
      return err({ kind: 'provider_email_needs_verification', provider, isMailed: false });
    if (isBanned(user, ports.clock.now())) return err({ kind: 'user_banned' });
    if (user.email === undefined || isConfirmed(user)) return ok(user);
    await mailConfirmation(ports, settings, { user, link, context }, user.email);
    return err({ kind: 'provider_email_needs_verification', provider, isMailed: true });
  }
  // biome-ignore lint/plugin: three races in a row mean a store that does not keep its promise
  throw new Error('The account of a provider was taken again and again');
}

async function findOrCreateAccount(
  ports: AccountPorts,
  { allowsSignUp }: AccountSettings,
  { provider, person, link, context }: AtProvider & { readonly link: LinkRequest },
): Promise<User | 'taken' | 'rejected' | 'closed'> {
  const now = ports.clock.now();
  const { email, subject } = person;
  const known = await ports.users.byIdentity(provider, subject);
  const sameEmail = email === undefined ? undefined : await ports.users.byEmail(email);
  const decision = decideAccount(person, known, sameEmail);
  if (decision.kind === 'reject') return 'rejected';
  const identity = identityAt(ports.ids.uuid(), provider, person, now);
  if (decision.kind === 'create') {
    if (!allowsSignUp) return 'closed';
    const blank = blankUser(ports.ids.uuid(), now);
    const unproved: User = {
      ...blank,
      email: decision.email,
      metadata: mergeProviderData({}, person.data),
      identities: [identity],
    };
    const user = person.emailVerified ? confirmEmail(unproved, now) : unproved;
    const created = await ports.users.create(user);
    if (created.isErr()) return 'taken';
    const details = { provider };
    logEventInBackground(ports, {
      actionType: 'signup_success',
      userId: user.id,
      context,
      details,
    });
    return user;
  }
  if (decision.kind === 'known') {
    const { id, securityStamp } = decision.user;
    const seen = underStampOf(decision.user, (user) => refreshed(user, provider, person, now));
    const user = (await ports.users.change(id, seen)).unwrapOr(undefined);
    return user?.securityStamp === securityStamp ? user : 'taken';
  }
  let isTakeover = false;
  const joined = underStampOf(decision.user, (user) => {
    if (user.email !== email) return user;
    isTakeover = user.emailConfirmedAt === undefined;
    return linked(user, identity, isTakeover, now);
  });
  const changed = await ports.users.change(decision.user.id, joined);
  const user = changed.unwrapOr(undefined);
  if (!user?.identities.some(({ id }) => id === identity.id)) return 'taken';
  // The take-over changed the stamp already: that of this sign-in must stay.
  if (isTakeover) {
    const ended = await ports.sessions.ofUser(user.id);
    await Promise.all([
      ...ended.map(({ id }) => ports.sessions.remove(id)),
      ports.tokens.clear(user.id),
      ports.flows.clearCodes(user.id),
      ports.passkeys.clear(user.id),
    ]);
  } else
    await noticeOfIdentity(ports, { change: 'linked', user, provider, language: link.language });
  const details = { provider, change: 'linked' };
  logEventInBackground(ports, { actionType: 'identity_change', userId: user.id, context, details });
  return user;
}

async function mailConfirmation(
  ports: AccountPorts,
  settings: AccountSettings,
  request: Omit<LinkMessageRequest, 'message'>,
  to: string,
): Promise<void> {
  const allowed = await checkEmailSendInterval(ports, settings, { message: 'signup', email: to });
  if (allowed.isErr()) return;
  const now = ports.clock.now();
  await ports.users.change(request.user.id, (current) => ({
    ...current,
    confirmationSentAt: now,
  }));
  const message = {
    kind: 'signup',
    slot: 'confirmation',
    type: 'signup',
    to,
    confirmsPassword: false,
  } as const;
  await sendLink(ports, settings, { ...request, message });
}
