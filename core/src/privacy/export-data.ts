import type { User } from '../account/index.ts';
import {
  emailPseudonym,
  logEvent,
  type RequestContext,
  type SecurityEvent,
} from '../security-log/index.ts';
import type { AccountData, ExportedEvent, PersonalData } from './personal-data.ts';
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

const exportedEvent = ({
  ip: address,
  userAgent,
  details,
  ...event
}: SecurityEvent): ExportedEvent => ({ ...event, address, userAgent, details });

async function dataOf(ports: AccountDataPorts, user: User): Promise<AccountData> {
  const [roles, factors, sessions, securityEvents] = await Promise.all([
    ports.roles.rolesOf(user.id),
    ports.factors.ofUser(user.id),
    ports.sessions.ofUser(user.id),
    ports.securityLog.about({ userIds: [user.id], mentions: [] }),
  ]);
  const numbers = await numbersOf(ports, user);
  const waiting = await Promise.all(numbers.map((number) => ports.smsQueue.toNumber(number)));
  const { id, email, phone, newEmail, newPhone, createdAt, updatedAt } = user;
  const { emailConfirmedAt, phoneConfirmedAt, lastSignInAt, metadata, identities } = user;
  return {
    id,
    email,
    phone,
    newEmail,
    newPhone,
    hasPassword: user.passwordHash !== undefined,
    createdAt,
    updatedAt,
    emailConfirmedAt,
    phoneConfirmedAt,
    lastSignInAt,
    metadata,
    identities,
    roles,
    factors,
    sessions: sessions.map(
      ({ id: sessionId, createdAt: since, refreshedAt, ip: address, userAgent, amr }) => ({
        id: sessionId,
        createdAt: since,
        refreshedAt,
        address,
        userAgent,
        amr,
      }),
    ),
    textMessages: waiting.flat().map(({ to, expiresAt }) => ({ to, expiresAt })),
    securityEvents: securityEvents.map(exportedEvent),
  };
}

const exported = (ports: AccountDataPorts, userId: string | undefined, context: RequestContext) =>
  logEvent(ports, { actionType: 'data_export', userId, context });

/**
 * All data about the account of the current user; `undefined` if it no longer exists. Messages and the waiting list
 * are left out, because having an account does not prove ownership of its address.
 * Source: docs/law-and-search.md#D50.
 */
export async function exportAccount(
  ports: AccountDataPorts,
  userId: string,
  context: RequestContext,
): Promise<AccountData | undefined> {
  const user = await ports.users.byId(userId);
  if (!user) return undefined;
  const data = await dataOf(ports, user);
  await exported(ports, userId, context);
  return data;
}

const pageSize = 500;

/** All accounts with an address: the regular one and those of SAML users. */
export async function accountsUnder(
  ports: Pick<AccountDataPorts, 'users'>,
  email: string,
): Promise<readonly User[]> {
  const found: User[] = [];
  let page = await ports.users.list(pageSize);
  while (page.length > 0) {
    found.push(...page.filter((user) => user.email === email));
    page = page.length < pageSize ? [] : await ports.users.list(pageSize, page.at(-1)?.id);
  }
  return found;
}

/** How the log may name a person: by e-mail address, or by its pseudonym. */
export function mentionsOf(
  ports: Pick<PersonalDataPorts, 'pseudonyms'>,
  email: string,
): readonly string[] {
  return [email, emailPseudonym(ports.pseudonyms, email)];
}

/**
 * All data about one person, for the owner of the site to answer an access request. `email` is canonical. `by` is the
 * id of the signed-in admin, if any, and is logged. Source: docs/law-and-search.md#D32, docs/law-and-search.md#D50.
 */
export async function exportPerson(
  ports: PersonalDataPorts,
  email: string,
  context: RequestContext,
  by?: string,
): Promise<PersonalData> {
  const users = await accountsUnder(ports, email);
  const accounts = await Promise.all(users.map((user) => dataOf(ports, user)));
  const known = new Set(users.map(({ id }) => id));
  const mentioned = await ports.securityLog.about({
    userIds: [],
    mentions: mentionsOf(ports, email),
  });
  const data = {
    email,
    accounts,
    messages: await ports.messages.ofSender(email),
    interests: await ports.interests.byEmail(email),
    mails: await ports.mailQueue.about(email),
    securityEvents: mentioned
      .filter(({ userId }) => userId === undefined || !known.has(userId))
      .map(exportedEvent),
  };
  await exported(ports, by, context);
  return data;
}
