import { type Err, err, ok, type Result } from 'neverthrow';
import {
  blankUser,
  type CanonicalEmail,
  checkEmail,
  checkNewPassword,
  confirmEmail,
  type EmailError,
  emailIdentity,
  isConfirmed,
  isMetadataSmall,
  mergeMetadata,
  type OverloadedError,
  reclaimed,
  type User,
  type WeakPasswordError,
} from '../account/index.ts';
import type { EpochMs, JsonObject } from '../kernel/index.ts';
import { checkEmailSendInterval } from '../one-time-token/index.ts';
import {
  logEvent,
  logEventInBackground,
  type RequestContext,
  type SecurityLogPorts,
} from '../security-log/index.ts';
import { type GrantedSession, startSession } from '../session/index.ts';
import { languageOf, sendLink } from './send-link.ts';
import type { LinkRequest, SignInPorts, SignInSettings, SignUpDisabledError } from './settings.ts';

/** Why a sign-up fails. */
export type SignUpError =
  | SignUpDisabledError
  | EmailError
  | WeakPasswordError
  | OverloadedError
  | { readonly kind: 'metadata_too_large' }
  | { readonly kind: 'user_already_exists' };

/**
 * Signed in at once, or a user who must confirm the address first. `taken`: no account was created; the user is
 * fictitious and has no identities, as GoTrue clients expect. Source: docs/wire.md#4.1.
 */
export type SignedUp =
  | { readonly kind: 'session'; readonly granted: GrantedSession }
  | { readonly kind: 'unconfirmed' | 'taken'; readonly user: User };

/** A request to sign up. */
export interface SignUpRequest {
  readonly email: string;
  readonly password: string;
  readonly data: JsonObject;
  readonly link: LinkRequest;
  readonly context: RequestContext;
}

/** Rejects the sign-up and logs the attempt. */
export function signUpDisabled(
  ports: SecurityLogPorts,
  context: RequestContext,
): Err<never, SignUpDisabledError> {
  const details = { reason: 'signup_disabled' };
  logEventInBackground(ports, { actionType: 'signup_failure', context, details });
  return err({ kind: 'signup_disabled' });
}

/** The data of a new account besides its e-mail address or number. */
export interface NewAccount {
  readonly passwordHash: string | undefined;
  readonly data: JsonObject;
  readonly now: EpochMs;
}

/** An account that has an e-mail address. */
export type EmailUser = User & { readonly email: CanonicalEmail };

/** A new account by e-mail, not confirmed yet. */
export function newEmailUser(
  ports: Pick<SignInPorts, 'ids'>,
  { email, passwordHash, data, now }: NewAccount & { readonly email: CanonicalEmail },
): EmailUser {
  const id = ports.ids.uuid();
  const identity = emailIdentity(email, { id: ports.ids.uuid(), userId: id, data, now });
  return {
    ...blankUser(id, now),
    email,
    passwordHash,
    // Only the server sets this flag, whatever the visitor sends.
    metadata: mergeMetadata(data, { email_verified: null }),
    identities: [identity],
  };
}

/**
 * Creates an account with e-mail and password. With `autoconfirm` it is signed in at once; else a mail is sent to
 * confirm it. A taken address gives the same result, and its owner is notified by mail. Source: docs/rules.md#5,
 * docs/wire.md#4.1, docs/security.md#LK-10, docs/security.md#DR-11.
 */
export async function signUp(
  ports: SignInPorts,
  settings: SignInSettings,
  request: SignUpRequest,
): Promise<Result<SignedUp, SignUpError>> {
  const { link, context } = request;
  if (!settings.allowsSignUp) return signUpDisabled(ports, context);
  const checked = checkEmail(request.email);
  if (checked.isErr()) return err(checked.error);
  const email = checked.value;
  const password = checkNewPassword(request.password, { email, siteName: settings.siteName });
  if (password.isErr()) {
    logEventInBackground(ports, {
      actionType: 'signup_failure',
      context,
      details: { reason: 'weak_password' },
    });
    return err(password.error);
  }
  if (!isMetadataSmall(request.data)) return err({ kind: 'metadata_too_large' });
  // Hashed for known addresses too, so that the response time is the same.
  const hash = await ports.passwords.hash(password.value, context.ip);
  if (hash.isErr()) return err(hash.error);
  const now = ports.clock.now();
  const user = newEmailUser(ports, { email, passwordHash: hash.value, data: request.data, now });
  if (settings.autoconfirm) return signUpAtOnce(ports, settings, confirmEmail(user, now), context);
  const known = await ports.users.byEmail(email);
  const matched = await matchedHash(ports, known, password.value, context.ip);
  if (matched.isErr()) return err(matched.error);
  return signUpByMail(ports, settings, { user, matched: matched.value, link, context });
}

/**
 * The stored hash for an address, if `password` matches it. Takes as long if there is none.
 * Source: docs/security.md#LK-9.
 */
export async function matchedHash(
  ports: Pick<SignInPorts, 'passwords'>,
  known: User | undefined,
  password: string,
  ip: string,
): Promise<Result<string | undefined, OverloadedError>> {
  const check = await ports.passwords.verify(password, known?.passwordHash, ip);
  return check.map(({ matches }) => (matches ? known?.passwordHash : undefined));
}

