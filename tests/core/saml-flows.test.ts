import { finishSso, type ParsedAssertion, startSso } from '@coachsite/core/federation';
import { expect, test } from 'vitest';
import { context, link, memberSite, settings } from './support/member-site.ts';
import {
  away,
  challenge,
  email,
  exchange,
  other,
  person,
  type Settings,
  type Site,
  unlucky,
} from './support/provider-site.ts';

/** Goes to the SAML provider and comes back with an assertion. */
async function saml(
  site: Site,
  more: Partial<ParsedAssertion> = {},
  { some = settings as Settings, asked = undefined as typeof challenge | undefined } = {},
) {
  const by = { domain: 'corp.example' };
  const started = await startSso(site.ports, { by, redirectTo: link.redirectTo, challenge: asked });
  const url = started._unsafeUnwrap();
  const parameters = new URL(url).searchParams;
  const requestId = parameters.get('SAMLRequest') ?? '';
  const notOnOrAfter = site.clock.now() + 60_000;
  const recipient = `${settings.issuer}/sso/saml/acs`;
  const response = site.idp.respond(url, {
    audiences: [`${settings.issuer}/sso/saml/metadata`],
    confirmations: [{ recipient, inResponseTo: requestId, notBefore: undefined, notOnOrAfter }],
    nameId: { value: 'employee-1', format: 'persistent' },
    attributes: { email: [email] },
    ...more,
  });
  const relayState = parameters.get('RelayState') ?? '';
  const finish = () => finishSso(site.ports, some, { relayState, response, context });
  return { finish, requestId, relayState };
}

const samlErrorOf = (done: Awaited<ReturnType<typeof finishSso>>) =>
  done.isErr() ? done.error.error : 'done';

test('an employee has an account of their own, whose new address and sessions are those of the provider', async () => {
  const site = memberSite();
  await site.member(email);
  const first = await saml(site);
  // An id of XML begins with no digit.
  expect(first.requestId).toMatch(/^_[\w-]{36}$/);
  expect(samlErrorOf(await first.finish())).toBe('done');
  const [own] = (await site.ports.users.list(9)).filter(({ identities }) =>
    identities.some(({ provider }) => /^sso:.{36}$/.test(provider)),
  );
  if (!own) throw new Error('no account');
  expect(await site.logged('signup_success')).toContainEqual({
    userId: own.id,
    method: 'sso/saml',
  });
  const [identity] = own.identities;
  const extra = { ...identity, id: 'extra', provider: 'partner', subject: '1', data: {} };
  await site.ports.users.change(own.id, (user) => ({
    ...user,
    identities: [...user.identities, extra as (typeof user.identities)[number]],
  }));
  site.clock.advance(1000);
  await (await saml(site, { attributes: { email: [other] } })).finish();
  const now = await site.ports.users.byId(own.id);
  expect(now).toMatchObject({ email: other, updatedAt: site.clock.now() });
  expect(now?.identities).toMatchObject([
    { data: { email: other }, lastSignInAt: site.clock.now() },
    extra,
  ]);
  expect(now?.identities[1]).toEqual(extra);
  const success = await site.logged('auth_success');
  expect(success.at(-1)).toMatchObject({ userId: own.id, method: 'sso/saml' });
  const sessions = await site.ports.sessions.ofUser(own.id);
  expect(sessions.every(({ notAfter }) => notAfter === undefined)).toBe(true);
});

test('a code of a SAML sign-in keeps the provider and the end of the session', async () => {
  const site = memberSite();
  const sessionNotOnOrAfter = site.clock.now() + 3_600_000;
  const { finish } = await saml(site, { sessionNotOnOrAfter }, { asked: challenge });
  const granted = (await exchange(site, (await finish()) as never))._unsafeUnwrap().granted;
  const providerId = granted.user.identities[0]?.provider.slice(4);
  expect(granted.session).toMatchObject({
    notAfter: sessionNotOnOrAfter,
    amr: [{ method: 'sso/saml', provider: providerId }],
  });
  expect(await site.logged('auth_success')).toEqual([
    { userId: granted.user.id, method: 'sso/saml' },
  ]);
});

