import {
  authorize,
  exchangeCode,
  finishCallback,
  finishSso,
  type ParsedAssertion,
  signInWithIdToken,
  startSso,
} from '@coachsite/core/federation';
import { toBase64Url, toHex } from '@coachsite/core/kernel';
import { startLink } from '@coachsite/core/profile';
import { memoryDigest } from '@coachsite/core/testing';
import { expect, test } from 'vitest';
import { context, link, memberSite, settings } from './support/member-site.ts';

type Site = ReturnType<typeof memberSite>;

const email = 'ann@example.com';
const person = { sub: 'person-1', email, email_verified: true, name: 'Ann' };
const verifier = 'verifier-'.repeat(6);
const challenge = {
  challenge: toBase64Url(memoryDigest.sha256(verifier)),
  method: 's256',
} as const;
const request = {
  provider: 'partner',
  redirectTo: link.redirectTo,
  challenge: undefined,
  scopes: 'profile, email',
  query: { prompt: 'login', state: 'theirs' },
  browserSecret: 'secret-of-the-browser',
  linkTo: undefined,
};

type Query = Parameters<typeof finishCallback>[2];

/** What the browser sends from the provider's page, whose address is `url`. */
const queryOf = (url: string, browserSecret: string | undefined): Query => ({
  url,
  state: new URL(url).searchParams.get('state') ?? undefined,
  error: undefined,
  errorDescription: undefined,
  browserSecret,
  language: 'nl',
  context,
});

/** Comes back from the provider with these claims. */
async function callback(
  site: Site,
  claims: Parameters<Site['provider']['signIn']>[1] = person,
  more: Partial<Parameters<typeof authorize>[2]> = {},
  query: Partial<Query> = {},
  own: { readonly authCodeTtlMs: number } & Omit<typeof settings, 'authCodeTtlMs'> = settings,
) {
  const asked = { ...request, ...more };
  const url = (await authorize(site.ports, settings, asked))._unsafeUnwrap();
  const back = site.provider.signIn(url, claims);
  const sent = { ...queryOf(back, asked.browserSecret), ...query };
  return finishCallback(site.ports, own, sent);
}
const kindOf = (result: Awaited<ReturnType<typeof callback>>) =>
  result.isErr() ? result.error.error.kind : result.value.kind;

test('a person signs in at a provider: a new account the first time, the same one after that', async () => {
  const site = memberSite();
  for (let i = 0; i < 2; i += 1) {
    const result = (await callback(site))._unsafeUnwrap();
    if (result.kind !== 'session') throw new Error('no session');
    expect(result.granted.user).toMatchObject({ email, metadata: { full_name: 'Ann' } });
  }
  expect(await site.ports.users.list(10)).toHaveLength(1);
});

test('a state of another browser, an unknown, used, old or missing one ends nothing but the flow', async () => {
  const site = memberSite();
  expect(kindOf(await callback(site, person, {}, { browserSecret: 'another' }))).toBe(
    'bad_oauth_state',
  );
  expect(kindOf(await callback(site, person, {}, { browserSecret: undefined }))).toBe(
    'bad_oauth_state',
  );
  expect(kindOf(await callback(site, person, {}, { state: undefined }))).toBe('bad_oauth_callback');
  expect(kindOf(await callback(site, person, {}, { state: 'x' }))).toBe('bad_oauth_state');
  expect(kindOf(await callback(site, person, {}, { state: site.ports.ids.uuid() }))).toBe(
    'bad_oauth_state',
  );
  const url = (await authorize(site.ports, settings, request))._unsafeUnwrap();
  const back = site.provider.signIn(url, person);
  const finish = () => finishCallback(site.ports, settings, queryOf(back, request.browserSecret));
  site.clock.advance(5 * 60_000);
  expect(kindOf(await finish())).toBe('bad_oauth_state');
  expect(kindOf(await finish())).toBe('bad_oauth_state');
});

