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
  const assertion: ParsedAssertion = {
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
    checkAssertion({ ...assertion, ...change }, expected, at).isOk();

  test('is valid within its time plus a minute on both sides', () => {
    expect(holds({})).toBe(true);
    expect(holds({}, now - samlSkewMs)).toBe(true);
    expect(holds({}, now - samlSkewMs - 1)).toBe(false);
    expect(holds({}, now + 999 + samlSkewMs)).toBe(true);
    expect(holds({}, now + 1000 + samlSkewMs)).toBe(false);
  });

  const checkOf = (change: Partial<ParsedAssertion>, at = now) => {
    const checked = checkAssertion({ ...assertion, ...change }, expected, at);
    return checked.isErr() && 'check' in checked.error ? checked.error.check : undefined;
  };
  const around = (change: Partial<ParsedAssertion['response']>) => ({
    response: { ...assertion.response, ...change },
  });
  const confirmed = (...changes: readonly Partial<ParsedAssertion['confirmations'][number]>[]) => ({
    confirmations: changes.map((change) => ({
      recipient: 'acs',
      inResponseTo: '_r',
      notBefore: undefined,
      notOnOrAfter: now + 1000,
      ...change,
    })),
  });

  test.each<[string, Partial<ParsedAssertion>, string]>([
    ['no id', { id: '' }, 'id'],
    ['another issuer', { issuer: 'evil' }, 'issuer'],
    ['another issuer around it', around({ issuer: 'evil' }), 'issuer'],
    ['another destination', around({ destination: 'evil' }), 'destination'],
    ['another request around it', around({ inResponseTo: '_x' }), 'request'],
    ['no request around it', around({ inResponseTo: undefined }), 'request'],
    ['another audience', { audiences: ['evil'] }, 'audience'],
    ['no audience', { audiences: [] }, 'audience'],
    ['a time that has not come', { notBefore: now + samlSkewMs + 1 }, 'clock'],
    ['a time that has passed', { notOnOrAfter: now - samlSkewMs }, 'clock'],
    ['a session that has ended', { sessionNotOnOrAfter: now }, 'session_end'],
    ['no confirmation', { confirmations: [] }, 'confirmation'],
    ['a confirmation without end', confirmed({ notOnOrAfter: undefined }), 'confirmation'],
    ['another recipient', confirmed({ recipient: 'evil' }), 'recipient'],
    ['no recipient', confirmed({ recipient: undefined }), 'recipient'],
    ['another request', confirmed({ inResponseTo: '_x' }), 'request'],
    ['a confirmation to come', confirmed({ notBefore: now + samlSkewMs + 1 }), 'clock'],
    ['a confirmation of before', confirmed({ notOnOrAfter: now - samlSkewMs }), 'clock'],
    [
      'two confirmations that each fail another check',
      confirmed({ recipient: 'evil' }, { inResponseTo: '_x' }),
      'request',
    ],
    [
      'two confirmations of which one has no end',
      confirmed({ notOnOrAfter: undefined }, { recipient: 'evil' }),
      'recipient',
    ],
  ])('is not valid with %s, and the error names the check', (_name, change, check) => {
    expect(holds(change)).toBe(false);
    expect(checkOf(change)).toBe(check);
  });

  test('one confirmation that holds is enough, among any others', () => {
    const wrong = [
      { recipient: 'evil' },
      { inResponseTo: '_x' },
      { notOnOrAfter: undefined },
      { notOnOrAfter: now - samlSkewMs },
    ];
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...wrong)),
        fc.array(fc.constantFrom(...wrong)),
        (before, after) => {
          expect(holds(confirmed(...before, {}, ...after))).toBe(true);
        },
      ),
    );
  });

  test('of several checks that fail, the first is named', () => {
    const broken: readonly (readonly [string, Partial<ParsedAssertion>])[] = [
      ['id', { id: '' }],
      ['issuer', { issuer: 'evil' }],
      ['destination', around({ destination: 'evil' })],
      ['audience', { audiences: [] }],
      ['clock', { notOnOrAfter: now - samlSkewMs }],
      ['session_end', { sessionNotOnOrAfter: now }],
      ['confirmation', { confirmations: [] }],
    ];
    fc.assert(
      fc.property(fc.subarray([...broken], { minLength: 1 }), (failing) => {
        const change = Object.assign({}, ...failing.map(([, each]) => each));
        expect(checkOf(change)).toBe(failing[0]?.[0]);
      }),
    );
  });

  test('what is missing where something is encrypted is called encrypted, and nothing else is', () => {
    const kindOf = (change: Partial<ParsedAssertion>) => {
      const read = readPerson({ ...assertion, ...change });
      return read.isErr() ? read.error.kind : read.value.subject;
    };
    const hasEncryptedParts = true;
    expect(kindOf({ hasEncryptedParts })).toBe('anna');
    expect(kindOf({ hasEncryptedParts, nameId: undefined })).toBe('saml_assertion_encrypted');
    expect(kindOf({ hasEncryptedParts, attributes: {} })).toBe('saml_assertion_encrypted');
    expect(kindOf({ hasEncryptedParts, attributes: { mail: ['no address'] } })).toBe(
      'saml_assertion_no_email',
    );
    const long = { value: 'x'.repeat(513), format: assertion.nameId?.format ?? '' };
    expect(kindOf({ hasEncryptedParts, nameId: long })).toBe('saml_assertion_no_user_id');
    for (const has of [false, undefined])
      expect(kindOf({ ...(has === false && { hasEncryptedParts: has }), nameId: undefined })).toBe(
        'saml_assertion_no_user_id',
      );
  });

  test('names of Object.prototype are not attributes', () => {
    const read = readPerson({ ...assertion, attributes: {} });
    expect(read._unsafeUnwrapErr().kind).toBe('saml_assertion_no_email');
    expect(readPerson(assertion)._unsafeUnwrap()).toMatchObject({
      subject: 'anna',
      email: 'anna@corp.example',
    });
  });
});
