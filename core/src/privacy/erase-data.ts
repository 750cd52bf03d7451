import { err, ok, type Result } from 'neverthrow';
import type { LastAdminError } from '../admins/index.ts';
import { type Caller, writeEvent } from '../security-log/index.ts';
import { accountsUnder, mentionsOf } from './export-data.ts';
import type { ErasedCounts } from './personal-data.ts';
import type { AccountDataPorts, PersonalDataPorts } from './ports.ts';

/** That something was erased stays on record, without a word about whom. */
const recorded = (ports: AccountDataPorts, caller: Caller) =>
  writeEvent(ports, { actionType: 'data_erasure', caller });

/** The account with all that hangs on it, and its events. */
async function removeAccount(
  ports: AccountDataPorts,
  userId: string,
): Promise<Result<number, LastAdminError>> {
  const revoked = await ports.admins.revoke(userId, false);
  if (revoked.isErr()) return err(revoked.error);
  await ports.users.remove(userId);
  return ok(await ports.securityLog.removeAbout({ userIds: [userId], mentions: [] }));
}

/**
 * Deletes an account, its sessions, factors, links and security events, for the person who is signed in to it.
 * Errors: `last_admin`, when nobody would be left to run the site. Source: legal reference D51.
 */
export async function eraseAccount(
  ports: AccountDataPorts,
  userId: string,
  caller: Caller,
): Promise<Result<void, LastAdminError>> {
  const removed = await removeAccount(ports, userId);
  if (removed.isErr()) return err(removed.error);
  await recorded(ports, caller);
  return ok();
}

/**
 * Deletes everything kept about one person: accounts, messages, the waiting list, security events and mails that
 * wait. `email` is canonical. Errors: `last_admin`, before anything but earlier
 * accounts of the same address is gone. Source: legal reference D50.
 */
export async function erasePerson(
  ports: PersonalDataPorts,
  email: string,
  caller: Caller,
): Promise<Result<ErasedCounts, LastAdminError>> {
  const users = await accountsUnder(ports, email);
  let securityEvents = 0;
  for (const { id } of users) {
    const removed = await removeAccount(ports, id);
    if (removed.isErr()) return err(removed.error);
    securityEvents += removed.value;
  }
  securityEvents += await ports.securityLog.removeAbout({
    userIds: [],
    mentions: mentionsOf(ports, email),
  });
  const messages = await ports.messages.removeOfSender(email);
  const interests = await ports.interests.removeOfAddress(email);
  const mails =
    (await ports.mailQueue.removeAbout(email)) + (await ports.outbox.removeAbout(email));
  await ports.lockouts.clear(email, 0, ports.clock.now());
  await recorded(ports, caller);
  return ok({ accounts: users.length, messages, interests, securityEvents, mails });
}
