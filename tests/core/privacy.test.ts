import { blankUser } from '@coachsite/core/account';
import { enrollFactor } from '@coachsite/core/mfa';
import {
  eraseAccount,
  erasePerson,
  exportAccount,
  exportPerson,
  exportText,
} from '@coachsite/core/privacy';
import { updateUser } from '@coachsite/core/profile';
import { emailOf, phoneOf } from '@coachsite/core/testing';
import { expect, test } from 'vitest';
import { context, link, memberSite, settings } from './support/member-site.ts';

const email = 'ann@example.com';
const phone = '32470123456';

/** A member with something in every store, and another one who asked to change to her address. */
async function livedIn() {
  const site = memberSite();
  const current = await site.member(email);
  const now = site.clock.now();
  await enrollFactor(site.ports, {
    ...current,
    type: 'phone',
    phone,
    friendlyName: 'phone',
    context,
  });
  const mail = (id: string, to: string) => ({ id, to, subject: id, text: id, html: id });
  await site.ports.mailQueue.enqueue(mail('waits', email), now);
  await site.ports.smsQueue.enqueue({ id: 's', to: phone, text: '987654', expiresAt: now }, now);
  await site.ports.messages.add(
    {
      id: 'm',
      name: 'Ann',
      email,
      subject: 'Vraag',
      message: 'Dag',
      language: 'nl',
      status: 'new',
      flagged: false,
      receivedAt: now,
      answeredAt: undefined,
      changedAt: now,
    },
    undefined,
    { since: 0, limit: 1 },
  );
  await site.ports.interests.request(
    {
      id: 'i',
      email: emailOf(email),
      programId: 'mind-body-12',
      language: 'nl',
      textVersion: 'v',
      requestedAt: now,
      confirmedAt: undefined,
      announcedAt: undefined,
      launchQueued: false,
    },
    { confirmDigest: 'c', confirmUntil: now + 1, unsubscribeDigest: 'u' },
    mail('confirm', email),
    0,
  );
  const report = { stack: '', url: '/', userAgent: 'b', componentStack: '' };
  await site.ports.reports.add({ ...report, id: 'r', message: `no ${email}`, receivedAt: now }, 10);
  await site.ports.securityLog.record({
    id: 'e',
    at: now,
    source: 'client',
    actionType: 'auth_failure',
    severity: 'low',
    userId: undefined,
    ip: '192.0.2.9',
    userAgent: 'b',
    details: { note: `for ${email}` },
  });
  const other = await site.member('bo@example.com');
  await site.ports.users.change(other.user.id, (user) => ({
    ...user,
    newEmail: emailOf(email),
    newPhone: phoneOf(phone),
    emailChangeSentAt: 5,
  }));
  return { site, current, other };
}

test('an account is exported whole, without secrets', async () => {
  const { site, current, other } = await livedIn();
  const { id } = current.user;
  const withoutCodes = await exportAccount(site.ports, { userId: other.user.id, context });
  expect(withoutCodes?.recoveryCodes).toBe(0);
  const bannedUntil = Date.UTC(2126, 0, 1);
  await site.ports.users.change(id, (user) => ({ ...user, bannedUntil }));
  await site.ports.factors.change(id, (state) => ({
    state: { ...state, recoveryCodes: ['first-of-codes', 'second-of-codes'] },
    result: undefined,
  }));
  const data = await exportAccount(site.ports, { userId: id, context });
  expect(data).toMatchObject({
    email,
    hasPassword: true,
    factors: [{ phone }],
    recoveryCodes: 2,
    textMessages: [{ to: phone }],
  });
  const text = exportText(data ?? {});
  const { passwordHash = '' } = current.user;
  for (const secret of [passwordHash, '987654', current.session.refresh.hash, 'of-codes'])
    expect(text).not.toContain(secret);
  const { createdAt, bannedUntil: until } = JSON.parse(text);
  expect(createdAt).toBe(new Date(current.user.createdAt).toISOString());
  expect(until).toBe('2126-01-01T00:00:00.000Z');
  expect(await exportAccount(site.ports, { userId: 'nobody', context })).toBeUndefined();
});