test('a code of a SAML sign-in opens no session once the provider has ended it', async () => {
  const site = memberSite();
  const sessionNotOnOrAfter = site.clock.now() + 5;
  const signIn = async () => {
    const { finish } = await saml(site, { sessionNotOnOrAfter }, { asked: challenge });
    return (await finish()) as never;
  };
  const [inTime, late] = [await signIn(), await signIn()];
  site.clock.advance(4);
  expect((await exchange(site, inTime)).isOk()).toBe(true);
  site.clock.advance(1);
  expect((await exchange(site, late))._unsafeUnwrapErr()).toEqual({ kind: 'flow_state_expired' });
});

test('a SAML sign-in that fails is logged, and says why', async () => {
  const site = memberSite();
  const closed = { ...settings, allowsSignUp: false };
  const rejected = await saml(site, {}, { some: closed });
  expect((await rejected.finish())._unsafeUnwrapErr()).toEqual({
    error: { kind: 'signup_disabled' },
    redirectTo: link.redirectTo,
    provider: expect.any(String),
  });
  expect(await site.logged('auth_failure')).toEqual([
    { userId: undefined, reason: 'signup_disabled', method: 'sso/saml' },
  ]);
  await (await saml(site)).finish();
  const [own] = await site.ports.users.list(9);
  await site.ports.users.change(own?.id ?? '', (user) => ({ ...user, bannedUntil: 9e15 }));
  expect(samlErrorOf(await (await saml(site)).finish())).toEqual({ kind: 'user_banned' });
  const { relayState } = await saml(site);
  const { saml: known } = site.ports;
  const find = async () => known.find({ id: 'removed' });
  const ports = { ...site.ports, saml: { ...known, find } };
  const gone = await finishSso(ports, settings, { relayState, response: 'x', context });
  expect(samlErrorOf(gone)).toEqual({ kind: 'saml_idp_not_found' });
  const lost = { kind: 'saml_relay_state_not_found' };
  const openId = await away(site, person);
  for (const state of [openId.state, site.ports.ids.uuid()]) {
    const done = await finishSso(site.ports, settings, {
      relayState: state,
      response: '',
      context,
    });
    expect(samlErrorOf(done)).toEqual(lost);
  }
});

test('of two first SAML sign-ins at once both get the same account, and a store that fails ends in an error', async () => {
  const site = memberSite();
  const both = [await saml(site), await saml(site)];
  const done = await Promise.all(both.map(({ finish }) => finish()));
  expect(done.map(samlErrorOf)).toEqual(['done', 'done']);
  expect(await site.ports.users.list(9)).toHaveLength(1);
  expect(await site.logged('signup_success')).toHaveLength(1);
  const bad = unlucky(site);
  const again = await saml(bad.site);
  await expect(again.finish()).rejects.toThrow(/SAML identity was taken again and again/);
  expect(bad.tries.count).toBe(3);
});

test('the security log names the check that a response failed', async () => {
  const site = memberSite();
  const failed = await saml(site, { audiences: ['https://other.example'] });
  const finished = await failed.finish();
  expect(finished._unsafeUnwrapErr()).toMatchObject({
    error: { kind: 'saml_assertion_invalid', check: 'audience' },
    provider: expect.stringMatching(/^.{36}$/),
  });
  const twice = { id: 'twice' };
  expect((await (await saml(site, twice)).finish()).isOk()).toBe(true);
  expect(samlErrorOf(await (await saml(site, twice)).finish())).toMatchObject({ check: 'replay' });
  await (await saml(site, { attributes: {} })).finish();
  const method = 'sso/saml';
  expect(await site.logged('auth_failure')).toEqual([
    { reason: 'saml_assertion_invalid', check: 'audience', method },
    { reason: 'saml_assertion_invalid', check: 'replay', method },
    { reason: 'saml_assertion_no_email', method },
  ]);
  const unknown = await finishSso(site.ports, settings, { relayState: 'x', response: '', context });
  expect(unknown._unsafeUnwrapErr().provider).toBeUndefined();
});
