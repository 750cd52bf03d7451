import type { User } from '../account/index.ts';
import { recipientOf } from '../account/index.ts';
import type { UserId } from '../kernel/index.ts';
import { logEvent, type RequestContext } from '../security-log/index.ts';
import { findAccounts, mentionsOf, reportsAbout, requestedAt } from './find-person.ts';
import type { AccountData, PersonalData, PersonRequest } from './personal-data.ts';
import type { AccountDataPorts, PersonalDataPorts } from './ports.ts';

/** All phone numbers of an account, confirmed or not. */
export async function numbersOf(
  ports: Pick<AccountDataPorts, 'factors'>,
  { id, phone, newPhone }: User,
): Promise<readonly string[]> {
  const factors = await ports.factors.ofUser(id);
  const numbers = [phone, newPhone, ...factors.map((factor) => factor.phone)];
  return [...new Set(numbers.filter((number) => number !== undefined))];
}

/** The waiting text messages to these numbers, without their text. */
async function waitingTexts(
  { smsQueue }: Pick<AccountDataPorts, 'smsQueue'>,
  numbers: readonly string[],
) {
  const waiting = await Promise.all(numbers.map((number) => smsQueue.toNumber(number)));
  return waiting.flat().map(({ to, expiresAt }) => ({ to, expiresAt }));
}

async function dataOf(
  ports: Pick<
    AccountDataPorts,
    'roles' | 'factors' | 'passkeys' | 'sessions' | 'devices' | 'securityLog' | 'smsQueue'
  >,
  user: User,
): Promise<AccountData> {
  const [roles, factors, { recoveryCodes = [] }, passkeys, sessions, securityEvents] =
    await Promise.all([
      ports.roles.rolesOf(user.id),
      ports.factors.ofUser(user.id),
      ports.factors.stateOf(user.id),
      ports.passkeys.ofUser(user.id),
      ports.sessions.ofUser(user.id),
      ports.securityLog.about({ userIds: [user.id], mentions: [] }),
    ]);
  const numbers = await numbersOf(ports, user);
  const { id, email, formerEmail, phone, newEmail, newPhone, createdAt, updatedAt } = user;
  const { emailConfirmedAt, phoneConfirmedAt, lastSignInAt, bannedUntil } = user;
  const { metadata, identities } = user;
  return {
    id,
    email,
    formerEmail,
    phone,
    newEmail,
    newPhone,
    hasPassword: user.passwordHash !== undefined,
    createdAt,
    updatedAt,
    emailConfirmedAt,
    phoneConfirmedAt,
    lastSignInAt,
    bannedUntil,
    metadata,
    identities,
    roles,
    factors,
    recoveryCodes: recoveryCodes.length,
    passkeys,
    sessions: sessions.map(
      ({ id: sessionId, createdAt: since, refreshedAt, ip, userAgent, amr }) => ({
        id: sessionId,
        createdAt: since,
        refreshedAt,
        ip,
        userAgent,
        amr,
      }),
    ),
    knownDevices: await ports.devices.ofUser(id),
    textMessages: await waitingTexts(ports, numbers),
    securityEvents,
  };
}

const exported = (
  ports: Pick<AccountDataPorts, 'securityLog' | 'clock' | 'ids'>,
  userId: UserId | undefined,
  context: RequestContext,
) => logEvent(ports, { actionType: 'data_export', userId, context });

/**
 * All data about the account of the current user; `undefined` if it no longer exists. Messages and the waiting list
 * are left out, because having an account does not prove ownership of its address.
 * Source: docs/law-and-search.md#D50.
 */
export async function exportAccount(
  ports: Omit<AccountDataPorts, 'admins' | 'mailQueue' | 'outbox'>,
  { userId, context }: { readonly userId: UserId; readonly context: RequestContext },
): Promise<AccountData | undefined> {
  const user = await ports.users.byId(userId);
  if (!user) return undefined;
  const data = await dataOf(ports, user);
  await exported(ports, userId, context);
  return data;
}

/**
 * All data about one person, for the owner of the site to respond to an access request. `by` is the id of the signed-in
 * admin, if any, and is logged. What is kept under the e-mail address of an account that was found by its number is
 * exported by that address. Source: docs/law-and-search.md#D32, docs/law-and-search.md#D50.
 */
export async function exportPerson(
  ports: Omit<PersonalDataPorts, 'admins' | 'outbox' | 'tokens' | 'lockouts'>,
  { person, context, by }: PersonRequest,
): Promise<PersonalData> {
  const recipient = recipientOf(person);
  const { own, pending } = await findAccounts(ports, person);
  const accounts = await Promise.all(own.map((user) => dataOf(ports, user)));
  const known = new Set<UserId | undefined>(own.map(({ id }) => id));
  const mentioned = await ports.securityLog.about({
    userIds: [],
    mentions: mentionsOf(ports, person),
  });
  const data = {
    ...person,
    accounts,
    pendingChanges: pending.map((user) => ({ requestedAt: requestedAt(user, recipient) })),
    messages: await ports.messages.ofSender(recipient),
    interests: await ports.interests.byEmail(recipient),
    mails: await ports.mailQueue.about(recipient),
    textMessages: await waitingTexts(ports, [recipient]),
    errorReports: await reportsAbout(ports, person),
    securityEvents: mentioned.filter(({ userId }) => !known.has(userId)),
  };
  await exported(ports, by, context);
  return data;
}
