import { isConfirmed, reclaimed, type User } from '../account/index.ts';
import { err, ok, type Result } from '../kernel/index.ts';
import { checkEmailSendInterval, type EmailBoundError } from '../one-time-token/index.ts';
import { logEvent, logEventInBackground, type RequestContext } from '../security-log/index.ts';
import type { EmailUser, SignedUp } from './new-account.ts';
import { languageOf, sendLink } from './send-link.ts';
import type { LinkRequest, SignInPorts, SignInSettings } from './settings.ts';

/** The account to confirm. `matched` is the stored hash, if the password matches it. */
interface PendingSignUp {
  readonly user: EmailUser;
  readonly matched: string | undefined;
  readonly link: LinkRequest;
  readonly context: RequestContext;
}

/**
 * Creates the account, unless the address is taken, and sends the mail that confirms it or warns its owner. Errors:
 * `over_email_send_rate_limit` beyond the bound of the site, before anything is changed.
 */
export async function signUpByMail(
  ports: SignInPorts,
  settings: SignInSettings,
  { user, matched, link, context }: PendingSignUp,
): Promise<Result<SignedUp, EmailBoundError>> {
  const { email } = user;
  const allowed = await checkEmailSendInterval(ports, settings, { message: 'signup', email });
  if (allowed.isErr() && 'boundOf' in allowed.error) return err(allowed.error);
  const waiting: User = { ...user, confirmationSentAt: user.createdAt };
  const isNew = (await ports.users.create(waiting)).isOk();
  const known = isNew ? undefined : await ports.users.byEmail(email);
  if (known && isConfirmed(known)) {
    await logEvent(ports, {
      actionType: 'signup_failure',
      userId: known.id,
      context,
      details: { reason: 'taken' },
    });
    const language = languageOf(ports.messenger, known, link.language);
    // Counted separately from confirmations, so that the owner is notified even right after signing up.
    const notice = await checkEmailSendInterval(ports, settings, {
      message: 'sign_up_attempted',
      email,
    });
    if (notice.isOk()) {
      await ports.messenger.send({ kind: 'sign_up_attempted', to: email, language });
    }
    return ok({ kind: 'unconfirmed', user: waiting, isTaken: () => true });
  }
  const pending = known
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
  return ok({ kind: 'unconfirmed', user: waiting, isTaken: () => false });
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
      const isOther = current.passwordHash !== matched;
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
