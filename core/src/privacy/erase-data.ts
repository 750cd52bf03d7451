import { err, ok, type Result } from 'neverthrow';
import type { User } from '../account/index.ts';
import type { LastAdminError } from '../admins/index.ts';
import { logEvent, type RequestContext } from '../security-log/index.ts';
import { accountsUnder, mentionsOf, numbersOf } from './export-data.ts';
import type { ErasedCounts } from './personal-data.ts';
import type { AccountDataPorts, PersonalDataPorts } from './ports.ts';

/** Logs that data was erased and by which admin, without naming the person. */
const recorded = (ports: AccountDataPorts, context: RequestContext, by?: string) =>
  logEvent(ports, { actionType: 'data_erasure', userId: by, context });

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
 * Removes an account with its data, its events and the text messages to its numbers; returns the counts of the latter
 * two.
 */
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
 * Deletes the account of the current user with its sessions, factors, links, text messages and security events.
 * Errors: `last_admin` if the site would be left without an admin. Source: docs/law-and-search.md#D51.
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
 * Deletes all data about one person: accounts, messages, the waiting list, security events, and waiting mails and
 * text messages. `email` is canonical; `by` is the id of the signed-in admin, if any. Errors: `last_admin`, with
 * nothing deleted but earlier accounts of the same address. Source: docs/law-and-search.md#D32,
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
  // Admins who erase their own data are not named either.
  const isGone = users.some(({ id }) => id === by);
  await recorded(ports, context, isGone ? undefined : by);
  return ok({ accounts: users.length, messages, interests, securityEvents, mails, textMessages });
}
