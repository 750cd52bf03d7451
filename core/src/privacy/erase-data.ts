import type { User } from '../account/index.ts';
import { recipientOf } from '../account/index.ts';
import type { LastAdminError } from '../admins/index.ts';
import { err, ok, type Result, type UserId } from '../kernel/index.ts';
import { lockKeyOf } from '../lockout/index.ts';
import { adminActions, logEvent, type RequestContext } from '../security-log/index.ts';
import type { SignInEndedError } from '../session/index.ts';
import { numbersOf } from './export-data.ts';
import { findAccounts, mentionsOf, reportsAbout } from './find-person.ts';
import type { ErasedCounts, PersonRequest } from './personal-data.ts';
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

/**
 * Removes the unsent mails to the address of an account; those about messages and waiting lists stay. An address that the
 * account has only asked for may be that of anybody, whose mails must not go with it.
 */
async function removeMails({ mailQueue }: Pick<AccountDataPorts, 'mailQueue'>, { email }: User) {
  return email === undefined ? 0 : mailQueue.removeTo(email);
}

/**
 * Whether the account is one of an admin, or did what only an admin may. Deleting it must not hide that, not even when an
 * earlier attempt to delete it took the role and was interrupted.
 */
async function hasActedAsAdmin(
  { roles, securityLog }: Pick<AccountDataPorts, 'roles' | 'securityLog'>,
  userId: UserId,
): Promise<boolean> {
  if ((await roles.rolesOf(userId)).includes('admin')) return true;
  const accesses = { userId, actionType: 'admin_access', source: 'server', limit: 1 } as const;
  return (await securityLog.list(accesses)).length > 0;
}

/**
 * Removes an account with its data, its events (except what it did as an admin) and its waiting mails and text
 * messages; returns the counts of the last three. The account itself goes last, so that an interrupted erasure still
 * finds it. If `securityStamp` is given and the account has another one, nothing is removed: `session_not_found`.
 */
async function removeAccount(
  ports: Omit<AccountDataPorts, 'sessions' | 'passkeys' | 'clock' | 'ids'>,
  user: User,
  securityStamp?: number,
): Promise<
  Result<
    Pick<ErasedCounts, 'securityEvents' | 'mails' | 'textMessages'>,
    LastAdminError | SignInEndedError
  >
> {
  const numbers = await numbersOf(ports, user);
  const kept = (await hasActedAsAdmin(ports, user.id)) ? adminActions : undefined;
  // Before anything is deleted: of two admins who go at once one stays, with everything.
  const revoked = await ports.admins.revoke(user.id, false, securityStamp);
  if (revoked.isErr()) return err(revoked.error);
  // Somebody may have taken the account over since it was read.
  if (securityStamp !== undefined) {
    const current = await ports.users.byId(user.id);
    if (current?.securityStamp !== securityStamp) return err({ kind: 'session_not_found' });
  }
  const removeEvents = () =>
    ports.securityLog.removeAbout({ userIds: [user.id], mentions: [] }, kept);
  const securityEvents = await removeEvents();
  const mails = await removeMails(ports, user);
  const textMessages = await removeTexts(ports, numbers);
  const isRemoved = await ports.users.remove(user.id, securityStamp);
  if (!isRemoved && securityStamp !== undefined) return err({ kind: 'session_not_found' });
  // A request of the account may have been under way.
  return ok({ securityEvents: securityEvents + (await removeEvents()), mails, textMessages });
}

/**
 * Deletes the account of the current user with its sessions, factors, passkeys, links, unsent mails and text messages, and
 * security events. Does nothing if the stamp of the account is no longer that of `user`. Unlike `closeAccount` of the
 * module `profile`, it asks for no password and no second factor, and sends no mail. Errors: `session_not_found` under
 * another stamp; `last_admin` if the site would be left without an admin. Source: docs/law-and-search.md#D51,
 * docs/security.md#SE-16.
 */
export async function eraseAccount(
  ports: Omit<AccountDataPorts, 'sessions' | 'passkeys'>,
  request: {
    readonly user: Pick<User, 'id' | 'securityStamp'>;
    readonly context: RequestContext;
  },
): Promise<Result<void, LastAdminError | SignInEndedError>> {
  const { id, securityStamp } = request.user;
  const user = await ports.users.byId(id);
  const removed = user ? await removeAccount(ports, user, securityStamp) : ok();
  if (removed.isErr()) return err(removed.error);
  await recorded(ports, request.context);
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
 * signed-in admin, if any. Interrupted at any moment, it can be run again, which deletes what is left. Errors:
 * `last_admin`, with nothing deleted but earlier accounts of the same person. Source: docs/law-and-search.md#D32,
 * docs/law-and-search.md#D50.
 */
export async function erasePerson(
  ports: Omit<PersonalDataPorts, 'sessions' | 'passkeys'>,
  { person, context, by }: PersonRequest,
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
  // Before the messages: a mail that lost its content is found by the message that it was about.
  mails += await ports.mailQueue.removeAbout(recipient, messageIds);
  const messages = await ports.messages.removeOfSender(recipient);
  const interests = await ports.interests.removeByEmail(recipient);
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
