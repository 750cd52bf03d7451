import { checkEmail, checkPhone, isMetadataSmall } from '@coachsite/core/account';
import type { JsonObject } from '@coachsite/core/kernel';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AccountToTake, accountOf, ownEmailOf } from '#server/src/commands/move-in/account.ts';
import { partDoubles } from '#server/src/commands/move-in/doubles.ts';
import { factorsOf } from '#server/src/commands/move-in/factor.ts';
import { fittingMetadata } from '#server/src/commands/move-in/metadata.ts';
import { takenHash } from '#server/src/commands/move-in/password.ts';
import { OldFactor, OldIdentity, OldUser, parseRows } from '#server/src/commands/move-in/rows.ts';

const now = Date.parse('2026-11-29');
const given = {
  now,
  uuid: () => 'made',
  ssoIdOf: (id: string) => (id === 'known' ? 'here' : undefined),
};
const id = 'd2f5b0f6-26f5-4a65-a3bb-1a5ef30ad0c1';
const rowOf = (row: object) =>
  OldUser.parse({
    id,
    email: 'an@example.com',
    encrypted_password: null,
    email_confirmed_at: '2024-01-02T00:00:00+00:00',
    created_at: '2024-01-01T00:00:00+00:00',
    ...row,
  });
const nothing = { identities: [], factors: [], roles: [], passkeys: 0 };
const accountFrom = (row: object, belongings: object = {}) =>
  accountOf(rowOf(row), { ...nothing, ...belongings }, given);
const lostOf = (row: object, belongings: object = {}) =>
  accountFrom(row, belongings)._unsafeUnwrap().losses;
const identity = (row: object) =>
  OldIdentity.parse({ id: 'i', user_id: id, provider: 'google', provider_id: '7', ...row });

/** Rows as a service may have them, and some that it would not. */
const time = fc.option(
  fc
    .date({ noInvalidDate: true, min: new Date('2019-01-01'), max: new Date(now) })
    .map((at) => at.toISOString()),
);
const anyRow = fc.record({
  id: fc.uuid(),
  email: fc.option(
    fc.oneof(
      fc.emailAddress(),
      fc.emailAddress().map((to) => to.toUpperCase()),
      fc.string(),
    ),
  ),
  phone: fc.option(fc.oneof(fc.stringMatching(/^[1-9]\d{6,12}$/), fc.string())),
  encrypted_password: fc.option(fc.string()),
  email_confirmed_at: time,
  phone_confirmed_at: time,
  created_at: time,
  last_sign_in_at: time,
  banned_until: fc.option(fc.constantFrom('infinity', '2130-01-01T00:00:00Z')),
  deleted_at: fc.option(fc.constant('2025-01-01T00:00:00Z')),
  is_anonymous: fc.boolean(),
  raw_user_meta_data: fc.option(fc.dictionary(fc.string(), fc.string({ maxLength: 3000 }))),
  raw_app_meta_data: fc.option(fc.dictionary(fc.string(), fc.boolean())),
});