test('an error of the provider, claims without a subject, and no address are errors with the way back', async () => {
  const site = memberSite();
  const failed = await callback(site, person, {}, { error: 'access_denied' });
  expect(failed._unsafeUnwrapErr()).toEqual({
    error: { kind: 'provider_error', error: 'access_denied', errorDescription: '' },
    redirectTo: link.redirectTo,
    provider: 'partner',
  });
  expect(kindOf(await callback(site, { email }))).toBe('provider_subject_missing');
  expect(kindOf(await callback(site, { sub: '2' }))).toBe('provider_email_needs_verification');
  site.provider.disconnect();
  const begun = await authorize(site.ports, settings, request);
  expect(begun._unsafeUnwrapErr().kind).toBe('provider_unavailable');
  const unknown = await authorize(site.ports, settings, { ...request, provider: 'nobody' });
  expect(unknown._unsafeUnwrapErr().kind).toBe('unsupported_provider');
});

test('a verified address links to its account, an unverified one does not and is mailed', async () => {
  const site = memberSite();
  const { user } = await site.member(email);
  const linked = (await callback(site))._unsafeUnwrap();
  expect(linked).toMatchObject({ granted: { user: { id: user.id } } });
  expect(site.mailTo(email)?.kind).toBe('identity_linked');
  const other = { sub: '2', email: 'bo@example.com', email_verified: false };
  const rejected = await callback(site, other);
  expect(rejected._unsafeUnwrapErr().error).toEqual({
    kind: 'provider_email_needs_verification',
    provider: 'partner',
    isMailed: true,
  });
  (await site.follow('bo@example.com'))._unsafeUnwrap();
  expect(kindOf(await callback(site, other))).toBe('session');
  const closed = { ...settings, allowsSignUp: false };
  const url = (await authorize(site.ports, closed, request))._unsafeUnwrap();
  const back = site.provider.signIn(url, { ...person, sub: '3', email: 'cas@example.com' });
  const finished = await finishCallback(site.ports, closed, {
    url: back,
    state: new URL(back).searchParams.get('state') ?? '',
    error: undefined,
    errorDescription: undefined,
    browserSecret: request.browserSecret,
    language: 'nl',
    context,
  });
  expect(kindOf(finished)).toBe('signup_disabled');
});

test('an unconfirmed account is taken over by the owner of its address, without what was there', async () => {
  const site = memberSite();
  const unverified = { sub: '9', email, email_verified: false };
  await callback(site, unverified);
  const taken = (await callback(site, person))._unsafeUnwrap();
  if (taken.kind !== 'session') throw new Error('no session');
  expect(taken.granted.user.identities).toHaveLength(1);
  expect(taken.granted.user.identities[0]?.subject).toBe('person-1');
});

test('a client with a challenge gets a code, which its verifier exchanges once and in time', async () => {
  const site = memberSite();
  const codeOf = async () => {
    const result = (await callback(site, person, { challenge }))._unsafeUnwrap();
    return result.kind === 'code' ? result.code : '';
  };
  const exchange = (code: string, given = verifier) =>
    exchangeCode(site.ports, settings, { code, verifier: given, language: 'nl', context });
  const code = await codeOf();
  const { granted, providerTokens } = (await exchange(code))._unsafeUnwrap();
  expect(granted.user.email).toBe(email);
  expect(providerTokens?.accessToken).toBeTruthy();
  expect((await exchange(code))._unsafeUnwrapErr().kind).toBe('flow_state_not_found');
  expect((await exchange(await codeOf(), `${verifier}x`))._unsafeUnwrapErr().kind).toBe(
    'bad_code_verifier',
  );
  const late = await codeOf();
  site.clock.advance(settings.authCodeTtlMs);
  expect((await exchange(late))._unsafeUnwrapErr().kind).toBe('flow_state_expired');
  // An end that is no number is over, too.
  const senseless = { ...settings, authCodeTtlMs: Number.NaN };
  const endless = (await callback(site, person, { challenge }, {}, senseless))._unsafeUnwrap();
  if (endless.kind === 'code')
    expect((await exchange(endless.code))._unsafeUnwrapErr().kind).toBe('flow_state_expired');
  const banned = await codeOf();
  const bannedUntil = site.clock.now() + 1;
  await site.ports.users.change(granted.user.id, (user) => ({ ...user, bannedUntil }));
  expect((await exchange(banned))._unsafeUnwrapErr().kind).toBe('user_banned');
  expect(kindOf(await callback(site))).toBe('user_banned');
  site.clock.advance(1);
  const gone = await codeOf();
  await site.ports.users.remove(granted.user.id);
  expect((await exchange(gone))._unsafeUnwrapErr().kind).toBe('flow_state_not_found');
});

