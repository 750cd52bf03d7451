import { blankUser, type User } from '@coachsite/core/account';
import {
  authorize,
  type ParsedAssertion,
  readChallenge,
  samlSkewMs,
  ssoProviderId,
} from '@coachsite/core/federation';
import { memoryDigest as digest, emailOf } from '@coachsite/core/testing';
import { expect, test } from 'vitest';
import { assertionExpiry, checkAssertion, readPerson } from '#core/src/federation/assertion.ts';
import { linked, refreshed } from '#core/src/federation/identity-at-provider.ts';
import { mergeProviderData, passedOn, readClaims } from '#core/src/federation/provider.ts';
import { link, memberSite, settings } from './support/member-site.ts';

const email = 'ann@example.com';

test('of the claims of a person the standard ones are kept, and the name and picture as clients expect them', () => {
  const standard = {
    iss: 'https://partner.example',
    name: 'Ann Peeters',
    given_name: 'Ann',
    family_name: 'Peeters',
    preferred_username: 'ann',
    nickname: 'Annie',
    picture: 'https://partner.example/ann.png',
    locale: 'nl-BE',
  };
  const claims = { ...standard, sub: 's', email: 'Ann@Example.com', email_verified: true, at: 1 };
  expect(readClaims({ ...claims, zoneinfo: 'x' })._unsafeUnwrap()).toEqual({
    subject: 's',
    email,
    emailVerified: true,
    data: {
      ...standard,
      full_name: standard.name,
      avatar_url: standard.picture,
      sub: 's',
      provider_id: 's',
      email,
      email_verified: true,
      phone_verified: false,
    },
  });
});

test('what is empty, no text or too long is no claim, and a subject has at most 255 characters', () => {
  const bare = { sub: 's', provider_id: 's', email_verified: false, phone_verified: false };
  const dataOf = (value: string | number) =>
    readClaims({ sub: 's', name: value, picture: value, locale: value })._unsafeUnwrap().data;
  for (const value of ['', 7, 'x'.repeat(501)]) expect(dataOf(value)).toEqual(bare);
  expect(dataOf('')).not.toHaveProperty('email');
  const longest = 'x'.repeat(500);
  expect(dataOf(longest)).toEqual({
    ...bare,
    name: longest,
    full_name: longest,
    picture: longest,
    avatar_url: longest,
    locale: longest,
  });
  expect(readClaims({ sub: 'x'.repeat(255) }).isOk()).toBe(true);
  expect(readClaims({ sub: 'x'.repeat(256) })._unsafeUnwrapErr()).toEqual({
    kind: 'provider_subject_missing',
  });
});

test('a claim that is too large for the metadata is left out, and the others are taken', () => {
  const own = { name: 'Ann', email_verified: false };
  const theirs = { large: 'x'.repeat(20_000), name: null, email_verified: true, locale: 'nl' };
  expect(mergeProviderData(own, theirs)).toEqual({ ...own, locale: 'nl' });
});

test('what the flow or the site says itself is not passed on, and of the rest what is short', () => {
  const own = [
    'client_id',
    'client_secret',
    'redirect_uri',
    'response_type',
    'response_mode',
    'state',
    'nonce',
    'scope',
    'code',
    'code_challenge',
    'code_challenge_method',
    'request',
    'request_uri',
    'provider',
    'redirect_to',
    'scopes',
    'invite_token',
    'skip_http_redirect',
  ];
  for (const name of own) expect(passedOn({ [` ${name} `]: 'x' })).toEqual({});
  const longest = 'x'.repeat(500);
  expect(passedOn({ prompt: longest, login_hint: `${longest}x` })).toEqual({ prompt: longest });
  const many = Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`p${at}`, 'x']));
  expect(Object.keys(passedOn(many))).toEqual(Object.keys(many).slice(0, 20));
});

test('the ids of SAML providers have each of the four variants of a UUID', () => {
  const ids = Array.from({ length: 100 }, (_, at) =>
    ssoProviderId(`https://${at}.example`, digest),
  );
  expect(new Set(ids.map((id) => id[19]))).toEqual(new Set(['8', '9', 'a', 'b']));
});