describe('an account', () => {
  test('that is taken is one that this site could have made', () => {
    fc.assert(
      fc.property(anyRow, fc.boolean(), (row, isAdmin) => {
        const roles = isAdmin ? ['admin'] : [];
        const made = accountOf(OldUser.parse(row), { ...nothing, roles }, given);
        if (made.isErr()) return;
        const { user, losses } = made.value;
        expect(row.deleted_at === null && !row.is_anonymous).toBe(true);
        expect(user.id).toBe(row.id);
        expect(user.email).toBe(row.email ? checkEmail(row.email)._unsafeUnwrap() : undefined);
        expect(user.phone).toBe(checkPhone(row.phone).unwrapOr(undefined));
        expect(user.email === undefined && user.emailConfirmedAt !== undefined).toBe(false);
        expect(user.phone === undefined && user.phoneConfirmedAt !== undefined).toBe(false);
        expect(user.identities.length).toBe(1);
        expect(isMetadataSmall(user.metadata)).toBe(true);
        // What is not taken is said.
        const has = (what: string) => losses.some((loss) => loss.what.startsWith(what));
        expect(has('password')).toBe(Boolean(row.encrypted_password) && !user.passwordHash);
        expect(has('phone')).toBe(Boolean(row.phone) && user.phone === undefined);
        const dropped =
          Object.keys(row.raw_user_meta_data ?? {}).length - Object.keys(user.metadata).length;
        expect(losses.filter(({ what }) => what === 'metadata').length).toBe(dropped);
      }),
    );
  });

  test.each([
    ['deleted', { deleted_at: '2025-01-01' }],
    ['anonymous', { email: null, is_anonymous: true }],
    ['invalid_email', { email: 'an@' }],
    ['no_way_in', { email: null }],
    ['never_confirmed', { email_confirmed_at: null }],
  ])('is left out as %s', (reason, row) => {
    expect(accountFrom(row)._unsafeUnwrapErr()).toBe(reason);
  });

  test('of an admin, of a month, or with a provider is taken before anybody has confirmed it', () => {
    const open = { email_confirmed_at: null };
    expect(accountFrom(open, { roles: ['admin'] }).isOk()).toBe(true);
    expect(accountFrom(open, { identities: [identity({})] }).isOk()).toBe(true);
    expect(accountFrom({ ...open, created_at: '2026-11-20' }).isOk()).toBe(true);
  });

  test('has the confirmation of its address, and not that of its number', () => {
    const phone = {
      phone: '32470111222',
      phone_confirmed_at: '2024-05-01',
      confirmed_at: '2024-05-01',
    };
    const { user } = accountFrom({ ...phone, email_confirmed_at: null })._unsafeUnwrap();
    expect([user.emailConfirmedAt, user.phoneConfirmedAt]).toEqual([
      undefined,
      Date.parse('2024-05-01'),
    ]);
    const first = {
      id,
      email: 'an@example.com',
      encrypted_password: null,
      confirmed_at: '2024-01-01',
    };
    const ofFirst = accountOf(OldUser.parse(first), nothing, given)._unsafeUnwrap().user;
    expect(ofFirst.emailConfirmedAt).toBe(Date.parse('2024-01-01'));
  });

  test('of a SAML provider that is gone is left out, and takes nobody the address', () => {
    const identities = [identity({ provider: 'sso:gone' })];
    expect(accountFrom({ is_sso_user: true }, { identities })._unsafeUnwrapErr()).toBe(
      'provider_gone',
    );
  });

  test.each([
    ['infinity', 8.64e15],
    ['10000-01-01T00:00:00+00:00', 8.64e15],
    ['-infinity', 0],
    ['0044-03-15T00:00:00+00:00 BC', 0],
  ])('takes the time %s', (banned_until, at) => {
    expect(accountFrom({ banned_until })._unsafeUnwrap().user.bannedUntil).toBe(at);
  });

  test('may have any id that PostgreSQL takes', () => {
    const odd = '11111111-1111-1111-1111-111111111111';
    expect(accountFrom({ id: odd })._unsafeUnwrap().user.id).toBe(odd);
  });

  test('is found by its identities, by those of older versions too', () => {
    const of = (row: object) =>
      accountFrom({}, { identities: [identity(row)] })._unsafeUnwrap().user.identities[0];
    expect(of({})).toMatchObject({ id: 'i', provider: 'google', subject: '7', createdAt: now });
    expect(of({ id: '7', provider_id: null })).toMatchObject({ id: 'made', subject: '7' });
    expect(of({ provider: 'email' })).toMatchObject({ subject: id });
    expect(of({ provider: 'sso:known' })).toMatchObject({ provider: 'sso:here', subject: '7' });
    expect(of({ provider: 'sso:gone' })).toMatchObject({ provider: 'email', subject: id });
    expect(lostOf({}, { identities: [identity({ provider: 'sso:gone' })] })).toEqual([
      { what: 'provider_unknown', name: 'sso:gone' },
    ]);
    const byPhone = accountFrom({
      email: null,
      phone: '32470111222',
      phone_confirmed_at: '2024-01-01',
    });
    expect(byPhone._unsafeUnwrap().user.identities[0]).toMatchObject({
      provider: 'phone',
      subject: id,
    });
  });

  test('is taken without what this site does not keep, which is said', () => {
    expect(lostOf({ email_change: 'new@example.com' })).toEqual([{ what: 'change' }]);
    expect(lostOf({ phone_change: '32470111222' })).toEqual([{ what: 'change' }]);
    expect(lostOf({}, { passkeys: 2 })).toEqual([{ what: 'passkeys' }]);
    expect(lostOf({}, { roles: ['user', 'moderator'] })).toEqual([
      { what: 'role', name: 'moderator' },
    ]);
    expect(lostOf({ raw_app_meta_data: { provider: 'email', providers: [], plan: 1 } })).toEqual([
      { what: 'app_metadata', name: 'plan' },
    ]);
  });
});

