import { type User, withNewStamp } from '@coachsite/core/account';
import { dayMs } from '@coachsite/core/kernel';
import type { Mail } from '@coachsite/core/mail';
import { issueToken } from '@coachsite/core/one-time-token';
import { eraseAccount, erasePerson, exportPerson } from '@coachsite/core/privacy';
import { emailOf, phoneOf } from '@coachsite/core/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { context, memberSite, settings } from './support/member-site.ts';
import { onlyPhone, reportedEvent } from './support/stored.ts';

const email = emailOf('ann@example.com');
const newEmail = emailOf('ann.new@example.com');
const phone = phoneOf('32470123456');
const newPhone = phoneOf('32470123457');
const factorPhone = phoneOf('32470123458');

type Site = ReturnType<typeof memberSite>;

const mailTo = (to: string, id: string): Mail => ({ id, to, subject: id, text: id, html: id });

/** Enqueues mails, and text messages in the queue and in the outbox. */
async function enqueue(site: Site, mails: readonly Mail[], numbers: readonly string[]) {
  const now = site.clock.now();
  for (const mail of mails) await site.ports.mailQueue.enqueue(mail, now);
  for (const [i, to] of numbers.entries()) {
    const sms = { id: `s${i}`, to, text: '987654', expiresAt: now + dayMs };
    await site.ports.smsQueue.enqueue(sms, now);
    await site.ports.outbox.add(to, '987654');
  }
}

const messageOf = (sender: string) =>
  ({
    id: 'message',
    name: 'Ann',
    email: sender,
    subject: 'Vraag',
    message: 'Dag',
    language: 'nl',
    status: 'new',
    flagged: false,
    receivedAt: 1,
    answeredAt: undefined,
    changedAt: 1,
  }) as const;

const logged = (site: Site, ...event: Parameters<typeof reportedEvent>) =>
  site.ports.securityLog.record(reportedEvent(...event));

/** Gives an account a number, asks for others, and adds a second factor. */
async function withNumbers({ ports }: Site, userId: string) {
  await ports.users.change(userId, (user) => ({ ...user, phone, newEmail, newPhone }));
  const state = onlyPhone(userId, factorPhone, 'unverified');
  await ports.factors.change(userId, () => ({ state, result: undefined }));
}

const waitingFor = async ({ ports }: Site) =>
  (await ports.mailQueue.unsent(100)).map(({ id }) => id).toSorted();

test('with an account go its events, and what waits for its addresses and numbers', async () => {
  const site = memberSite();
  const { user } = await site.member(email);
  await withNumbers(site, user.id);
  const list = { ...mailTo(email, 'list'), unsubscribeUrl: 'https://site.example/x' };
  const mails = [mailTo(email, 'm1'), mailTo(email, 'm2'), mailTo('bo@example.com', 'm3'), list];
  await enqueue(site, mails, [phone, newPhone, factorPhone, '32499000000']);
  expect((await eraseAccount(site.ports, { user, context })).isOk()).toBe(true);
  expect(await waitingFor(site)).toEqual(['list', 'm3']);
  expect(await site.ports.smsQueue.waiting()).toBe(1);
  expect(site.ports.outbox.count()).toBe(1);
  const events = await site.ports.securityLog.list({ limit: 100 });
  expect(events).toEqual([
    expect.objectContaining({ actionType: 'data_erasure', userId: undefined, ...context }),
  ]);
});

test('mails to an address that an account has only asked for stay: it may be of somebody else', async () => {
  for (const erase of [
    (site: Site, user: User) => eraseAccount(site.ports, { user, context }),
    (site: Site) => erasePerson(site.ports, { person: { email }, context }),
  ]) {
    const site = memberSite();
    const { user } = await site.member(email);
    await withNumbers(site, user.id);
    const replyTo = { name: 'Bo', address: 'bo@example.com' };
    await enqueue(
      site,
      [mailTo(newEmail, 'notice'), { ...mailTo(newEmail, 'contact'), replyTo }],
      [],
    );
    expect((await erase(site, user)).isOk()).toBe(true);
    expect(await waitingFor(site)).toEqual(['contact', 'notice']);
  }
});

test('an account without an address is erased while mails to others wait', async () => {
  const site = memberSite();
  const { user } = await site.member(email);
  await site.ports.users.change(user.id, (one) => ({ ...one, email: undefined, phone }));
  await enqueue(site, [mailTo('bo@example.com', 'm')], []);
  expect((await eraseAccount(site.ports, { user, context })).isOk()).toBe(true);
  expect(await waitingFor(site)).toEqual(['m']);
});