test('scopes are separated by spaces or commas, and what is none is left out', async () => {
  const scopeOf = async (scopes: string) => {
    const url = await authorize(memberSite().ports, settings, {
      provider: 'partner',
      redirectTo: link.redirectTo,
      challenge: undefined,
      scopes,
      query: {},
      browserSecret: undefined,
      linkTo: undefined,
    });
    return new URL(url._unsafeUnwrap()).searchParams.get('scope');
  };
  const longest = 'x'.repeat(100);
  expect(await scopeOf(` profile,email  ${longest} ${longest}x é eé ée phone`)).toBe(
    `openid profile email ${longest} phone`,
  );
});

test('a challenge is returned with its only method, or is an error', () => {
  const challenge = 'x'.repeat(43);
  expect(readChallenge(challenge, 'S256')._unsafeUnwrap()).toEqual({ challenge, method: 's256' });
  for (const [given, method] of [
    [challenge, 'plain'],
    [challenge, undefined],
    [undefined, 's256'],
    ['x', 's256'],
  ])
    expect(readChallenge(given, method)._unsafeUnwrapErr()).toEqual({
      kind: 'invalid_code_challenge',
    });
});

const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
const assertion: ParsedAssertion = {
  id: '_a',
  issuer: 'idp',
  response: { issuer: 'idp', destination: 'acs', inResponseTo: '_r' },
  audiences: ['us'],
  notBefore: undefined,
  notOnOrAfter: 5000,
  confirmations: [
    { recipient: 'acs', inResponseTo: '_r', notBefore: undefined, notOnOrAfter: 4000 },
  ],
  sessionNotOnOrAfter: undefined,
  nameId: { value: 'anna', format: persistent },
  attributes: { mail: [email] },
};

test('a session that has ended by our clock signs nobody in, as it would open none', () => {
  const expected = { issuer: 'idp', audience: 'us', recipient: 'acs', requestId: '_r' };
  const holds = (sessionNotOnOrAfter: number) =>
    checkAssertion({ ...assertion, sessionNotOnOrAfter }, expected, 1000).isOk();
  expect([holds(1001), holds(1000)]).toEqual([true, false]);
});

test('an assertion is remembered until no clock accepts it any more', () => {
  const [confirmation] = assertion.confirmations;
  if (!confirmation) throw new Error('no confirmation');
  const ends = (notOnOrAfter: number | undefined, ...confirmed: (number | undefined)[]) =>
    assertionExpiry({
      ...assertion,
      notOnOrAfter,
      confirmations: confirmed.map((end) => ({ ...confirmation, notOnOrAfter: end })),
    }) -
    2 * samlSkewMs;
  expect([ends(5000, 4000), ends(4000, 5000, 3000), ends(undefined, 4000), ends(5000)]).toEqual([
    5000, 5000, 4000, 5000,
  ]);
  expect(ends(5000, undefined)).toBe(5000);
});

test('a person has the id of the provider: an attribute, or a name that is not made for one sign-in', () => {
  const subjectOf = (nameId: ParsedAssertion['nameId'], attributes = {}) => {
    const read = readPerson({ ...assertion, nameId, attributes: { mail: [email], ...attributes } });
    return read.isErr() ? read.error : read.value.subject;
  };
  const none = { kind: 'saml_assertion_no_user_id' };
  const subjectId = { 'urn:oasis:names:tc:SAML:attribute:subject-id': [' ann@corp '] };
  const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
  const byEmail = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
  expect(subjectOf({ value: ' Anna ', format: persistent })).toBe('Anna');
  expect(subjectOf({ value: ' Anna@Corp.example ', format: byEmail })).toBe('anna@corp.example');
  expect(subjectOf({ value: 'anna', format: transient })).toEqual(none);
  expect(subjectOf({ value: 'anna', format: transient }, subjectId)).toBe('ann@corp');
  expect(subjectOf({ value: 'anna', format: persistent }, subjectId)).toBe('ann@corp');
  expect(subjectOf({ value: 'x'.repeat(512), format: persistent })).toHaveLength(512);
  expect(subjectOf({ value: 'x'.repeat(513), format: persistent })).toEqual(none);
  expect(subjectOf({ value: ' ', format: persistent })).toEqual(none);
});