test('of metadata the largest entries go, and no more than it takes', () => {
  const values = fc.dictionary(fc.string(), fc.string({ maxLength: 2100 }));
  fc.assert(
    fc.property(values, (found) => {
      const { metadata, dropped } = fittingMetadata(found as JsonObject);
      expect(isMetadataSmall(metadata)).toBe(true);
      expect([...Object.keys(metadata), ...dropped].toSorted()).toEqual(
        Object.keys(found).toSorted(),
      );
      const last = dropped.at(-1);
      if (last === undefined) return;
      expect(isMetadataSmall({ ...metadata, [last]: found[last] ?? '' })).toBe(false);
    }),
  );
});

test.each([
  ['bcrypt', `$2a$10$${'e'.repeat(53)}`, 'taken'],
  ['bcrypt of another program', `$2y$12$${'e'.repeat(53)}`, 'taken'],
  ['dear bcrypt', `$2a$13$${'e'.repeat(53)}`, 'password_costly'],
  ['impossible bcrypt', `$2a$03$${'e'.repeat(53)}`, 'password_costly'],
  ['argon2id', '$argon2id$v=19$m=65536,t=3,p=4$c2FsdHNhbHQ$aGFzaGhhc2g', 'taken'],
  ['argon2i', '$argon2i$v=19$m=4096,t=3,p=1$c2FsdHNhbHQ$aGFzaGhhc2g', 'taken'],
  ['dear argon2', '$argon2id$v=19$m=1048576,t=3,p=4$c2FsdHNhbHQ$aGFzaGhhc2g', 'password_costly'],
  [
    'argon2 of an older version',
    '$argon2id$v=16$m=4096,t=3,p=1$c2FsdHNhbHQ$aGFzaGhhc2g',
    'password_unknown',
  ],
  ['scrypt of Firebase', '$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=a+/=$c2FsdA==$aGFzaA==', 'taken'],
  [
    'dear scrypt',
    '$fbscrypt$v=1,n=24,r=8,p=1,ss=Bw==,sk=a+/=$c2FsdA==$aGFzaA==',
    'password_costly',
  ],
  ['argon2 with a salt that is none', '$argon2id$v=19$m=64,t=1,p=1$A$A', 'password_unknown'],
  [
    'argon2 with another alphabet',
    '$argon2id$v=19$m=64,t=1,p=1$c2FsdHNhb_Q$aGFzaGhhc2g',
    'password_unknown',
  ],
  ['bcrypt with a salt that is none', `$2a$10$${'a'.repeat(53)}`, 'password_unknown'],
  ['what is encrypted', '{"key_id":"k","alg":"aes-gcm-hkdf"}', 'password_encrypted'],
  ['plain text', 'Zomer-2024', 'password_unknown'],
])('of hashes, %s', (_, hash, expected) => {
  expect(
    takenHash(hash).match(
      () => 'taken',
      (reason) => reason as string,
    ),
  ).toBe(expected);
});

test('of factors, the verified ones that can be read', () => {
  const factor = (row: object) =>
    OldFactor.parse({
      id,
      user_id: id,
      factor_type: 'totp',
      status: 'verified',
      friendly_name: 'A',
      ...row,
    });
  const { taken, losses } = factorsOf([
    factor({ secret: 'jbswy3dpehpk3pxp====' }),
    factor({ factor_type: 'phone', phone: '32470111222', friendly_name: null }),
    factor({ secret: 'JBSWY3DPEHPK3PXP', status: 'unverified' }),
    factor({ secret: '{"key_id":"k"}' }),
    factor({ secret: 'not base32 at all' }),
    factor({ factor_type: 'phone', phone: 'none', friendly_name: '' }),
    factor({ factor_type: 'webauthn' }),
    factor({ factor_type: 'recovery_code' }),
  ]);
  expect(
    taken.map(({ factor: { type, phone, friendlyName }, secret }) => [
      type,
      phone,
      friendlyName,
      secret,
    ]),
  ).toEqual([
    ['totp', undefined, 'A', 'JBSWY3DPEHPK3PXP'],
    ['phone', '32470111222', undefined, undefined],
  ]);
  expect(losses).toEqual([
    { what: 'factor_encrypted', name: 'A' },
    { what: 'factor_unreadable', name: 'A' },
    { what: 'factor_unreadable' },
    { what: 'factor_webauthn', name: 'A' },
    { what: 'recovery_codes' },
  ]);
});