test('what an admin did stays in the log, and the rest about the admin does not', async () => {
  const site = memberSite();
  const [{ user }, other] = [await site.member(email), await site.member('bo@example.com')];
  for (const { id } of [user, other.user]) await site.ports.roles.grant(id, 'admin', 1);
  const access = { actionType: 'admin_access', source: 'server' } as const;
  const { securityLog } = site.ports;
  await logged(site, 'reported', 'x', user.id);
  const [event] = await securityLog.list({ limit: 1 });
  if (event) await securityLog.record({ ...event, ...access, id: 'did' });
  await eraseAccount(site.ports, { user, context });
  const left = await securityLog.list({ userId: user.id, limit: 100 });
  expect(left.map(({ id }) => id)).toEqual(['did']);
});

/** Every kind of data about Ann, who is an admin beside another one. */
async function withEverything() {
  const site = memberSite();
  const [{ user }, other] = [await site.member(email), await site.member('bo@example.com')];
  for (const { id } of [user, other.user]) await site.ports.roles.grant(id, 'admin', 1);
  await withNumbers(site, user.id);
  const replyTo = { name: 'Ann', address: email };
  const about = { ...mailTo('coach@example.org', 'about'), replyTo };
  const emptied = { ...mailTo('coach@example.org', 'message'), secretUntil: 9e15 };
  await enqueue(site, [mailTo(email, 'm'), about, emptied], [phone, newPhone]);
  const giveUp = { problem: 'recipient_rejected', reason: '' } as const;
  await site.ports.mailQueue.giveUp('message', giveUp, site.clock.now());
  await site.ports.outbox.add(email, 'Dag');
  await site.ports.messages.add(messageOf(email), undefined, { since: 0, limit: 1 });
  const access = { actionType: 'admin_access', source: 'server' } as const;
  await site.ports.securityLog.record({ ...reportedEvent('did', 'x', user.id), ...access });
  await logged(site, 'own', 'x', user.id);
  await logged(site, 'named', `for ${email}`);
  return { site, userId: user.id };
}

/** The ports, of which the call number `at` is the last: the process ends before it. */
function endingAt<P extends object>(ports: P, at: number): { readonly ports: P; count: number } {
  const state = { ports, count: 0 };
  const until = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get: (target, name) => {
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== 'function' || name === 'now' || name === 'uuid' || name === 'of')
          return method;
        return async (...given: readonly unknown[]) => {
          state.count += 1;
          if (state.count === at) throw new Error('the process ends');
          return Reflect.apply(method, target, given);
        };
      },
    });
  const wrapped = Object.entries(ports).map(([name, port]) => [name, until(port)]);
  state.ports = Object.fromEntries(wrapped);
  return state;
}

test('an erasure that is interrupted at any call is completed by the next, and what an admin did stays', async () => {
  const { site: whole } = await withEverything();
  const counted = endingAt(whole.ports, 0);
  (await erasePerson(counted.ports, { person: { email }, context }))._unsafeUnwrap();
  expect(counted.count).toBeGreaterThan(20);
  for (let at = 1; at <= counted.count; at += 1) {
    const { site, userId } = await withEverything();
    const { ports } = endingAt(site.ports, at);
    await expect(erasePerson(ports, { person: { email }, context })).rejects.toThrow(
      'the process ends',
    );
    (await erasePerson(site.ports, { person: { email }, context }))._unsafeUnwrap();
    const { accounts, messages, mails, textMessages, securityEvents, ...rest } = await exportPerson(
      site.ports,
      { person: { email }, context },
    );
    const found = { accounts, messages, mails, textMessages, securityEvents };
    expect([at, Object.values(found).flat()]).toEqual([at, []]);
    expect(rest).toMatchObject({ pendingChanges: [], interests: [], errorReports: [] });
    expect(await waitingFor(site)).toEqual([]);
    expect(await site.ports.smsQueue.waiting()).toBe(0);
    expect(site.ports.outbox.count()).toBe(0);
    const left = await site.ports.securityLog.list({ userId, limit: 100 });
    expect([at, left.map(({ id }) => id)]).toEqual([at, ['did']]);
  }
});

const few = fc.integer({ min: 0, max: 3 });
const times = <T>(count: number, one: (i: number) => T) =>
  Array.from({ length: count }, (_, i) => one(i));

