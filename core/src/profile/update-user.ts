import {
  type CanonicalEmail,
  type EmailError,
  isMetadataSmall,
  isSsoUser,
  mergeMetadata,
  type PhoneDigits,
  type PhoneError,
  type TakenError,
  type User,
} from '../account/index.ts';
import type { FlowStore } from '../federation/index.ts';
import { err, type JsonObject, ok, type Result } from '../kernel/index.ts';
import {
  type FactorStore,
  type InsufficientAalError,
  requireFreshSignIn,
  requireSecondFactor,
} from '../mfa/index.ts';
import {
  checkEmailSendInterval,
  checkSmsSendInterval,
  type EmailBoundError,
  type EmailIntervalError,
  type SmsIntervalError,
} from '../one-time-token/index.ts';
import type { RequestContext } from '../security-log/index.ts';
import { type CurrentUser, changeWhileSignedIn } from '../session/index.ts';
import type { LinkRequest, PhoneSignInPorts, PhoneSignInSettings } from '../sign-in/index.ts';
import type { SmsError } from '../sms/index.ts';
import { afterEmailChange, checkNewEmail, isEmailTakenAtOnce, withEmail } from './change-email.ts';
import {
  afterPasswordChange,
  type ChangePasswordError,
  type ChangePasswordSettings,
  checkPasswordChange,
  hashNewPassword,
  withPassword,
} from './change-password.ts';
import { afterPhoneChange, checkNewPhone, withPhone } from './change-phone.ts';

/** Why an account cannot be changed. Source: docs/wire.md#4.9. */
export type UpdateUserError =
  | EmailError
  | PhoneError
  | SmsIntervalError
  | SmsError
  | ChangePasswordError
  | TakenError
  | EmailIntervalError
  | EmailBoundError
  | InsufficientAalError
  | { readonly kind: 'metadata_too_large' }
  | { readonly kind: 'user_sso_managed' }
  | { readonly kind: 'session_not_found' }
  | { readonly kind: 'user_not_found' };

/** The changes to an account; absent fields stay as they are. */
interface UserChange {
  /** As typed; it becomes the address once both addresses have confirmed it. */
  readonly email?: string | undefined;
  /** As typed; it becomes the number once a code sent to it was entered. */
  readonly phone?: string | undefined;
  readonly password?: string | undefined;
  /** The password so far, as typed: what a new one in an older session needs, or `nonce`. */
  readonly currentPassword?: string | undefined;
  /** The code of `reauthenticate`. */
  readonly nonce?: string | undefined;
  /** Metadata; `null` removes a key. */
  readonly data?: JsonObject | undefined;
}

/** A request to change an account. */
export interface UpdateUserRequest extends CurrentUser {
  /** What to change; what is absent stays. */
  readonly change: UserChange;
  /** How a mail about a new address is written. */
  readonly link: LinkRequest;
  readonly context: RequestContext;
}

/** The ports for changing an account. */
export type UpdateUserPorts = PhoneSignInPorts & {
  readonly factors: FactorStore;
  readonly flows: FlowStore;
};

/** The settings for changing an account. */
export type UpdateUserSettings = PhoneSignInSettings & ChangePasswordSettings;

/** A change that has passed all checks. */
interface CheckedChange {
  readonly data: JsonObject | undefined;
  readonly email: CanonicalEmail | undefined;
  readonly emailAtOnce: boolean;
  readonly phone: PhoneDigits | undefined;
  readonly passwordHash: string | undefined;
}

/**
 * Changes an account. A new password ends all other sessions and clears all tokens; a new address takes effect once
 * both addresses have confirmed it; metadata is merged key by key. Nothing is changed once the session has ended.
 * Errors: those of `UpdateUserError`, before anything is changed but for `sms_send_failed`. Source:
 * docs/security.md#PW-4, docs/security.md#PW-5, docs/security.md#PW-6, docs/security.md#PW-7, docs/security.md#PW-8,
 * docs/security.md#MF-6, docs/security.md#LN-8.
 */
export async function updateUser(
  ports: UpdateUserPorts,
  settings: UpdateUserSettings,
  request: UpdateUserRequest,
): Promise<Result<User, UpdateUserError>> {
  const allowed = await checkMayChange(ports, request);
  if (allowed.isErr()) return err(allowed.error);
  const checked = await checkChange(ports, settings, request);
  if (checked.isErr()) return err(checked.error);
  const apply = changeApplier(ports, settings, checked.value);
  const changed = await changeWhileSignedIn(ports, { ...request, rule: apply });
  if (changed.isErr()) return err(changed.error);
  if (!changed.value) return err({ kind: 'user_not_found' });
  return afterChange(ports, settings, { ...request, user: changed.value }, checked.value);
}

