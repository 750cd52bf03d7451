import type { User } from '../account/index.ts';
import { type PersonIdentifier, recipientOf } from '../account/index.ts';
import type { LastAdminError } from '../admins/index.ts';
import { err, ok, type Result } from '../kernel/index.ts';
import { lockKeyOf } from '../lockout/index.ts';
import { adminActions, logEvent, type RequestContext } from '../security-log/index.ts';
import type { SignInEndedError } from '../session/index.ts';
import { numbersOf } from './export-data.ts';
import { findAccounts, mentionsOf, reportsAbout } from './find-person.ts';
import type { ErasedCounts } from './personal-data.ts';
import type { AccountDataPorts, PersonalDataPorts } from './ports.ts';

/** Logs that data was erased and by which admin, without naming the person. */
const recorded = (
  ports: Pick<AccountDataPorts, 'securityLog' | 'clock' | 'ids'>,
  context: RequestContext,
  by?: string,
) => logEvent(ports, { actionType: 'data_erasure', userId: by, context });

/** Removes the text messages to these numbers from the queue and the outbox folder. */
async function removeTexts(
  { smsQueue, outbox }: Pick<AccountDataPorts, 'smsQueue' | 'outbox'>,
  numbers: readonly string[],
): Promise<number> {
  let removed = 0;
  for (const number of numbers) {
    removed += (await smsQueue.removeToNumber(number)) + (await outbox.removeAbout(number));
  }
  return removed;
}

/** Removes the unsent mails to the addresses of an account; those about messages and waiting lists stay. */
async function removeMails({ mailQueue }: Pick<AccountDataPorts, 'mailQueue'>, user: User) {
  let removed = 0;
  for (const address of [user.email, user.newEmail]) {
    if (address !== undefined) removed += await mailQueue.removeTo(address);
  }
  return removed;
}

/**
 * Removes an account with its data, its events (except what it did as an admin) and its waiting mails and text
 * messages; returns the counts of the last three. With a `securityStamp` only if the account has it still, else
 * `session_not_found`.
 */
async function removeAccount(
  ports: Omit<AccountDataPorts, 'roles' | 'sessions' | 'clock' | 'ids'>,
  user: User,
  securityStamp?: number,
): Promise<
  Result<
    Pick<ErasedCounts, 'securityEvents' | 'mails' | 'textMessages'>,
    LastAdminError | SignInEndedError
  >
> {
  const numbers = await numbersOf(ports, user);
  const revoked = await ports.admins.revoke(user.id, false);
  if (revoked.isErr()) return err(revoked.error);
  const isRemoved = await ports.users.remove(user.id, securityStamp);
  if (!isRemoved && securityStamp !== undefined) return err({ kind: 'session_not_found' });
  // Deleting an admin account must not hide what was done with it.
  const kept = revoked.value ? adminActions : undefined;
  return ok({
    securityEvents: await ports.securityLog.removeAbout({ userIds: [user.id], mentions: [] }, kept),
    mails: await removeMails(ports, user),
    textMessages: await removeTexts(ports, numbers),
  });
}

/**
 * Deletes the account of the current user with its sessions, factors, links, unsent mails and text messages, and
 * security events, unless its stamp is not that of `user` any more. Errors: `session_not_found` then; `last_admin` if the
 * site would be left without an admin. Source: docs/law-and-search.md#D51, docs/security.md#SE-16.
 */
export async function eraseAccount(
  ports: Omit<AccountDataPorts, 'roles' | 'sessions'>,
  { id, securityStamp }: Pick<User, 'id' | 'securityStamp'>,
  context: RequestContext,
): Promise<Result<void, LastAdminError | SignInEndedError>> {
  const user = await ports.users.byId(id);
  const removed = user ? await removeAccount(ports, user, securityStamp) : ok();
  if (removed.isErr()) return err(removed.error);
  await recorded(ports, context);
  return ok();
}

/** Withdraws the requests of other accounts to change to the address or number of a person, with their links and codes. */
async function withdrawChanges(
  ports: Pick<PersonalDataPorts, 'users' | 'tokens'>,
  pending: readonly User[],
  recipient: string,
): Promise<number> {
  for (const { id } of pending) {
    await ports.tokens.clear(id);
    await ports.users.change(id, (user) => ({
      ...user,
      ...(user.newEmail === recipient && {
        newEmail: undefined,
        emailChangeConfirmedBy: undefined,
      }),
      ...(user.newPhone === recipient && { newPhone: undefined }),
    }));
  }
  return pending.length;
}

/**
 * Deletes all data about one person: accounts, messages, the waiting list, security events, error reports, requests of
 * other accounts to change to the address or number, and waiting mails and text messages. `by` is the id of the
 * signed-in admin, if any. Errors: `last_admin`, with nothing deleted but earlier accounts of the same person.
 * Source: docs/law-and-search.md#D32, docs/law-and-search.md#D50.
 */
export async function erasePerson(
  ports: Omit<PersonalDataPorts, 'roles' | 'sessions'>,
  person: PersonIdentifier,
  context: RequestContext,
  by?: string,
): Promise<Result<ErasedCounts, LastAdminError>> {
  const recipient = recipientOf(person);
  const { own, pending } = await findAccounts(ports, person);
  let [securityEvents, mails, textMessages] = [0, 0, 0];
  for (const user of own) {
    const removed = await removeAccount(ports, user);
    if (removed.isErr()) return err({ kind: 'last_admin' });
    securityEvents += removed.value.securityEvents;
    mails += removed.value.mails;
    textMessages += removed.value.textMessages;
    await ports.lockouts.clear(lockKeyOf(user));
  }
  const pendingChanges = await withdrawChanges(ports, pending, recipient);
  const mentions = mentionsOf(ports, person);
  securityEvents += await ports.securityLog.removeAbout({ userIds: [], mentions });
  const reports = await reportsAbout(ports, person);
  const errorReports = await ports.reports.remove(reports.map(({ id }) => id));
  const messageIds = (await ports.messages.ofSender(recipient)).map(({ id }) => id);
  const messages = await ports.messages.removeOfSender(recipient);
  const interests = await ports.interests.removeByEmail(recipient);
  mails += await ports.mailQueue.removeAbout(recipient, messageIds);
  if ('phone' in person) textMessages += await removeTexts(ports, [recipient]);
  else mails += await ports.outbox.removeAbout(recipient);
  await ports.lockouts.clear(recipient);
  // Admins who erase their own data are not named either.
  const isGone = own.some(({ id }) => id === by);
  await recorded(ports, context, isGone ? undefined : by);
  return ok({
    accounts: own.length,
    pendingChanges,
    messages,
    interests,
    securityEvents,
    mails,
    textMessages,
    errorReports,
  });
}
