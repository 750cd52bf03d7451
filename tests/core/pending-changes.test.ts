import { banAccount, endSessions, unbanAccount } from '@coachsite/core/admins';
import { challengeFactor, enrollFactor, verifyFactor } from '@coachsite/core/mfa';
import { updateUser } from '@coachsite/core/profile';
import { type SignOutScope, signOut } from '@coachsite/core/session';
import { resend, resendSms, verify } from '@coachsite/core/sign-in';
import { totpCode } from '@coachsite/core/testing';
import { expect, test } from 'vitest';
import { context, link, memberSite, settings } from './support/member-site.ts';

/** A change that a stranger asked for in a stolen session, and completes without one after they were shut out. */

type Site = ReturnType<typeof memberSite>;
type Current = Awaited<ReturnType<Site['member']>>;

const email = 'ann@example.com';
const newEmail = 'eve@example.com';
const newPhone = '32470111222';

const update = (site: Site, current: Current, change: Parameters<typeof updateUser>[2]['change']) =>
  updateUser(site.ports, settings, { ...current, change, link, context });

/** A member whose session a stranger uses to ask for a number and an address of their own, which they confirm. */
async function robbed() {
  const site = memberSite();
  const stolen = await site.member(email);
  (await update(site, stolen, { phone: newPhone, email: newEmail }))._unsafeUnwrap();
  expect((await site.follow(newEmail))._unsafeUnwrap().kind).toBe('half_confirmed');
  const { granted } = (await site.signIn(email))._unsafeUnwrap();
  return { site, stolen, owner: await site.current(granted) };
}

/** Asks for the code again, which needs no session, and enters it. */
async function complete({ ports, clock, codeTo }: Site) {
  clock.advance(settings.smsIntervalMs);
  const asked = { type: 'phone_change', phone: newPhone, language: 'nl', context } as const;
  await resendSms(ports, settings, asked);
  const proof = { type: 'phone_change', recipient: newPhone, code: codeTo(newPhone) } as const;
  return (await verify(ports, settings, { ...proof, context })).isOk();
}

async function addFactor({ ports, clock }: Site, owner: Current) {
  const request = { type: 'totp', issuer: 'M', friendlyName: 'app', context } as const;
  const { factor, totp } = (await enrollFactor(ports, { ...owner, ...request }))._unsafeUnwrap();
  const asked = { ...owner, factorId: factor.id, language: 'nl' } as const;
  const enter = async () => {
    const made = (await challengeFactor(ports, settings, asked))._unsafeUnwrap();
    const code = totpCode(totp?.secret ?? '', Math.floor(clock.now() / 30_000));
    const entered = { ...asked, challengeId: made.challenge.id, code, context };
    (await verifyFactor(ports, settings, entered))._unsafeUnwrap();
  };
  await enter();
  return enter;
}

const deeds: readonly (readonly [string, (site: Site, owner: Current) => Promise<unknown>])[] = [
  ['a new password', (site, owner) => update(site, owner, { password: 'Another-1!duin' })],
  [
    'a ban',
    async ({ ports }) => {
      await banAccount(ports, { recipient: email, force: false, context });
      await unbanAccount(ports, { recipient: email, context });
    },
  ],
  [
    'the end of its sessions by the operator',
    ({ ports }) => endSessions(ports, { recipient: email, context }),
  ],
  ['the end of all sessions', ({ ports }) => endSessions(ports, { recipient: undefined, context })],
  ['a second factor', addFactor],
];

test.each(deeds)('%s ends a pending change of number or address', async (_name, act) => {
  const { site, owner } = await robbed();
  await act(site, owner);
  expect(await site.userOf(email)).toMatchObject({
    newPhone: undefined,
    newEmail: undefined,
    emailChangeConfirmedBy: undefined,
  });
  expect(await complete(site)).toBe(false);
  const mails = site.ports.messenger.sent.length;
  site.clock.advance(settings.emailIntervalMs);
  await resend(site.ports, settings, { type: 'email_change', email, link, context });
  expect(site.ports.messenger.sent).toHaveLength(mails);
});

test('without any of these, the number is changed by its code', async () => {
  expect(await complete((await robbed()).site)).toBe(true);
});

test.each(['global', 'others', 'local'] satisfies SignOutScope[])(
  'signing out (%s) ends the change of a number unless it ends its own session only, and no change of address',
  async (scope) => {
    const { site, owner } = await robbed();
    await signOut(site.ports, { session: owner.session, scope, context });
    expect(await site.userOf(email)).toMatchObject({ newEmail });
    expect(await complete(site)).toBe(scope === 'local');
  },
);

test('a change that was asked for with the second factor stays when the factor is used again', async () => {
  const { site, owner } = await robbed();
  const enter = await addFactor(site, owner);
  const raised = await site.ports.sessions.byId(owner.session.id);
  expect(raised).toBeDefined();
  const protectedOwner = { ...owner, session: raised ?? owner.session };
  site.clock.advance(settings.smsIntervalMs);
  (await update(site, protectedOwner, { phone: newPhone }))._unsafeUnwrap();
  await enter();
  expect((await site.userOf(email))?.newPhone).toBe(newPhone);
});

test('a change that comes with a new password stays', async () => {
  const { site, owner } = await robbed();
  const change = { password: 'Another-1!duin', phone: '32470999888', email: 'ann.new@example.com' };
  site.clock.advance(settings.emailIntervalMs);
  (await update(site, owner, change))._unsafeUnwrap();
  expect(await site.userOf(email)).toMatchObject({
    newPhone: change.phone,
    newEmail: change.email,
    emailChangeConfirmedBy: undefined,
  });
});

test.each([{ phone: newPhone }, { email: newEmail }])(
  'the change %j that comes between a new password and the end of the sessions is ended',
  async (change) => {
    const site = memberSite();
    const stolen = await site.member(email);
    const owner = await site.current((await site.signIn(email))._unsafeUnwrap().granted);
    const { sessions } = site.ports;
    const slow: typeof sessions = {
      ...sessions,
      removeOfUser: async (...given) => {
        const asked = { ...stolen, user: (await site.userOf(email)) ?? stolen.user };
        (await update(site, asked, change))._unsafeUnwrap();
        return sessions.removeOfUser(...given);
      },
    };
    const late = { ...site, ports: { ...site.ports, sessions: slow } };
    (await update(late, owner, { password: 'Another-1!duin' }))._unsafeUnwrap();
    expect(await site.userOf(email)).toMatchObject({ newPhone: undefined, newEmail: undefined });
  },
);