/** Whether the repeated sign-up of an unconfirmed account uses the same password as the first. */
export function isOwnPassword(user: User, ...own: readonly (string | undefined)[]): boolean {
  return user.passwordHash === undefined || own.includes(user.passwordHash);
}

/** Creates a confirmed account and signs it in. Errors: `user_already_exists`. */
export async function signUpAtOnce(
  ports: SignInPorts,
  settings: SignInSettings,
  user: User,
  context: RequestContext,
): Promise<Result<SignedUp, { readonly kind: 'user_already_exists' }>> {
  const created = await ports.users.create(user);
  if (created.isErr()) {
    logEventInBackground(ports, {
      actionType: 'signup_failure',
      context,
      details: { reason: 'taken' },
    });
    return err({ kind: 'user_already_exists' });
  }
  logEventInBackground(ports, { actionType: 'signup_success', userId: user.id, context });
  const granted = await startSession(ports, settings, user, { method: 'password', context });
  return ok({ kind: 'session', granted });
}

async function signUpByMail(
  ports: SignInPorts,
  settings: SignInSettings,
  {
    user,
    matched,
    link,
    context,
  }: Pick<SignUpRequest, 'link' | 'context'> & {
    readonly user: EmailUser;
    readonly matched: string | undefined;
  },
): Promise<Result<SignedUp, SignUpError>> {
  const { email } = user;
  const allowed = await checkEmailSendInterval(ports, settings.emailIntervalMs, 'signup', email);
  const waiting: User = { ...user, confirmationSentAt: user.createdAt };
  const created = (await ports.users.byEmail(email))
    ? undefined
    : await ports.users.create(waiting);
  const isNew = created?.isOk() ?? false;
  const known = isNew ? waiting : await ports.users.byEmail(email);
  if (known && isConfirmed(known)) {
    await logEvent(ports, {
      actionType: 'signup_failure',
      userId: known.id,
      context,
      details: { reason: 'taken' },
    });
    const language = languageOf(known, link.language);
    // Counted separately from confirmations, so that the owner is notified even right after signing up.
    const interval = settings.emailIntervalMs;
    const notice = await checkEmailSendInterval(ports, interval, 'sign_up_attempted', email);
    if (notice.isOk()) {
      await ports.messenger.send({ kind: 'sign_up_attempted', to: email, language });
    }
    return ok({ kind: 'taken', user: waiting });
  }
  const pending =
    known && !isNew
      ? await reclaim(ports, { known, waiting, matched, isMailed: allowed.isOk() })
      : waiting;
  if (isNew)
    logEventInBackground(ports, { actionType: 'signup_success', userId: pending.id, context });
  if (allowed.isOk()) {
    const message = {
      kind: 'signup',
      slot: 'confirmation',
      type: 'signup',
      to: email,
      confirmsPassword: !pending.passwordUnverified,
    } as const;
    await sendLink(ports, settings, { user: pending, message, link, context });
  }
  // What another person entered earlier is not shown to the next who signs up with this address.
  return ok({ kind: 'unconfirmed', user: waiting });
}

/**
 * The unconfirmed account after a repeated sign-up; an account created by a provider takes over the password. The
 * reader of the mail need not be the person who chose the first password: if they differ, no mail confirms it any
 * more.
 */
async function reclaim(
  ports: SignInPorts,
  {
    known,
    waiting,
    matched,
    isMailed,
  }: {
    readonly known: User;
    readonly waiting: User;
    readonly matched: string | undefined;
    readonly isMailed: boolean;
  },
): Promise<User> {
  const identityId = ports.ids.uuid();
  const changed = await ports.users.change(known.id, (current) => {
    const own = reclaimed(current, identityId, waiting.createdAt);
    if (own === current) {
      const isOther = !isOwnPassword(current, matched);
      return {
        ...current,
        passwordUnverified: current.passwordUnverified || (isMailed && isOther),
      };
    }
    const { passwordHash, metadata } = waiting;
    return { ...own, passwordHash, passwordUnverified: false, metadata };
  });
  return changed.unwrapOr(undefined) ?? known;
}

/**
 * Creates an anonymous account and signs it in. Throws when the store says that an account without address, number and
 * identity is taken. Errors: `signup_disabled`, `metadata_too_large`. Source: docs/wire.md#4.1.
 */
export async function signUpAnonymously(
  ports: SignInPorts,
  settings: SignInSettings,
  { data, context }: Pick<SignUpRequest, 'data' | 'context'>,
): Promise<Result<GrantedSession, SignUpDisabledError | { readonly kind: 'metadata_too_large' }>> {
  if (!settings.allowsSignUp) return signUpDisabled(ports, context);
  if (!isMetadataSmall(data)) return err({ kind: 'metadata_too_large' });
  const blank = blankUser(ports.ids.uuid(), ports.clock.now());
  const metadata = mergeMetadata(data, { email_verified: null });
  const user: User = { ...blank, metadata, isAnonymous: true };
  const created = await ports.users.create(user);
  // biome-ignore lint/plugin: nothing of such a user is unique, so the store has a defect
  if (created.isErr()) throw new Error(`A user without an address is taken: ${created.error.kind}`);
  logEventInBackground(ports, { actionType: 'signup_success', userId: user.id, context });
  return ok(await startSession(ports, settings, user, { method: 'anonymous', context }));
}