describe('doubles', () => {
  const accounts = fc.array(
    fc.record({
      row: anyRow.map((row) => ({ ...row, deleted_at: null, is_anonymous: false })),
      email: fc.constantFrom('an@example.com', 'AN@example.com', 'bo@example.com', null),
      phone: fc.constantFrom('32470111222', '+32470111222', '32470111333', null),
      google: fc.constantFrom('1', '2', undefined),
      isAdmin: fc.boolean(),
    }),
    { maxLength: 8 },
  );
  const taken = accounts.map((all) =>
    all.flatMap(({ row, email, phone, google, isAdmin }): readonly AccountToTake[] => {
      const parsed = OldUser.parse({ ...row, email, phone });
      const identities =
        google === undefined ? [] : [identity({ provider_id: google, user_id: row.id })];
      const belongings = { ...nothing, identities, roles: isAdmin ? ['admin'] : [] };
      const made = accountOf(parsed, belongings, given);
      return made.isOk() ? [made.value] : [];
    }),
  );
  const unique = (values: readonly unknown[]) => {
    const some = values.filter((value) => value !== undefined);
    return new Set(some).size === some.length;
  };

  test('end with each address, number and identity once, and every account in one of the lists', () => {
    fc.assert(
      fc.property(taken, (found) => {
        const parted = partDoubles(found);
        const users = parted.taken.map(({ user }) => user);
        expect(unique(users.map(ownEmailOf))).toBe(true);
        expect(unique(users.map(({ phone }) => phone))).toBe(true);
        expect(
          unique(
            users.flatMap(({ identities }) =>
              identities.map((each) => `${each.provider} ${each.subject}`),
            ),
          ),
        ).toBe(true);
        for (const { identities } of users) expect(identities.length).toBeGreaterThan(0);
        expect([...users, ...parted.leftOut].map((each) => each.id).toSorted()).toEqual(
          found.map(({ user }) => user.id).toSorted(),
        );
      }),
    );
  });

  test.each([
    [
      'that is confirmed',
      { email_confirmed_at: '2024-01-01' },
      { email_confirmed_at: null, last_sign_in_at: '2026-11-20', created_at: '2026-11-20' },
    ],
    ['that was used last', { last_sign_in_at: '2025-01-02' }, { last_sign_in_at: '2025-01-01' }],
    ['that is older', { created_at: '2023-01-01' }, { created_at: '2023-01-02' }],
  ])('the account %s keeps the address', (_, one, other) => {
    const [first, second] = [
      accountFrom({ id: id.replace('d', 'a'), ...one })._unsafeUnwrap(),
      accountFrom({ id: id.replace('d', 'b'), email: 'AN@example.com', ...other })._unsafeUnwrap(),
    ];
    for (const order of [
      [first, second],
      [second, first],
    ]) {
      const parted = partDoubles(order);
      expect(parted.taken.map(({ user }) => user.id)).toEqual([first.user.id]);
      expect(parted.leftOut).toEqual([
        { id: second.user.id, address: 'an@example.com', reason: 'email_double' },
      ]);
    }
  });
});

test('whoever proved the address keeps it, and whoever proved the number keeps that', () => {
  const byNumber = {
    phone: '32470111222',
    phone_confirmed_at: '2024-01-01',
    last_sign_in_at: '2026-01-01',
  };
  const [stranger, owner] = [
    accountFrom({
      id: id.replace('d', 'a'),
      email_confirmed_at: null,
      ...byNumber,
    })._unsafeUnwrap(),
    accountFrom({ id: id.replace('d', 'b'), phone: '32470111222' })._unsafeUnwrap(),
  ];
  const { taken, leftOut } = partDoubles([stranger, owner]);
  expect(taken.map(({ user }) => user.id)).toEqual([owner.user.id]);
  expect(leftOut.map(({ reason }) => reason)).toEqual(['email_double']);
  const other = accountFrom({ ...byNumber, email: 'bo@example.com' })._unsafeUnwrap();
  const apart = partDoubles([owner, other]).taken;
  expect(Object.fromEntries(apart.map(({ user }) => [user.id, user.phone]))).toEqual({
    [owner.user.id]: undefined,
    [other.user.id]: '32470111222',
  });
});

test('rows of another form are named, and so is where', () => {
  const none = { identities: [], factors: [], roles: [], samlProviders: [], passkeys: [] };
  const good = { id, email: null, encrypted_password: null };
  expect(parseRows({ ...none, users: [good] }).isOk()).toBe(true);
  const { encrypted_password: _, ...bare } = good;
  expect(parseRows({ ...none, users: [good, bare] })._unsafeUnwrapErr()).toMatch(
    /^row 2 of users, column encrypted_password: /,
  );
  expect(parseRows({ ...none, users: [{ ...good, created_at: 'soon' }] })._unsafeUnwrapErr()).toBe(
    'row 1 of users, column created_at: is no time',
  );
});
