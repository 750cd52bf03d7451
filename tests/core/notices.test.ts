import type { User } from '@coachsite/core/account';
import { revokeAdmin } from '@coachsite/core/admins';
import { closeAccount } from '@coachsite/core/profile';
import { afterDeviceMailChange, deviceKeptMs, noticeOfDevice } from '@coachsite/core/sign-in';
import { expect, test } from 'vitest';
import { context, memberSite, settings } from './support/member-site.ts';

type Site = ReturnType<typeof memberSite>;
const email = 'ann@example.com';
const day = 24 * 3_600_000;

/** What goes on in the background here takes a few turns. */
const settled = async () => {
  for (let turn = 0; turn < 20; turn += 1) await undefined;
};
const lock = async (site: Site, of = email) => {
  for (let i = 0; i < settings.lockout.maxFailures; i += 1) await site.signIn(of, 'wrong');
  await settled();
};
const locked = (site: Site) =>
  site.ports.messenger.sent.filter(({ kind }) => kind === 'account_locked');

test('a lock is told to the owner, once for each and once a day at most', async () => {
  const site = memberSite();
  await site.member(email);
  await lock(site);
  expect(locked(site)).toEqual([{ kind: 'account_locked', to: email, language: 'nl' }]);
  // While it is locked nothing is counted, and the next lock of the day is not told.
  await lock(site);
  site.clock.advance(settings.lockout.lockoutMs);
  await lock(site);
  expect(await site.logged('lock')).toHaveLength(2);
  expect(locked(site)).toHaveLength(1);
  site.clock.advance(day);
  await lock(site);
  expect(locked(site)).toHaveLength(2);
});

test('a lock by guesses in a session is told too', async () => {
  const site = memberSite();
  const ann = await site.member(email);
  for (let i = 0; i < settings.lockout.maxFailures; i += 1)
    await closeAccount(site.ports, settings, {
      ...ann,
      password: 'wrong',
      nonce: undefined,
      language: 'nl',
      context,
    });
  await settled();
  expect(locked(site)).toHaveLength(1);
});

test('of an address without an account, or that nobody confirmed, no lock is told', async () => {
  const site = memberSite();
  const { user } = await site.member(email);
  await site.ports.users.change(user.id, (current) => ({
    ...current,
    emailConfirmedAt: undefined,
  }));
  await lock(site);
  await lock(site, 'nobody@example.com');
  expect(await site.logged('lock')).toHaveLength(2);
  expect(locked(site)).toEqual([]);
  expect(site.lost).toEqual([]);
});

test('for nobody the same mail is composed and dropped', async () => {
  const site = memberSite();
  const dropped: string[] = [];
  const sendToNobody = async ({ kind, to }: { kind: string; to: string }) =>
    void dropped.push(`${kind} ${to}`);
  Object.assign(site.ports.messenger, { sendToNobody });
  await lock(site, 'nobody@example.com');
  expect(dropped).toEqual(['account_locked nobody@site.invalid']);
});

test('a mail about a lock that cannot be queued is reported, and the sign-in answers as ever', async () => {
  const site = memberSite();
  await site.member(email);
  const send = () => Promise.reject(new Error('full'));
  Object.assign(site.ports.messenger, { send });
  await lock(site);
  expect(site.lost).toEqual(['lock']);
});

const at = (site: Site) => site.clock.now();
/** An admin. */
async function admin(site: Site, of = email) {
  const { user } = await site.member(of);
  await site.ports.roles.grant(user.id, 'admin', at(site));
  return user;
}
/** What is mailed when an account signs in on a device. */
async function seen(site: Site, user: User, device: string) {
  const before = site.ports.messenger.sent.length;
  const signIn = { user, device: () => device, ip: '192.0.2.7', language: 'en' } as const;
  await noticeOfDevice(site.ports, signIn);
  return site.ports.messenger.sent.slice(before);
}

test('the first sign-in with a device is told, the next ones are not until it was not used for half a year', async () => {
  expect(deviceKeptMs).toBe(180 * day);
  const site = memberSite();
  const ann = await admin(site);
  expect(await seen(site, ann, 'laptop')).toEqual([
    { kind: 'new_device', to: email, language: 'en', at: at(site), ip: '192.0.2.7' },
  ]);
  expect(await seen(site, ann, 'laptop')).toEqual([]);
  expect(await seen(site, ann, 'phone')).toHaveLength(1);
  site.clock.advance(deviceKeptMs);
  expect(await seen(site, ann, 'laptop')).toEqual([]);
  site.clock.advance(deviceKeptMs + 1);
  expect(await seen(site, ann, 'laptop')).toHaveLength(1);
});

