import { err, ok, type Result } from 'neverthrow';
import {
  checkEmail,
  checkNewPassword,
  completeEmailChange,
  type EmailError,
  emailIdentity,
  isMetadataSmall,
  mergeMetadata,
  type OverloadedError,
  type PhoneError,
  type TakenError,
  type User,
  type WeakPasswordError,
} from '../account/index.ts';
import type { FlowStore } from '../federation/index.ts';
import type { EpochMs, JsonObject } from '../kernel/index.ts';
import type { LockoutError } from '../lockout/index.ts';
import { type FactorStore, hasVerifiedFactor } from '../mfa/index.ts';
import {
  checkEmailSendInterval,
  checkSmsSendInterval,
  type EmailIntervalError,
  type SmsIntervalError,
} from '../one-time-token/index.ts';
import { logEventInBackground, type RequestContext } from '../security-log/index.ts';
import { assuranceLevel, type Session } from '../session/index.ts';
import {
  type LinkRequest,
  languageOf,
  type PhoneSignInPorts,
  type PhoneSignInSettings,
  sendEmailChange,
} from '../sign-in/index.ts';

import type { SmsError } from '../sms/index.ts';
import { afterPhoneChange, checkNewPhone, withPhone } from './change-phone.ts';
import { checkNonce } from './check-proof.ts';

/** Why an account stays as it is. Source: docs/wire.md#4.9. */
export type UpdateUserError =
  | EmailError
  | PhoneError
  | SmsIntervalError
  | SmsError
  | WeakPasswordError
  | OverloadedError
  | TakenError
  | EmailIntervalError
  | LockoutError
  | { readonly kind: 'metadata_too_large' }
  | { readonly kind: 'same_password' }
  | { readonly kind: 'reauthentication_needed' }
  | { readonly kind: 'reauthentication_not_valid' }
  | { readonly kind: 'insufficient_aal' }
  | { readonly kind: 'user_sso_managed' }
  | { readonly kind: 'user_not_found' };

/** What a user wants changed; what is not named stays. */
export interface UserChange {
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly password?: string | undefined;
  readonly nonce?: string | undefined;
  readonly data?: JsonObject | undefined;
}

/** What changing an account touches. */
export type UpdateUserPorts = PhoneSignInPorts & {
  readonly factors: FactorStore;
  readonly flows: FlowStore;
};

/** How strict changes are. */
export type UpdateUserSettings = PhoneSignInSettings & {
  /** A password change in a session older than this needs a nonce; `undefined` is never. */
  readonly reauthAfterMs: number | undefined;
};

/**
 * Changes an account. A new password ends all other sessions and voids what was mailed; a new address counts once both
 * addresses have confirmed it; data is merged key by key. Source: docs/wire.md#4.9, docs/security.md#PW-4,
 * docs/security.md#PW-5, docs/security.md#PW-6, docs/security.md#PW-7, docs/security.md#PW-8, docs/security.md#MF-6,
 * docs/security.md#LN-8.
 */
export async function updateUser(
  ports: UpdateUserPorts,
  settings: UpdateUserSettings,
  { user, session }: { readonly user: User; readonly session: Session },
  change: UserChange,
  link: LinkRequest,
  context: RequestContext,
): Promise<Result<User, UpdateUserError>> {
  const { email, phone, password, nonce, data } = change;
  const isSensitive = email !== undefined || phone !== undefined || password !== undefined;
  const isSso = user.identities.some(({ provider }) => provider.startsWith('sso:'));
  if (isSso && (isSensitive || nonce !== undefined)) return err({ kind: 'user_sso_managed' });
  if (isSensitive && assuranceLevel(session) === 'aal1') {
    if (hasVerifiedFactor(await ports.factors.ofUser(user.id)))
      return err({ kind: 'insufficient_aal' });
  }
  const metadata = mergeMetadata(user.metadata, data ?? {});
  if (data && !isMetadataSmall(metadata)) return err({ kind: 'metadata_too_large' });

  const newEmail = email === undefined ? ok(undefined) : await checkNewEmail(ports, user, email);
  if (newEmail.isErr()) return err(newEmail.error);
  const newPhone = phone === undefined ? ok(undefined) : await checkNewPhone(ports, user, phone);
  if (newPhone.isErr()) return err(newPhone.error);
  if (password !== undefined) {
    const allowed = await mayChange(ports, settings, user, session, password, nonce, context);
    if (allowed.isErr()) return err(allowed.error);
  }
  // As at a sign-up: there is no address yet that would have to agree.
  const isJoining = user.isAnonymous && settings.autoconfirm;
  if (newEmail.value !== undefined && !isJoining) {
    const { emailIntervalMs } = settings;
    const turn = await checkEmailSendInterval(
      ports,
      emailIntervalMs,
      'email_change',
      newEmail.value,
    );
    if (turn.isErr()) return err(turn.error);
  }
  if (newPhone.value !== undefined && !settings.autoconfirm) {
    const { smsIntervalMs } = settings;
    const turn = await checkSmsSendInterval(ports, smsIntervalMs, 'phone_change', newPhone.value);
    if (turn.isErr()) return err(turn.error);
  }
  // Last: a guess at the present password that is wrong must not be refused for another reason, but become the password.
  const hash = password === undefined ? ok(undefined) : await hashOther(ports, user, password);
  if (hash.isErr()) return err(hash.error);

  const now = ports.clock.now();
  const identityId = ports.ids.uuid();
  const phoneIdentityId = ports.ids.uuid();
  const changed = await ports.users.change(user.id, (current) => {
    const next: User = {
      ...current,
      metadata: data
        ? withoutOurMarks(current, mergeMetadata(current.metadata, data))
        : current.metadata,
      updatedAt: now,
    };
    const called =
      newPhone.value === undefined
        ? next
        : withPhone(next, newPhone.value, settings, phoneIdentityId, now);
    const secured =
      hash.value === undefined ? called : withPassword(called, hash.value, identityId, now);
    if (newEmail.value === undefined) return secured;
    const moving = { ...secured, newEmail: newEmail.value, emailChangeConfirmedBy: undefined };
    return isJoining
      ? completeEmailChange(moving, identityId, now)
      : { ...moving, emailChangeSentAt: now };
  });
  if (changed.isErr()) return err(changed.error);
  if (!changed.value) return err({ kind: 'user_not_found' });
  if (hash.value !== undefined)
    await afterPasswordChange(ports, changed.value, session, link, context);
  if (newEmail.value !== undefined && isJoining)
    logEventInBackground(ports, { actionType: 'email_change', userId: user.id, context });
  else if (newEmail.value !== undefined)
    await sendEmailChange(ports, settings, changed.value, link, context);
  if (newPhone.value !== undefined) {
    const settled = await afterPhoneChange(ports, settings, changed.value, link, context);
    if (settled.isErr()) return err(settled.error);
  }
  return ok(changed.value);
}