test('a person is exported by address and by number, with requests of others, and the admin is logged', async () => {
  const { site, other } = await livedIn();
  const data = await exportPerson(site.ports, {
    person: { email: emailOf(email) },
    context,
    by: other.user.id,
  });
  expect(data).toMatchObject({
    email,
    accounts: [{ email }],
    pendingChanges: [{ requestedAt: 5 }],
    messages: [{ id: 'm' }],
    interests: [{ id: 'i' }],
    errorReports: [{ id: 'r' }],
    securityEvents: [{ id: 'e' }],
  });
  expect(data.mails).toHaveLength(2);
  const byNumber = await exportPerson(site.ports, { person: { phone: phoneOf(phone) }, context });
  expect(byNumber).toMatchObject({ phone, textMessages: [{ to: phone }], pendingChanges: [{}] });
  expect((await site.events()).filter((kind) => kind === 'data_export')).toHaveLength(2);
});

test('a person is erased from every store, and others keep their accounts', async () => {
  const { site, current, other } = await livedIn();
  const counts = (
    await erasePerson(site.ports, {
      person: { email: emailOf(email) },
      context,
      by: current.user.id,
    })
  )._unsafeUnwrap();
  expect(counts).toMatchObject({
    accounts: 1,
    pendingChanges: 1,
    messages: 1,
    interests: 1,
    errorReports: 1,
    textMessages: 1,
  });
  expect(counts.securityEvents).toBeGreaterThan(0);
  expect(await site.ports.users.byId(current.user.id)).toBeUndefined();
  expect(await site.ports.users.byId(other.user.id)).toMatchObject({
    email: 'bo@example.com',
    newEmail: undefined,
  });
  const left = await exportPerson(site.ports, { person: { email: emailOf(email) }, context });
  const { accounts, messages, interests, mails, errorReports } = left;
  expect([accounts, messages, interests, mails, errorReports]).toEqual([[], [], [], [], []]);
  const erasure = (await site.ports.securityLog.list({ actionType: 'data_erasure', limit: 1 }))[0];
  expect(erasure?.userId).toBeUndefined();
});

test('by number the holder of a verified factor is found, and waiting text messages are removed', async () => {
  const { site, current } = await livedIn();
  await site.ports.factors.change(current.user.id, (state) => ({
    state: {
      ...state,
      factors: state.factors.map((factor) => ({ ...factor, status: 'verified' as const })),
    },
    result: undefined,
  }));
  const counts = (
    await erasePerson(site.ports, { person: { phone: phoneOf(phone) }, context })
  )._unsafeUnwrap();
  expect(counts).toMatchObject({ accounts: 1, textMessages: 1, pendingChanges: 1 });
});

test('the last admin is not erased, and what admins did stays in the log', async () => {
  const { site, current, other } = await livedIn();
  await site.ports.roles.grant(current.user.id, 'admin', 1);
  const rejected = await erasePerson(site.ports, { person: { email: emailOf(email) }, context });
  expect(rejected._unsafeUnwrapErr()).toEqual({ kind: 'last_admin' });
  expect((await eraseAccount(site.ports, { user: current.user, context })).isErr()).toBe(true);
  await site.ports.roles.grant(other.user.id, 'admin', 2);
  expect((await eraseAccount(site.ports, { user: current.user, context })).isOk()).toBe(true);
  expect((await eraseAccount(site.ports, { user: blankUser('nobody', 0), context })).isOk()).toBe(
    true,
  );
});

test('an address that somebody only asked for is not exported as theirs', async () => {
  const site = memberSite();
  const current = await site.member(email);
  site.clock.advance(settings.emailIntervalMs);
  await updateUser(site.ports, settings, {
    ...current,
    change: { email: 'cas@example.com' },
    link,
    context,
  });
  const data = await exportPerson(site.ports, {
    person: { email: emailOf('cas@example.com') },
    context,
  });
  expect(data.accounts).toEqual([]);
  expect(data.pendingChanges).toEqual([{ requestedAt: site.clock.now() }]);
});
