import { err, ok, type Result } from 'neverthrow';
import type { User } from '../account/index.ts';
import type { LastAdminError } from '../admins/index.ts';
import { logEvent, type RequestContext } from '../security-log/index.ts';
import { accountsUnder, mentionsOf, numbersOf } from './export-data.ts';
import type { ErasedCounts } from './personal-data.ts';
import type { AccountDataPorts, PersonalDataPorts } from './ports.ts';

/** That something was erased, and by which admin, stays on record, without a word about whom. */
const recorded = (ports: AccountDataPorts, context: RequestContext, by?: string) =>
  logEvent(ports, { actionType: 'data_erasure', userId: by, context });

/** Text messages to these numbers, those that wait and those in the folder. */
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

/** The account with all that hangs on it, its events and the text messages to its numbers; how many of these. */
async function removeAccount(
  ports: AccountDataPorts,
  user: User,
): Promise<Result<Pick<ErasedCounts, 'securityEvents' | 'textMessages'>, LastAdminError>> {
  const numbers = await numbersOf(ports, user);
  const revoked = await ports.admins.revoke(user.id, false);
  if (revoked.isErr()) return err(revoked.error);
  await ports.users.remove(user.id);
  return ok({
    securityEvents: await ports.securityLog.removeAbout({ userIds: [user.id], mentions: [] }),
    textMessages: await removeTexts(ports, numbers),
  });
}

/**
 * Deletes an account, its sessions, factors, links, text messages and security events, for the person who is signed in to it.
 * Errors: `last_admin`, when nobody would be left to run the site. Source: docs/law-and-search.md#D51.
 */
export async function eraseAccount(
  ports: AccountDataPorts,
  userId: string,
  context: RequestContext,
): Promise<Result<void, LastAdminError>> {
  const user = await ports.users.byId(userId);
  const removed = user ? await removeAccount(ports, user) : ok();
  if (removed.isErr()) return err(removed.error);
  await recorded(ports, context);
  return ok();
}

/**
 * Deletes everything kept about one person: accounts, messages, the waiting list, security events, and mails and text
 * messages that wait. `email` is canonical; `by` is the id of the admin who asks, if one is signed in. Errors: `last_admin`,
 * before anything but earlier accounts of the same address is gone. Source: docs/law-and-search.md#D32,
 * docs/law-and-search.md#D50.
 */
export async function erasePerson(
  ports: PersonalDataPorts,
  email: string,
  context: RequestContext,
  by?: string,
): Promise<Result<ErasedCounts, LastAdminError>> {
  const users = await accountsUnder(ports, email);
  let securityEvents = 0;
  let textMessages = 0;
  for (const user of users) {
    const removed = await removeAccount(ports, user);
    if (removed.isErr()) return err(removed.error);
    securityEvents += removed.value.securityEvents;
    textMessages += removed.value.textMessages;
    if (user.phone !== undefined) await ports.lockouts.clear(user.phone, 0, ports.clock.now());
  }
  securityEvents += await ports.securityLog.removeAbout({
    userIds: [],
    mentions: mentionsOf(ports, email),
  });
  const messageIds = (await ports.messages.ofSender(email)).map(({ id }) => id);
  const messages = await ports.messages.removeOfSender(email);
  const interests = await ports.interests.removeByEmail(email);
  const mails =
    (await ports.mailQueue.removeAbout(email, messageIds)) +
    (await ports.outbox.removeAbout(email));
  await ports.lockouts.clear(email, 0, ports.clock.now());
  // Admins who erase themselves are not named either.
  const isGone = users.some(({ id }) => id === by);
  await recorded(ports, context, isGone ? undefined : by);
  return ok({ accounts: users.length, messages, interests, securityEvents, mails, textMessages });
}