test('a device is known to one account, and what tells it apart is not kept', async () => {
  const site = memberSite();
  const ann = await admin(site);
  const bo = await admin(site, 'bo@example.com');
  expect(await seen(site, ann, 'laptop')).toHaveLength(1);
  expect(await seen(site, bo, 'laptop')).toHaveLength(1);
  expect(await site.ports.devices.ofUser(ann.id)).toEqual([
    { firstSeenAt: at(site), lastSeenAt: at(site) },
  ]);
});

test('an account without a confirmed address is told nothing', async () => {
  const site = memberSite();
  const ann = await admin(site);
  expect(await seen(site, { ...ann, emailConfirmedAt: undefined }, 'a')).toEqual([]);
  expect(await seen(site, { ...ann, email: undefined }, 'b')).toEqual([]);
});

test('a store that fails is reported, and the sign-in goes on', async () => {
  const site = memberSite();
  const user = await admin(site);
  const see = () => Promise.reject(new Error('full'));
  const devices = { ...site.ports.devices, see };
  const signIn = { user, device: () => 'laptop', ip: '192.0.2.7', language: 'nl' } as const;
  await noticeOfDevice({ ...site.ports, devices }, signIn);
  expect(site.lost).toEqual(['auth_success']);
});

test('members are told who asked for it; of others no device is asked for', async () => {
  const site = memberSite();
  const { user } = await site.member(email);
  const wanting = (value: string | boolean | null) => ({
    ...user,
    metadata: { new_device_mail: value },
  });
  for (const member of [user, wanting(true), wanting('off'), wanting(''), wanting(null)]) {
    const device = () => expect.fail('asked');
    const signIn = { user: member, device, ip: '192.0.2.7', language: 'nl' } as const;
    await noticeOfDevice(site.ports, signIn);
  }
  expect(site.lost).toEqual([]);
  expect(await seen(site, wanting('on'), 'laptop')).toHaveLength(1);
});

/** What follows when an account asks for these mails, or no longer; `before` and `user` are it before and after. */
const change = (site: Site, before: User, user: User, device = 'laptop') =>
  afterDeviceMailChange(site.ports, { before, user, device: () => device, language: 'en' });

test('the device on which a member asks for it is none that is new', async () => {
  const site = memberSite();
  const { user: before } = await site.member(email);
  const user = { ...before, metadata: { new_device_mail: 'on' } };
  expect(await change(site, before, user)).toBe(false);
  expect(await seen(site, user, 'laptop')).toEqual([]);
  // Nothing else about an account does that.
  const other = { ...before, metadata: { new_device_mail: 'off' } };
  for (const [one, next] of [
    [user, user],
    [before, other],
  ] as const)
    expect(await change(site, one, next, 'phone')).toBe(false);
  expect(await seen(site, user, 'phone')).toHaveLength(1);
});

test('a member who turns it off is told of that, and the devices are forgotten', async () => {
  const site = memberSite();
  const { user: after } = await site.member(email);
  const before = { ...after, metadata: { new_device_mail: 'on' } };
  await seen(site, before, 'laptop');
  const { sent } = site.ports.messenger;
  const mails = sent.length;
  expect(await change(site, before, after)).toBe(true);
  expect(sent.slice(mails)).toEqual([{ kind: 'new_device_mail_off', to: email, language: 'en' }]);
  expect(await site.ports.devices.ofUser(after.id)).toEqual([]);
  expect(await change(site, before, { ...after, emailConfirmedAt: undefined })).toBe(true);
  expect(sent).toHaveLength(mails + 1);
});

test('an admin cannot turn it off; with the role the devices are forgotten', async () => {
  const site = memberSite();
  const user = await admin(site);
  await admin(site, 'bo@example.com');
  const before = { ...user, metadata: { new_device_mail: 'on' } };
  await seen(site, user, 'laptop');
  expect(await change(site, before, user)).toBe(false);
  expect(await site.ports.devices.ofUser(user.id)).toHaveLength(1);
  (await revokeAdmin(site.ports, { email, force: false, context }))._unsafeUnwrap();
  expect(await site.ports.devices.ofUser(user.id)).toEqual([]);
});
