import { checkPhone } from '@coachsite/core/account';
import { exportPerson, findPersonPhone } from '@coachsite/core/privacy';
import { emailOf, phoneOf } from '@coachsite/core/testing';
import { expect, test } from 'vitest';
import { context, memberSite } from './support/member-site.ts';
import { onlyPhone, reportedEvent } from './support/stored.ts';

const email = emailOf('ann@example.com');
const phone = phoneOf('32470123456');

async function withFactor(
  { ports }: ReturnType<typeof memberSite>,
  userId: string,
  status: 'verified' | 'unverified',
) {
  const state = onlyPhone(userId, phone, status);
  await ports.factors.change(userId, () => ({ state, result: undefined }));
}

test('an account is found once by its number, whether it signs in with it or has it as a factor', async () => {
  const site = memberSite();
  const ann = (await site.member(email)).user.id;
  const bo = (await site.member('bo@example.com')).user.id;
  const cas = (await site.member('cas@example.com')).user.id;
  await site.ports.users.change(ann, (user) => ({ ...user, phone }));
  const withoutFactor = await exportPerson(site.ports, { person: { phone }, context });
  expect(withoutFactor.accounts.map(({ id }) => id)).toEqual([ann]);
  await withFactor(site, ann, 'verified');
  await withFactor(site, bo, 'verified');
  await withFactor(site, cas, 'unverified');
  // Removed in the meantime.
  await withFactor(site, 'gone', 'verified');
  const { accounts } = await exportPerson(site.ports, { person: { phone }, context });
  expect(accounts.map(({ id }) => id).toSorted()).toEqual([ann, bo].toSorted());
});

test('a person is looked up by the very digits where an account or a factor has them, else by what they are read as', async () => {
  const ofOld = phoneOf('320470123456');
  // As libraries read it: the zero that is dialled within the country is dropped.
  const readPhone = (written: string) =>
    checkPhone(written.replace(/^\+?32 ?0470/, '32470')).unwrapOr(undefined);
  const site = memberSite();
  const ports = { ...site.ports, readPhone };
  const ann = (await site.member(email)).user.id;
  const find = async (typed: unknown) =>
    (await findPersonPhone(ports, { phone: typed })).unwrapOr(undefined);
  const set = (number: object) =>
    site.ports.users.change(ann, (user) => ({
      ...user,
      phone: undefined,
      newPhone: undefined,
      ...number,
    }));
  expect(await find('+320470123456')).toBe(phone);
  await set({ phone });
  expect(await find('+320470123456')).toBe(phone);
  for (const held of [{ phone: ofOld }, { newPhone: ofOld }]) {
    await set(held);
    expect(await find('+32 0470123456')).toBe(ofOld);
    expect(await find('+32470123456')).toBe(phone);
  }
  await set({});
  const state = onlyPhone(ann, ofOld, 'verified');
  await ports.factors.change(ann, () => ({ state, result: undefined }));
  expect(await find('320470123456')).toBe(ofOld);
  for (const none of ['', 'call me', undefined])
    expect((await findPersonPhone(ports, { phone: none }))._unsafeUnwrapErr()).toEqual({
      kind: 'invalid_phone',
    });
});

test('a change that waits is dated by when it was asked for, or by the last change of the account', async () => {
  const site = memberSite();
  const { user } = await site.member('bo@example.com');
  const pending = async (change: object, person: Parameters<typeof exportPerson>[1]['person']) => {
    const asked = { newEmail: email, newPhone: phone, updatedAt: 3, ...change };
    await site.ports.users.change(user.id, (one) => ({ ...one, ...asked }));
    return (await exportPerson(site.ports, { person, context })).pendingChanges;
  };
  const both = { emailChangeSentAt: 5, phoneChangeSentAt: 7 };
  expect(await pending(both, { email })).toEqual([{ requestedAt: 5 }]);
  expect(await pending(both, { phone })).toEqual([{ requestedAt: 7 }]);
  const neither = { emailChangeSentAt: undefined, phoneChangeSentAt: undefined };
  expect(await pending(neither, { email })).toEqual([{ requestedAt: 3 }]);
  expect(await pending(neither, { phone })).toEqual([{ requestedAt: 3 }]);
});

test('events that name a person are listed once, and those that others caused too', async () => {
  const site = memberSite();
  const ann = await site.member(email);
  const bo = await site.member('bo@example.com');
  const about = (id: string, userId: string | undefined, note: string) =>
    site.ports.securityLog.record(reportedEvent(id, note, userId));
  await about('own', ann.user.id, `for ${email} +${phone}`);
  await about('others', bo.user.id, `for ${email} +${phone}`);
  await about('nobody', undefined, `for ${email} +${phone}`);
  await about('unrelated', undefined, 'x');
  const idsOf = (events: readonly { readonly id: string }[]) => events.map(({ id }) => id);
  const data = await exportPerson(site.ports, { person: { email }, context });
  expect(idsOf(data.securityEvents)).toEqual(['nobody', 'others']);
  const [account] = data.accounts;
  expect(idsOf(account?.securityEvents ?? [])).toContain('own');
  expect(idsOf(account?.securityEvents ?? [])).not.toContain('others');
  const byNumber = await exportPerson(site.ports, { person: { phone }, context });
  expect(idsOf(byNumber.securityEvents)).toEqual(['nobody', 'others', 'own']);
});

test('an export lists sessions without their secrets, and says whether a password is set', async () => {
  const site = memberSite();
  const { user, session } = await site.member(email);
  const accountOf = async () =>
    (await exportPerson(site.ports, { person: { email }, context })).accounts[0];
  const { id, createdAt, refreshedAt, ip, userAgent, amr } = session;
  const account = await accountOf();
  expect(account?.hasPassword).toBe(true);
  expect(account?.sessions).toContainEqual({ id, createdAt, refreshedAt, ip, userAgent, amr });
  await site.ports.users.change(user.id, (one) => ({ ...one, passwordHash: undefined }));
  expect((await accountOf())?.hasPassword).toBe(false);
});