/** Whether an address is confirmed is ours to say. */
function withoutOurMarks(current: User, merged: JsonObject): JsonObject {
  return mergeMetadata(merged, { email_verified: current.metadata.email_verified ?? null });
}

/** The account with a password; whoever came by a provider can sign in by e-mail from now on. */
function withPassword(user: User, hash: string, identityId: string, now: EpochMs): User {
  const hasEmailIdentity = user.identities.some(({ provider }) => provider === 'email');
  const { email } = user;
  return {
    ...user,
    passwordHash: hash,
    passwordUnverified: false,
    identities:
      email === undefined || hasEmailIdentity
        ? user.identities
        : [...user.identities, emailIdentity(identityId, user.id, email, {}, now)],
  };
}

/** The new address, `undefined` when it is the present one. */
async function checkNewEmail(
  ports: UpdateUserPorts,
  user: User,
  email: string,
): Promise<Result<string | undefined, EmailError | TakenError>> {
  const checked = checkEmail(email);
  if (checked.isErr()) return err(checked.error);
  if (checked.value === user.email) return ok(undefined);
  return (await ports.users.byEmail(checked.value))
    ? err({ kind: 'email_exists' })
    : ok(checked.value);
}

/** Whether a password is strong enough, and an older session brings the nonce for it. */
async function mayChange(
  ports: UpdateUserPorts,
  settings: UpdateUserSettings,
  user: User,
  session: Session,
  password: string,
  nonce: string | undefined,
  context: RequestContext,
): Promise<Result<void, UpdateUserError>> {
  const now = ports.clock.now();
  const strong = checkNewPassword(password, {
    email: user.email ?? '',
    siteName: settings.siteName,
  });
  if (strong.isErr()) return err(strong.error);
  const { reauthAfterMs } = settings;
  if (reauthAfterMs !== undefined && now - session.createdAt > reauthAfterMs) {
    if (!nonce) return err({ kind: 'reauthentication_needed' });
    const proved = await checkNonce(ports, settings, user, nonce, 'password_change', context);
    if (proved.isErr()) return err(proved.error);
  }
  return ok();
}

/** The hash of a password other than the present one. */
async function hashOther(
  ports: UpdateUserPorts,
  user: User,
  password: string,
): Promise<Result<string, UpdateUserError>> {
  if (user.passwordHash !== undefined) {
    const same = await ports.passwords.verify(password, user.passwordHash);
    if (same.isErr()) return err(same.error);
    if (same.value.matches) return err({ kind: 'same_password' });
  }
  return ports.passwords.hash(password);
}

/**
 * What follows from a new password: only this session lives on, and the owner hears of it.
 * Source: docs/security.md#PW-8.
 */
async function afterPasswordChange(
  ports: UpdateUserPorts,
  user: User,
  session: Session,
  link: LinkRequest,
  context: RequestContext,
): Promise<void> {
  const { email } = user;
  await Promise.all([
    ports.sessions.removeOfUser(user.id, session.id),
    ports.tokens.clear(user.id),
    ports.flows.clearCodes(user.id),
    email === undefined
      ? undefined
      : ports.messenger.send({
          kind: 'password_changed',
          to: email,
          language: languageOf(user, link.language),
        }),
  ]);
  logEventInBackground(ports, { actionType: 'password_change', userId: user.id, context });
}