test('the address of a person is an attribute of the usual names, or the name if it is one', () => {
  const read = (attributes: ParsedAssertion['attributes'], nameId = assertion.nameId) =>
    readPerson({ ...assertion, nameId, attributes });
  for (const name of [
    'urn:oid:0.9.2342.19200300.100.1.3',
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
    'http://schemas.xmlsoap.org/claims/EmailAddress',
    'mail',
    'Mail',
    'email',
  ])
    expect(read({ [name]: [` ${email} `] })._unsafeUnwrap()).toEqual({
      subject: 'anna',
      email,
      data: {
        iss: 'idp',
        sub: 'anna',
        provider_id: 'anna',
        email,
        email_verified: true,
        phone_verified: false,
      },
    });
  const byEmail = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
  const named = { value: 'Anna@corp.example', format: byEmail };
  expect(read({}, named)._unsafeUnwrap().email).toBe('anna@corp.example');
  for (const attributes of [{}, { mail: [] }, { mail: ['nobody'] }, { other: [email] }])
    expect(read(attributes, { value: email, format: persistent })._unsafeUnwrapErr()).toEqual({
      kind: 'saml_assertion_no_email',
    });
});

const identity = (provider: string, subject: string) => ({
  id: `${provider}-${subject}`,
  provider,
  subject,
  data: {},
  createdAt: 0,
  updatedAt: 0,
  lastSignInAt: undefined,
});
const user: User = {
  ...blankUser('u', 0),
  email: emailOf(email),
  passwordHash: 'hash',
  identities: [identity('partner', '1'), identity('partner', '2'), identity('other', '1')],
};
const claims = { sub: '1', email, email_verified: true, name: 'Ann' };
const person = readClaims(claims)._unsafeUnwrap();

test('a sign-in updates its own identity and the metadata, and nothing else of a confirmed account', () => {
  const confirmed = { ...user, emailConfirmedAt: 1 };
  const [own, ...rest] = user.identities;
  const next = refreshed(confirmed, 'partner', person, 9);
  expect(next).toEqual({
    ...confirmed,
    metadata: next.metadata,
    updatedAt: 9,
    identities: [{ ...own, data: person.data, updatedAt: 9, lastSignInAt: 9 }, ...rest],
  });
  expect(next.metadata).toMatchObject({ full_name: 'Ann' });
});

test('an address that the provider has just verified frees its account from what a stranger set', () => {
  const freed = refreshed(user, 'partner', person, 9);
  expect(freed).toMatchObject({ emailConfirmedAt: 9, passwordHash: undefined });
  expect(freed.identities.map(({ id }) => id)).toEqual(['partner-1']);
  for (const change of [{ email_verified: false }, { email: 'other@example.com' }]) {
    const other = readClaims({ ...claims, ...change })._unsafeUnwrap();
    const next = refreshed(user, 'partner', other, 9);
    expect(next).toMatchObject({ emailConfirmedAt: undefined, passwordHash: 'hash' });
    expect(next.identities).toHaveLength(3);
  }
});

test('of an account that is taken over the id, the address and what the site decided are kept', () => {
  const decided = { ...user, bannedUntil: 7, invitedAt: 3, metadata: { name: 'stranger' } };
  const added = { ...identity('third', '1'), data: person.data };
  const taken = linked(decided, added, true, 9);
  expect(taken).toMatchObject({
    id: 'u',
    email,
    bannedUntil: 7,
    invitedAt: 3,
    emailConfirmedAt: 9,
    passwordHash: undefined,
  });
  expect(taken.identities.map(({ id }) => id)).toEqual(['third-1']);
  expect(linked(decided, added, false, 9)).toMatchObject({
    passwordHash: 'hash',
    emailConfirmedAt: undefined,
  });
});