test('the counts are of what was deleted, for an address', async () => {
  const some = fc.record({ mails: few, replies: few, outbox: few, texts: few, events: few });
  await fc.assert(
    fc.asyncProperty(some, async ({ mails, replies, outbox, texts, events }) => {
      const site = memberSite();
      const { user } = await site.member(email);
      await withNumbers(site, user.id);
      const replyTo = { name: 'Ann', address: email };
      const toAnn = times(mails, (i) => mailTo(email, `m${i}`));
      const toCoach = times(replies, (i) => ({ ...mailTo('coach@example.org', `r${i}`), replyTo }));
      const others = mailTo('bo@example.com', 'o');
      await enqueue(
        site,
        [...toAnn, ...toCoach, others],
        times(texts, () => phone),
      );
      for (let i = 0; i < outbox; i += 1) await site.ports.outbox.add(email, 'Dag');
      for (let i = 0; i < events; i += 1) await logged(site, `e${i}`, `for ${email}`);
      await logged(site, 'other', 'for bo@example.com');
      const { length: own } = await site.ports.securityLog.list({ userId: user.id, limit: 100 });
      expect(own).toBeGreaterThan(0);
      const erased = await erasePerson(site.ports, { person: { email }, context });
      expect(erased._unsafeUnwrap()).toEqual({
        accounts: 1,
        pendingChanges: 0,
        messages: 0,
        interests: 0,
        securityEvents: own + events,
        mails: mails + replies + outbox,
        textMessages: 2 * texts,
        errorReports: 0,
      });
      expect(await waitingFor(site)).toEqual(['o']);
    }),
    { numRuns: 20 },
  );
});

test('a number without an account is erased from queue, outbox and log', async () => {
  const site = memberSite();
  await enqueue(site, [mailTo('bo@example.com', 'm')], [phone, phone, newPhone]);
  await site.ports.outbox.add('bo@example.com', 'Dag');
  await logged(site, 'e', `for +${phone}`);
  await logged(site, 'other', `for +${newPhone}`);
  const counts = (
    await erasePerson(site.ports, { person: { phone }, context, by: 'admin' })
  )._unsafeUnwrap();
  expect(counts).toMatchObject({ accounts: 0, securityEvents: 1, mails: 0, textMessages: 4 });
  expect(site.ports.outbox.count()).toBe(2);
  const { securityLog } = site.ports;
  const [event] = await securityLog.list({ limit: 1 });
  expect(event).toMatchObject({ actionType: 'data_erasure', userId: 'admin' });
});

test('an admin who erases another person is named in the log', async () => {
  const site = memberSite();
  await site.member(email);
  const admin = await site.member('bo@example.com');
  await erasePerson(site.ports, { person: { email }, context, by: admin.user.id });
  const [event] = await site.ports.securityLog.list({ limit: 1 });
  expect(event).toMatchObject({ actionType: 'data_erasure', userId: admin.user.id });
});

test('a mail that lost its content is found by the message it was about', async () => {
  const site = memberSite();
  const now = site.clock.now();
  await site.ports.messages.add(messageOf(email), undefined, { since: 0, limit: 1 });
  const secret = { ...mailTo('coach@example.org', 'message'), secretUntil: now + dayMs };
  await enqueue(site, [secret], []);
  await site.ports.mailQueue.giveUp('message', { problem: 'recipient_rejected', reason: '' }, now);
  const counts = (await erasePerson(site.ports, { person: { email }, context }))._unsafeUnwrap();
  expect(counts).toMatchObject({ messages: 1, mails: 1 });
  expect(await waitingFor(site)).toEqual([]);
});

test('of a change of address and number that another account asked for, only the person’s part is withdrawn', async () => {
  for (const person of [{ email: newEmail }, { phone: newPhone }]) {
    const site = memberSite();
    const { user } = await site.member('bo@example.com');
    const asked = { newEmail, emailChangeConfirmedBy: 'new', newPhone } as const;
    await site.ports.users.change(user.id, (one) => ({ ...one, ...asked }));
    const { tokens, clock } = site.ports;
    const sent =
      'email' in person
        ? ({ slot: 'email_change_new', type: 'email_change', recipient: person.email } as const)
        : ({ slot: 'phone_change', type: 'phone_change', recipient: person.phone } as const);
    const request = { ...sent, userId: user.id, challenge: undefined, confirmsPassword: false };
    await issueToken(site.ports, settings, request).kept;
    const counts = (await erasePerson(site.ports, { person, context }))._unsafeUnwrap();
    expect(counts).toMatchObject({ accounts: 0, pendingChanges: 1 });
    const anyCode = () => true;
    expect(
      await tokens.takeByCode(sent.recipient, [sent.slot], anyCode, clock.now()),
    ).toBeUndefined();
    const withdrawn =
      'phone' in person
        ? { newPhone: undefined }
        : { newEmail: undefined, emailChangeConfirmedBy: undefined };
    expect(await site.ports.users.byId(user.id)).toMatchObject({ ...asked, ...withdrawn });
  }
});

