import { expect, test } from 'vitest';
import { elsewhere, email, enrolApp, enrolPhone, lastEvent, phone } from './support/factors.ts';
import { memberSite } from './support/member-site.ts';

test('a new factor is unverified and kept with a sealed secret, which is shown once', async () => {
  const site = memberSite();
  const current = await site.member(email);
  const { factor, totp } = (await enrolApp(site, current))._unsafeUnwrap();
  const now = site.clock.now();
  expect(factor).toEqual({
    id: factor.id,
    userId: current.user.id,
    type: 'totp',
    status: 'unverified',
    friendlyName: 'app',
    phone: undefined,
    createdAt: now,
    updatedAt: now,
    lastChallengedAt: undefined,
  });
  expect(totp?.uri).toContain(`Momentum:${encodeURIComponent(email)}?secret=${totp?.secret}`);
  const { factors } = await site.ports.factors.stateOf(current.user.id);
  const sealedSecret = expect.any(String);
  expect(factors).toEqual([{ ...factor, sealedSecret, lastStep: undefined }]);
  expect(site.ports.secretBox.open(factors[0]?.sealedSecret ?? '', factor.id)).toBe(totp?.secret);
  expect(await lastEvent(site)).toMatchObject({
    ...elsewhere,
    actionType: 'factor_change',
    userId: current.user.id,
    details: { factor_type: 'totp', factor_id: factor.id, change: 'enrolled' },
  });
});

test('an app is labelled by the address, else by the number, else by the id; no name is none', async () => {
  const site = memberSite();
  const current = await site.member(email);
  const labelOf = async (user: object, name: string) => {
    const some = { ...current, user: { ...current.user, ...user } };
    const enrolled = (await enrolApp(site, some, name))._unsafeUnwrap();
    return decodeURIComponent(new URL(enrolled.totp?.uri ?? '').pathname)
      .split(':')
      .at(-1);
  };
  expect(await labelOf({ email: undefined, phone }, 'a')).toBe(phone);
  expect(await labelOf({ email: undefined, phone: undefined }, 'b')).toBe(current.user.id);
  const unnamed = (await enrolApp(site, current, ''))._unsafeUnwrap();
  expect(unnamed.factor.friendlyName).toBeUndefined();
});

test('a phone has its number and no secret; thirty factors in a quarter of an hour are the most', async () => {
  const site = memberSite();
  const current = await site.member(email);
  const enrolled = (await enrolPhone(site, current))._unsafeUnwrap();
  expect(enrolled).toMatchObject({ totp: undefined, factor: { type: 'phone', phone } });
  const { factors } = await site.ports.factors.stateOf(current.user.id);
  expect(factors[0]?.sealedSecret).toBeUndefined();
  for (let i = 0; i < 29; i += 1) expect((await enrolPhone(site, current)).isOk()).toBe(true);
  expect((await enrolPhone(site, current))._unsafeUnwrapErr()).toEqual({
    kind: 'over_request_rate_limit',
    retryAfterSeconds: 900,
  });
  site.clock.advance(900_000);
  expect((await enrolPhone(site, current)).isOk()).toBe(true);
});
