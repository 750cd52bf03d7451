import { blankUser } from '@coachsite/core/account';
import { type ParsedAssertion, samlSkewMs, ssoProviderId } from '@coachsite/core/federation';
import { memoryDigest as digest, emailOf } from '@coachsite/core/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkAssertion, readPerson } from '#core/src/federation/assertion.ts';
import {
  decideAccount,
  mergeProviderData,
  passedOn,
  readClaims,
} from '#core/src/federation/provider.ts';

describe('claims', () => {
  test.each([undefined, null, '', ' ', 7, {}, [], 'a '])(
    'claims without a subject are rejected: %j',
    (sub) => {
      const read = readClaims({ ...(sub === undefined ? {} : { sub }), email: 'a@example.com' });
      expect(read.isErr()).toBe(true);
    },
  );

  test('an e-mail address is verified only when the provider states it explicitly', () => {
    const verified = (email_verified?: string | boolean | number) =>
      readClaims({
        sub: 's',
        email: 'A@Example.com',
        ...(email_verified === undefined ? {} : { email_verified }),
      })._unsafeUnwrap();
    expect(verified(true)).toMatchObject({ email: 'a@example.com', emailVerified: true });
    expect(verified('true').emailVerified).toBe(true);
    for (const other of [undefined, false, 'false', 1, 'yes'])
      expect(verified(other).emailVerified).toBe(false);
  });

  test('a malformed e-mail address is dropped', () => {
    const read = readClaims({ sub: 's', email: 'nobody', email_verified: true })._unsafeUnwrap();
    expect(read).toMatchObject({ email: undefined, emailVerified: false });
  });

  test('whatever a provider sends, the metadata stays small and cannot set our own keys', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ maxLength: 20 }), fc.string({ maxLength: 2000 })),
        fc.string({ maxLength: 1500 }),
        (claims, own) => {
          const person = readClaims({ ...claims, sub: 's' })._unsafeUnwrap();
          const merged = mergeProviderData({ own, email_verified: false }, person.data);
          expect(JSON.stringify(merged).length).toBeLessThanOrEqual(2048);
          expect(merged.email_verified).toBe(false);
        },
      ),
    );
  });
});

describe('the account', () => {
  const user = blankUser('u', 0);
  const confirmed = { ...user, email: emailOf('a@example.com'), emailConfirmedAt: 1 };
  const person = { email: emailOf('a@example.com'), emailVerified: true };

  test('a known identity decides, whatever the e-mail address', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.boolean(), (emailVerified, isTaken) => {
        const same = isTaken ? confirmed : undefined;
        expect(decideAccount({ ...person, emailVerified }, user, same).kind).toBe('known');
      }),
    );
  });

  test('only a verified address links, and only an unconfirmed account is taken over', () => {
    expect(decideAccount(person, undefined, confirmed)).toMatchObject({
      kind: 'link',
      isTakeover: false,
    });
    expect(
      decideAccount(person, undefined, { ...user, email: emailOf('a@example.com') }),
    ).toMatchObject({
      isTakeover: true,
    });
    const unverified = { ...person, emailVerified: false };
    const created = (email: string | undefined) => ({ kind: 'create', email });
    expect(decideAccount(unverified, undefined, confirmed)).toEqual(created(undefined));
    expect(decideAccount(unverified, undefined, undefined)).toEqual(created(person.email));
    const without = { email: undefined, emailVerified: false };
    expect(decideAccount(without, undefined, undefined).kind).toBe('reject');
  });
});

test('parameters of the flow are never passed on, in any letter case', () => {
  const own = ['state', 'redirect_uri', 'client_id', 'nonce', 'scope', 'request', 'response_mode'];
  fc.assert(
    fc.property(fc.constantFrom(...own), fc.array(fc.boolean()), (name, cases) => {
      const mixed = [...name].map((c, i) => (cases[i] ? c.toUpperCase() : c)).join('');
      expect(passedOn({ [mixed]: 'x', prompt: 'login' })).toEqual({ prompt: 'login' });
    }),
  );
});

test('the id of a SAML provider is a UUID, the same for the same entity', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (a, b) => {
      const id = ssoProviderId(a, digest);
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(id === ssoProviderId(b, digest)).toBe(a === b);
    }),
  );
});

describe('an assertion', () => {
  const now = 1_000_000_000;
  const expected = { issuer: 'idp', audience: 'us', recipient: 'acs', requestId: '_r' };
  const facts: ParsedAssertion = {
    id: '_a',
    issuer: 'idp',
    response: { issuer: 'idp', destination: 'acs', inResponseTo: '_r' },
    audiences: ['us'],
    notBefore: now,
    notOnOrAfter: now + 1000,
    confirmations: [
      { recipient: 'acs', inResponseTo: '_r', notBefore: undefined, notOnOrAfter: now + 1000 },
    ],
    sessionNotOnOrAfter: undefined,
    nameId: { value: 'anna', format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent' },
    attributes: { mail: ['anna@corp.example'] },
  };
  const holds = (change: Partial<ParsedAssertion>, at = now) =>
    checkAssertion({ ...facts, ...change }, expected, at).isOk();
  const [confirmation] = facts.confirmations;

  test('is valid within its time plus a minute on both sides', () => {
    expect(holds({})).toBe(true);
    expect(holds({}, now - samlSkewMs)).toBe(true);
    expect(holds({}, now - samlSkewMs - 1)).toBe(false);
    expect(holds({}, now + 999 + samlSkewMs)).toBe(true);
    expect(holds({}, now + 1000 + samlSkewMs)).toBe(false);
  });

  test.each<[string, Partial<ParsedAssertion>]>([
    ['no id', { id: '' }],
    ['another issuer', { issuer: 'evil' }],
    ['another issuer around it', { response: { ...facts.response, issuer: 'evil' } }],
    ['another destination', { response: { ...facts.response, destination: 'evil' } }],
    ['another request around it', { response: { ...facts.response, inResponseTo: '_x' } }],
    ['no request around it', { response: { ...facts.response, inResponseTo: undefined } }],
    ['another audience', { audiences: ['evil'] }],
    ['no audience', { audiences: [] }],
    ['no confirmation', { confirmations: [] }],
    ['a session that has ended', { sessionNotOnOrAfter: now }],
    ...(confirmation
      ? ([
          ['another recipient', { confirmations: [{ ...confirmation, recipient: 'evil' }] }],
          ['no recipient', { confirmations: [{ ...confirmation, recipient: undefined }] }],
          ['another request', { confirmations: [{ ...confirmation, inResponseTo: '_x' }] }],
          ['no end', { confirmations: [{ ...confirmation, notOnOrAfter: undefined }] }],
        ] as [string, Partial<ParsedAssertion>][])
      : []),
  ])('is not valid with %s', (_name, change) => {
    expect(holds(change)).toBe(false);
  });

  test('names of Object.prototype are not attributes', () => {
    const read = readPerson({ ...facts, attributes: {} });
    expect(read._unsafeUnwrapErr().kind).toBe('saml_assertion_no_email');
    expect(readPerson(facts)._unsafeUnwrap()).toMatchObject({
      subject: 'anna',
      email: 'anna@corp.example',
    });
  });
});