test('a member links an identity in the browser, or with a code that only the client can exchange', async () => {
  for (const isBrowser of [true, false]) {
    const site = memberSite();
    const current = await site.member('bo@example.com');
    const asked = { ...request, challenge, browserSecret: isBrowser ? 'secret' : undefined };
    const url = (await startLink(site.ports, settings, { ...asked, ...current }))._unsafeUnwrap();
    const back = site.provider.signIn(url, person);
    const finished = await finishCallback(site.ports, settings, {
      url: back,
      state: new URL(back).searchParams.get('state') ?? '',
      error: undefined,
      errorDescription: undefined,
      browserSecret: asked.browserSecret,
      language: 'nl',
      context,
    });
    const result = finished._unsafeUnwrap();
    const before = (await site.ports.users.byId(current.user.id))?.identities;
    expect(before).toHaveLength(isBrowser ? 2 : 1);
    const code = result.kind === 'code' ? result.code : '';
    const exchanged = { code, verifier, language: 'nl', context } as const;
    (await exchangeCode(site.ports, settings, exchanged))._unsafeUnwrap();
    const user = await site.ports.users.byId(current.user.id);
    expect(user?.identities.map(({ provider }) => provider)).toEqual(['email', 'partner']);
    const again = await callback(site, person, { linkTo: current.session });
    expect(kindOf(again)).toBe('identity_already_exists');
    await site.ports.sessions.remove(current.session.id);
    // Bound to no browser and to no verifier, it may have been passed on to somebody else.
    const unbound = { linkTo: current.session, browserSecret: undefined, challenge: undefined };
    expect(kindOf(await callback(site, { ...person, sub: '6' }, unbound))).toBe('bad_oauth_state');
    expect(await site.ports.users.byIdentity('partner', '6')).toBeUndefined();
    const ended = await callback(site, { ...person, sub: '5' }, { linkTo: current.session });
    expect(kindOf(ended)).toBe('session_not_found');
  }
});

test('an app signs in with an ID token and its nonce', async () => {
  const site = memberSite();
  const nonce = 'nonce-of-the-app';
  const hashed = toHex(memoryDigest.sha256(nonce));
  const signIn = (
    claims: Parameters<Site['provider']['idToken']>[0],
    more: Partial<Parameters<typeof signInWithIdToken>[2]> = {},
  ) =>
    signInWithIdToken(site.ports, settings, {
      provider: { name: 'partner' },
      idToken: site.provider.idToken(claims),
      accessToken: undefined,
      nonce: undefined,
      linkTo: undefined,
      link,
      context,
      ...more,
    });
  const kind = async (...given: Parameters<typeof signIn>) => {
    const signedIn = await signIn(...given);
    return signedIn.isErr() ? signedIn.error.kind : signedIn.value.user.email;
  };
  expect(await kind(person)).toBe(email);
  expect(await kind({ ...person, nonce: hashed }, { nonce })).toBe(email);
  expect(await kind({ ...person, nonce: hashed })).toBe('id_token_nonce_missing');
  expect(await kind(person, { nonce })).toBe('id_token_nonce_missing');
  expect(await kind({ ...person, nonce: 'x' }, { nonce })).toBe('invalid_nonce');
  expect(await kind(person, { idToken: 'x' })).toBe('bad_id_token');
  expect(await kind({ email })).toBe('provider_subject_missing');
  expect(await kind(person, { provider: { name: 'nobody' } })).toBe('provider_disabled');
  const byIssuer = { issuer: 'https://partner.example', clientId: 'the-site' };
  expect(await kind(person, { provider: byIssuer })).toBe(email);
  expect(await kind(person, { provider: { ...byIssuer, clientId: 'x' } })).toBe(
    'unsupported_provider',
  );
  const current = await site.member('bo@example.com');
  expect(await kind({ ...person, sub: '7' }, { linkTo: current.session })).toBe('bo@example.com');
});