test('of an admin what was done stays, whatever it was; of others nothing does', async () => {
  for (const [isAdmin, left] of [
    [true, ['did']],
    [false, []],
  ] as const) {
    const site = memberSite();
    const [{ user }, other] = [await site.member(email), await site.member('bo@example.com')];
    for (const { id } of isAdmin ? [user, other.user] : [other.user])
      await site.ports.roles.grant(id, 'admin', 1);
    const change = { actionType: 'facts_changed', source: 'server' } as const;
    await site.ports.securityLog.record({ ...reportedEvent('did', 'x', user.id), ...change });
    expect((await eraseAccount(site.ports, { user, context })).isOk()).toBe(true);
    const events = await site.ports.securityLog.list({ userId: user.id, limit: 100 });
    expect(events.map(({ id }) => id)).toEqual(left);
  }
});

test('of the last admin nothing is erased, also where the other one goes at the same moment', async () => {
  const site = memberSite();
  const { user } = await site.member(email);
  await site.ports.roles.grant(user.id, 'admin', 1);
  await enqueue(site, [mailTo(email, 'm')], []);
  const lastAdmin = { kind: 'last_admin' };
  expect((await eraseAccount(site.ports, { user, context }))._unsafeUnwrapErr()).toEqual(lastAdmin);
  expect(await waitingFor(site)).toEqual(['m']);
  expect(await site.userOf(email)).toMatchObject({ id: user.id });
  expect(await site.ports.roles.rolesOf(user.id)).toEqual(['admin']);

  const { user: bo } = await site.member('bo@example.com');
  await site.ports.roles.grant(bo.id, 'admin', 1);
  await enqueue(site, [mailTo('bo@example.com', 'n')], []);
  const eventsOf = ({ id }: User) => site.ports.securityLog.list({ userId: id, limit: 100 });
  const before = await Promise.all([user, bo].map(eventsOf));
  const erased = await Promise.all(
    [user, bo].map((each) => eraseAccount(site.ports, { user: each, context })),
  );
  expect(erased.filter((result) => result.isErr())).toHaveLength(1);
  const stays = erased.findIndex((result) => result.isErr());
  expect(erased[stays]?._unsafeUnwrapErr()).toEqual(lastAdmin);
  expect(await waitingFor(site)).toEqual([['m', 'n'][stays]]);
  expect(await eventsOf([user, bo][stays] ?? user)).toEqual(before[stays]);
});

test('an account with another stamp is not erased, whether it changed before or meanwhile', async () => {
  const ended = { kind: 'session_not_found' };
  const site = memberSite();
  const { user } = await site.member(email);
  await enqueue(site, [mailTo(email, 'm')], []);
  const takeOver = () => site.ports.users.change(user.id, withNewStamp);
  const remove: Site['ports']['users']['remove'] = async (...given) => {
    await takeOver();
    return site.ports.users.remove(...given);
  };
  const current = (await site.userOf(email)) ?? user;
  await takeOver();
  expect((await eraseAccount(site.ports, { user: current, context }))._unsafeUnwrapErr()).toEqual(
    ended,
  );
  expect(await waitingFor(site)).toEqual(['m']);
  const revoke: Site['ports']['admins']['revoke'] = async (...given) => {
    await takeOver();
    return site.ports.admins.revoke(...given);
  };
  const held = (await site.userOf(email)) ?? user;
  const overtaken = { ...site.ports, admins: { ...site.ports.admins, revoke } };
  expect((await eraseAccount(overtaken, { user: held, context }))._unsafeUnwrapErr()).toEqual(
    ended,
  );
  expect(await waitingFor(site)).toEqual(['m']);
  const next = (await site.userOf(email)) ?? user;
  const ports = { ...site.ports, users: { ...site.ports.users, remove } };
  expect((await eraseAccount(ports, { user: next, context }))._unsafeUnwrapErr()).toEqual(ended);
  expect(await site.userOf(email)).toMatchObject({ id: user.id });
});

test('a person whose account goes at the same moment is erased, with the event of that moment counted', async () => {
  const site = memberSite();
  const { user } = await site.member(email);
  const { length: before } = await site.ports.securityLog.list({ userId: user.id, limit: 100 });
  const remove: Site['ports']['users']['remove'] = async (id) => {
    await logged(site, 'late', 'x', id);
    await site.ports.users.remove(id);
    return site.ports.users.remove(id);
  };
  const ports = { ...site.ports, users: { ...site.ports.users, remove } };
  const counts = (await erasePerson(ports, { person: { email }, context }))._unsafeUnwrap();
  expect(counts).toMatchObject({ accounts: 1, securityEvents: before + 1 });
});
