import { challengeFactor, enrollFactor } from '@coachsite/core/mfa';
import { reauthenticate } from '@coachsite/core/profile';
import {
  recover,
  sendOtp,
  sendSmsOtp,
  signUp,
  signUpByPhone,
  verify,
} from '@coachsite/core/sign-in';
import { phoneOf } from '@coachsite/core/testing';
import { describe, expect, test } from 'vitest';
import { context, link, memberSite, password, settings } from './support/member-site.ts';

/** What one address or number asks for is counted for it alone, and each kind of message for itself. */

type Site = ReturnType<typeof memberSite>;
type Asked = Promise<{ readonly isOk: () => boolean }>;

const emails = ['ann@example.com', 'bo@example.com'];
const phones = ['32470000001', '32470000002'];
const language = 'nl';
const open = { ...settings, autoconfirm: true };

async function byEmail(site: Site) {
  const members = [];
  for (const email of emails) members.push(await site.member(email));
  site.clock.advance(settings.emailIntervalMs);
  return members;
}

async function byPhone(site: Site) {
  const users = [];
  for (const phone of phones) {
    await signUpByPhone(site.ports, open, { phone, password, data: {}, language, context });
    users.push(await site.ports.users.byPhone(phoneOf(phone)));
  }
  return users.filter((user) => user !== undefined);
}

/** Two requests by each of two recipients, in turn. */
const inTurn: Record<string, (site: Site) => Promise<readonly (() => Asked)[]>> = {
  'a link to sign in': async (site) => {
    await byEmail(site);
    const request = { createUser: false, data: {}, link, context };
    return emails.map((email) => () => sendOtp(site.ports, settings, { ...request, email }));
  },
  'a link to a new password': async (site) => {
    await byEmail(site);
    return emails.map((email) => () => recover(site.ports, settings, { email, link, context }));
  },
  'a mailed nonce': async (site) =>
    (await byEmail(site)).map(
      ({ user }) =>
        () =>
          reauthenticate(site.ports, settings, { user, language, context }),
    ),
  'a texted nonce': async (site) =>
    (await byPhone(site)).map(
      (user) => () => reauthenticate(site.ports, settings, { user, language, context }),
    ),
  'a texted code to sign in': async (site) => {
    await byPhone(site);
    const request = { createUser: false, data: {}, language, context } as const;
    return phones.map((phone) => () => sendSmsOtp(site.ports, settings, { ...request, phone }));
  },
  'a texted second factor': async (site) => {
    const asks = [];
    for (const [index, current] of (await byEmail(site)).entries()) {
      const phone = phones[index] ?? '';
      const enrolled = await enrollFactor(site.ports, {
        ...current,
        type: 'phone',
        phone,
        friendlyName: 'phone',
        context,
      });
      const factorId = enrolled._unsafeUnwrap().factor.id;
      asks.push(() => challengeFactor(site.ports, settings, { ...current, factorId, language }));
    }
    return asks;
  },
};

describe.each(Object.entries(inTurn))('%s', (_name, prepare) => {
  test('may be asked for by two at once, and by each of them once', async () => {
    const [ann, bo] = await prepare(memberSite());
    const results = [];
    for (const ask of [ann, bo, ann, bo]) results.push((await ask?.())?.isOk());
    expect(results).toEqual([true, true, false, false]);
  });
});

test('a link to sign in does not delay one to a new password', async () => {
  const site = memberSite();
  const [email = ''] = emails;
  await byEmail(site);
  const request = { email, createUser: false, data: {}, link, context };
  expect((await sendOtp(site.ports, settings, request)).isOk()).toBe(true);
  expect((await recover(site.ports, settings, request)).isOk()).toBe(true);
});

test('each owner of an address gets a notice of a sign-up with it', async () => {
  const site = memberSite();
  await byEmail(site);
  for (const email of emails)
    await signUp(site.ports, settings, { email, password, data: {}, link, context });
  const warned = site.ports.messenger.sent.filter(({ kind }) => kind === 'sign_up_attempted');
  expect(warned.map(({ to }) => to)).toEqual(emails);
});

test('wrong codes for one address take no try of another', async () => {
  const site = memberSite();
  const [ann = '', bo = ''] = emails;
  await byEmail(site);
  for (const email of emails)
    await sendOtp(site.ports, settings, { email, createUser: false, data: {}, link, context });
  const enter = async (recipient: string, code: string) =>
    (await verify(site.ports, settings, { type: 'email', recipient, code, context })).isOk();
  const right = site.codeTo(ann);
  const wrong = right === '000000' ? '111111' : '000000';
  for (let tries = 0; tries < 20; tries += 1) expect(await enter(ann, wrong)).toBe(false);
  expect(await enter(ann, right)).toBe(false);
  expect(await enter(bo, site.codeTo(bo))).toBe(true);
});