test('an employee signs in at a SAML provider, once per response, to our own request', async () => {
  const site = memberSite();
  const begin = async () =>
    (
      await startSso(site.ports, {
        by: { domain: 'corp.example' },
        redirectTo: link.redirectTo,
        challenge: undefined,
      })
    )._unsafeUnwrap();
  const assertion = (
    url: string,
    more: Partial<ParsedAssertion> = {},
  ): Partial<ParsedAssertion> => {
    const requestId = new URL(url).searchParams.get('SAMLRequest') ?? '';
    const recipient = `${settings.issuer}/sso/saml/acs`;
    const notOnOrAfter = site.clock.now() + 60_000;
    const confirmation = { recipient, inResponseTo: requestId, notBefore: undefined, notOnOrAfter };
    return {
      audiences: [`${settings.issuer}/sso/saml/metadata`],
      confirmations: [confirmation],
      nameId: { value: 'employee-1', format: 'persistent' },
      attributes: { email: ['Ann@Corp.example'] },
      sessionNotOnOrAfter: site.clock.now() + 3_600_000,
      ...more,
    };
  };
  const finish = (url: string, response: string, relayState?: string) =>
    finishSso(site.ports, settings, {
      relayState: relayState ?? new URL(url).searchParams.get('RelayState') ?? '',
      response,
      context,
    });
  const kind = async (...given: Parameters<typeof finish>) => {
    const finished = await finish(...given);
    return finished.isErr() ? finished.error.error.kind : finished.value.kind;
  };
  for (let i = 0; i < 2; i += 1) {
    const url = await begin();
    const done = (await finish(url, site.idp.respond(url, assertion(url))))._unsafeUnwrap();
    if (done.kind !== 'session') throw new Error('no session');
    expect(done.granted.user.email).toBe('ann@corp.example');
    expect(done.granted.session.notAfter).toBe(site.clock.now() + 3_600_000);
    expect(await kind(url, site.idp.respond(url, assertion(url)))).toBe(
      'saml_relay_state_not_found',
    );
  }
  expect(await site.ports.users.list(10)).toHaveLength(1);
  const tried = async (more: Partial<ParsedAssertion>) => {
    const url = await begin();
    return kind(url, site.idp.respond(url, assertion(url, more)));
  };
  expect(await tried({ audiences: ['https://other.example'] })).toBe('saml_assertion_invalid');
  expect(await tried({ notOnOrAfter: site.clock.now() - 60_000 })).toBe('saml_assertion_invalid');
  expect(await tried({ confirmations: [] })).toBe('saml_assertion_invalid');
  expect(await tried({ nameId: undefined })).toBe('saml_assertion_no_user_id');
  expect(await tried({ attributes: {} })).toBe('saml_assertion_no_email');
  expect(await tried({ id: 'twice' })).toBe('session');
  expect(await tried({ id: 'twice' })).toBe('saml_assertion_invalid');
  const url = await begin();
  expect(await kind(url, 'forged')).toBe('saml_assertion_invalid');
  expect(await kind(url, 'x', 'x')).toBe('saml_relay_state_not_found');
  const late = await begin();
  site.clock.advance(5 * 60_000);
  expect(await kind(late, 'x')).toBe('saml_relay_state_expired');
  const unknown = { by: { domain: 'no.example' }, redirectTo: '', challenge: undefined };
  expect((await startSso(site.ports, unknown)).isErr()).toBe(true);
});