/** Checks that this session may make the change: SAML users cannot change what their provider manages. */
async function checkMayChange(
  ports: UpdateUserPorts,
  { user, session, change }: UpdateUserRequest,
): Promise<Result<void, UpdateUserError>> {
  const { email, phone, password, nonce } = change;
  const isSensitive = email !== undefined || phone !== undefined || password !== undefined;
  if (isSsoUser(user) && (isSensitive || nonce !== undefined))
    return err({ kind: 'user_sso_managed' });
  return isSensitive ? requireSecondFactor(ports, { user, session }) : ok();
}

/** Checks each part of a change, in the order in which clients expect the errors. */
async function checkChange(
  ports: UpdateUserPorts,
  settings: UpdateUserSettings,
  { user, session, change, context }: UpdateUserRequest,
): Promise<Result<CheckedChange, UpdateUserError>> {
  const { password, currentPassword, nonce, data } = change;
  if (data && !isMetadataSmall(mergeMetadata(user.metadata, data)))
    return err({ kind: 'metadata_too_large' });
  const newEmail =
    change.email === undefined ? ok(undefined) : await checkNewEmail(ports, user, change.email);
  if (newEmail.isErr()) return err(newEmail.error);
  const newPhone =
    change.phone === undefined ? ok(undefined) : await checkNewPhone(ports, user, change.phone);
  if (newPhone.isErr()) return err(newPhone.error);
  // A change of a confirmed address is confirmed there too.
  const isUnguarded = newEmail.value !== undefined && user.emailConfirmedAt === undefined;
  if (isUnguarded || newPhone.value !== undefined) {
    const fresh = await requireFreshSignIn(ports, { user, session });
    if (fresh.isErr()) return err(fresh.error);
  }
  if (password !== undefined) {
    const wanted = { user, session, password, currentPassword, nonce, context };
    const allowed = await checkPasswordChange(ports, settings, wanted);
    if (allowed.isErr()) return err(allowed.error);
  }
  const email = newEmail.value;
  const phone = newPhone.value;
  const emailAtOnce = isEmailTakenAtOnce(user, settings);
  if (email !== undefined && !emailAtOnce) {
    const allowed = await checkEmailSendInterval(ports, settings, {
      message: 'email_change',
      email,
      userId: user.id,
    });
    if (allowed.isErr()) return err(allowed.error);
  }
  if (phone !== undefined && !settings.autoconfirm) {
    const allowed = await checkSmsSendInterval(ports, settings, { message: 'phone_change', phone });
    if (allowed.isErr()) return err(allowed.error);
  }
  // Last, because it reveals whether the password equals the current one: only a change that is otherwise valid gets
  // this far, and then a wrong guess becomes the new password.
  const hash =
    password === undefined
      ? ok(undefined)
      : await hashNewPassword(ports, user, { password, ip: context.ip });
  if (hash.isErr()) return err(hash.error);
  return ok({ data, email, emailAtOnce, phone, passwordHash: hash.value });
}

/** Builds the pure function that changes the account; the store may run it more than once. */
function changeApplier(
  { ids, clock }: Pick<UpdateUserPorts, 'ids' | 'clock'>,
  settings: Pick<UpdateUserSettings, 'autoconfirm'>,
  { data, email, emailAtOnce, phone, passwordHash }: CheckedChange,
): (current: User) => User {
  const now = clock.now();
  const identityId = ids.uuid();
  const phoneIdentityId = ids.uuid();
  return (current) => {
    const metadata = data ? withoutOurMarks(current, data) : current.metadata;
    let next: User = { ...current, metadata, updatedAt: now };
    // First, as it ends the changes that were pending before.
    if (passwordHash !== undefined) next = withPassword(next, passwordHash, { identityId, now });
    if (phone !== undefined)
      next = withPhone(next, phone, { ...settings, identityId: phoneIdentityId, now });
    if (email !== undefined)
      next = withEmail(next, email, { atOnce: emailAtOnce, identityId, now });
    return next;
  };
}

/** Removes the flags for confirmed addresses, which only the server sets. */
function withoutOurMarks(current: User, data: JsonObject): JsonObject {
  const merged = mergeMetadata(current.metadata, data);
  return mergeMetadata(merged, { email_verified: current.metadata.email_verified ?? null });
}

/** Sends the messages about a change and logs it. */
async function afterChange(
  ports: UpdateUserPorts,
  settings: UpdateUserSettings,
  { user, session, link, context }: UpdateUserRequest,
  { email, emailAtOnce, phone, passwordHash }: CheckedChange,
): Promise<Result<User, UpdateUserError>> {
  if (passwordHash !== undefined)
    await afterPasswordChange(ports, { user, session, language: link.language, context });
  if (email !== undefined)
    await afterEmailChange(ports, settings, { user, link, context }, emailAtOnce);
  if (phone === undefined) return ok(user);
  const sent = await afterPhoneChange(ports, settings, { user, language: link.language, context });
  return sent.map(() => user);
}
