import fc from 'fast-check';
import {
  blankUser,
  type CanonicalEmail,
  emailIdentity,
  type PhoneDigits,
  type User,
  type UserStore,
} from '../../account/index.ts';
import { idOf, nameOf } from '../ids.ts';
import { emailOf, phoneOf } from '../recipients.ts';
import type { TestRunner } from '../runner.ts';
import { anyWords, keptRowTest, today } from './kept-rows.ts';
import { ownRowsTest } from './own-rows.ts';
import { commonText, unlikeTexts } from './unlike-texts.ts';

/** The id of the only identity of a user: another one than that of the user. */
const identityIdOf = (userId: string) =>
  userId.replace(/.$/, (digit) => (Number.parseInt(digit, 16) ^ 1).toString(16));

/** A user with an id, a UUID, and with an e-mail address if one is given. */
export const userOf = (id: string, email?: string): User => ({
  ...blankUser(id, 1000),
  email: email === undefined ? undefined : emailOf(email),
  metadata: { name: 'Zoë', nested: { list: [1, null, true] } },
  identities:
    email === undefined
      ? []
      : [
          emailIdentity(emailOf(email), {
            id: identityIdOf(id),
            userId: id,
            data: { a: 1 },
            now: 1000,
          }),
        ],
});

const named = (name: string, email?: string) => userOf(idOf(name), email);

/** What a `UserStore` does; `open` returns a new, empty one. */
export function userStoreContract(runner: TestRunner, open: () => Promise<UserStore>): void {
  const { test, expect } = runner;
  ownRowsTest(
    runner,
    async () => {
      const users = await open();
      return { put: users.create, get: () => users.byId(idOf('a')) };
    },
    () => named('a', 'a@example.com'),
  );

  const any = { [anyWords(60)]: anyWords(2000), empty: '', half: 0.5, at: today, none: null };
  const identity = emailIdentity(emailOf('a@example.com'), {
    id: identityIdOf(idOf('a')),
    userId: idOf('a'),
    data: any,
    now: today,
  });
  keptRowTest(
    runner,
    async () => {
      const users = await open();
      return { put: users.create, get: () => users.byId(idOf('a')) };
    },
    {
      ...named('a', 'a@example.com'),
      passwordHash: anyWords(200),
      passwordUnverified: true,
      emailConfirmedAt: today,
      phoneConfirmedAt: today + 1,
      confirmationSentAt: today + 2,
      recoverySentAt: today + 3,
      emailChangeSentAt: today + 4,
      phoneChangeSentAt: today + 5,
      reauthenticationSentAt: today + 6,
      lastSignInAt: today + 7,
      bannedUntil: today + 8,
      createdAt: today + 9,
      updatedAt: today + 10,
      metadata: any,
      identities: [{ ...identity, lastSignInAt: today + 11, updatedAt: today + 12 }],
    },
  );

  test('the last one who asked to change to a number is found by it, and only so long', async () => {
    const users = await open();
    const newPhone = phoneOf('32470000000');
    for (const [id, phoneChangeSentAt] of [
      ['a', 2],
      ['b', 3],
      ['c', 1],
    ] as const)
      await users.create({ ...named(id), newPhone, phoneChangeSentAt });
    expect((await users.byNewPhone(newPhone))?.id).toBe(idOf('b'));
    expect(await users.byNewPhone(phoneOf('32470000001'))).toBeUndefined();
    await users.change(idOf('b'), (user) => ({ ...user, newPhone: undefined }));
    expect((await users.byNewPhone(newPhone))?.id).toBe(idOf('a'));
  });

  test('unused accounts made before a time are removed where the rule holds, at most so many at once', async () => {
    const users = await open();
    for (const [at, id] of ['a', 'b', 'c', 'd', 'e'].entries())
      await users.create({ ...named(id), createdAt: at });
    const isOther = ({ id }: User) => id !== idOf('a');
    expect(await users.removeUnused(4, () => true, 0)).toBe(0);
    expect(await users.removeUnused(4, isOther, 2)).toBe(2);
    expect(await users.removeUnused(4, isOther, 2)).toBe(1);
    expect(await users.removeUnused(4, isOther, 2)).toBe(0);
    expect((await users.list(10)).map(({ id }) => nameOf(id))).toEqual(['a', 'e']);
  });

  test('a user is returned as stored, by id, e-mail, phone and identity', async () => {
    const users = await open();
    const full: User = {
      ...named('a', 'a@example.com'),
      phone: phoneOf('32470123456'),
      passwordHash: 'hash',
      emailConfirmedAt: 1,
      phoneConfirmedAt: 2,
      confirmationSentAt: 3,
      recoverySentAt: 4,
      newEmail: emailOf('b@example.com'),
      emailChangeSentAt: 5,
      emailChangeConfirmedBy: 'new',
      newPhone: phoneOf('32470000000'),
      phoneChangeSentAt: 6,
      reauthenticationSentAt: 7,
      invitedAt: 8,
      lastSignInAt: 9,
      bannedUntil: 10,
      isAnonymous: true,
    };
    expect((await users.create(full)).isOk()).toBe(true);
    expect(await users.byId(idOf('a'))).toEqual(full);
    expect(await users.byEmail(emailOf('a@example.com'))).toEqual(full);
    expect(await users.byPhone(phoneOf('32470123456'))).toEqual(full);
    expect(await users.byIdentity('email', idOf('a'))).toEqual(full);
    expect(await users.byEmail(emailOf('b@example.com'))).toBeUndefined();
  });

  test('taken e-mail addresses, phone numbers and identities are rejected without any change', async () => {
    const users = await open();
    await users.create({ ...named('a', 'a@example.com'), phone: phoneOf('1') });
    const kinds = [
      await users.create(named('b', 'a@example.com')),
      await users.create({ ...named('c'), phone: phoneOf('1') }),
      await users.create({
        ...named('d'),
        identities: [
          {
            ...emailIdentity(emailOf('x'), { id: idOf('i-d'), userId: idOf('d'), now: 1 }),
            subject: idOf('a'),
          },
        ],
      }),
    ].map((created) => (created.isErr() ? created.error.kind : 'created'));
    expect(kinds).toEqual(['email_exists', 'phone_exists', 'identity_already_exists']);
    await users.create(named('e', 'e@example.com'));
    const google = { provider: 'google', subject: 'e', data: {} };
    const linked = await users.change(idOf('e'), (user) => ({
      ...user,
      identities: user.identities.flatMap((one) => [one, { ...one, ...google, id: idOf('i-e') }]),
    }));
    Object.assign(linked._unsafeUnwrap() ?? {}, { phone: 'other' });
    expect((await users.byId(idOf('e')))?.phone).toBeUndefined();
    const withIdentity = (id: string, provider: string, subject: string) => ({
      ...named(id),
      identities: [
        {
          ...emailIdentity(emailOf('x'), { id: idOf(`i-${id}`), userId: idOf(id), now: 1 }),
          provider,
          subject,
        },
      ],
    });
    const again = await users.create(withIdentity('f', 'google', 'e'));
    expect(again._unsafeUnwrapErr().kind).toBe('identity_already_exists');
    expect((await users.create(withIdentity('g', 'google', idOf('e')))).isOk()).toBe(true);
    const moved = await users.change(idOf('e'), (user) => ({
      ...user,
      email: emailOf('a@example.com'),
    }));
    expect(moved._unsafeUnwrapErr().kind).toBe('email_exists');
    expect((await users.byId(idOf('e')))?.email).toBe('e@example.com');
    expect(await users.byId(idOf('d'))).toBeUndefined();
  });

  test('accounts at a provider whose ids differ in anything belong to users of their own', async () => {
    await fc.assert(
      fc.asyncProperty(commonText, async (common) => {
        const users = await open();
        const subjects = unlikeTexts(common).flat();
        for (const [at, subject] of subjects.entries()) {
          const { identities, ...user } = named(`u${at}`, `${at}@example.com`);
          const own = identities.map((each) => ({ ...each, provider: 'google', subject }));
          expect((await users.create({ ...user, identities: own })).isOk()).toBe(true);
        }
        const found = subjects.map((subject) => users.byIdentity('google', subject));
        expect((await Promise.all(found)).map((user) => user?.id)).toEqual(
          subjects.map((_, at) => idOf(`u${at}`)),
        );
      }),
      { numRuns: 3 },
    );
  });

  test('SAML users are separate from the others', async () => {
    const users = await open();
    const sso = (id: string, subject: string): User => ({
      ...blankUser(idOf(id), 1),
      email: emailOf('a@example.com'),
      identities: [
        {
          ...emailIdentity(emailOf('x'), { id: idOf(`i-${id}`), userId: idOf(id), now: 1 }),
          provider: 'sso:p',
          subject,
        },
      ],
    });
    expect((await users.create(sso('s', 'one'))).isOk()).toBe(true);
    expect((await users.create(named('a', 'a@example.com'))).isOk()).toBe(true);
    expect((await users.create(sso('t', 'two'))).isOk()).toBe(true);
    expect((await users.byEmail(emailOf('a@example.com')))?.id).toBe(idOf('a'));
    expect(await users.byIdentity('sso:p', 'one')).toEqual(sso('s', 'one'));
  });

  test('of many concurrent creations with one e-mail address exactly one succeeds', async () => {
    const users = await open();
    const created = await Promise.all(
      Array.from({ length: 20 }, (_, i) => users.create(named(`u${i}`, 'a@example.com'))),
    );
    expect(created.filter((each) => each.isOk())).toHaveLength(1);
  });

  test('concurrent changes are all kept', async () => {
    const users = await open();
    await users.create(named('a', 'a@example.com'));
    await Promise.all(
      Array.from({ length: 20 }, () =>
        users.change(idOf('a'), (user) => ({
          ...user,
          recoverySentAt: (user.recoverySentAt ?? 0) + 1,
        })),
      ),
    );
    expect((await users.byId(idOf('a')))?.recoverySentAt).toBe(20);
  });

  test('identities are added to and removed from their user', async () => {
    const users = await open();
    await users.create(named('a', 'a@example.com'));
    const extra = {
      ...emailIdentity(emailOf('a@example.com'), { id: idOf('i2'), userId: idOf('a'), now: 2000 }),
      provider: 'google',
    };
    const changed = await users.change(idOf('a'), (user) => ({
      ...user,
      identities: [...user.identities, extra],
    }));
    expect(changed._unsafeUnwrap()?.identities).toHaveLength(2);
    expect((await users.byIdentity('google', idOf('a')))?.id).toBe(idOf('a'));
    await users.change(idOf('a'), (user) => ({ ...user, identities: user.identities.slice(1) }));
    expect(await users.byIdentity('email', idOf('a'))).toBeUndefined();
    expect(await users.remove(idOf('a'))).toBe(true);
    expect(await users.remove(idOf('a'))).toBe(false);
    expect(await users.byIdentity('google', idOf('a'))).toBeUndefined();
    expect((await users.change(idOf('a'), (user) => user))._unsafeUnwrap()).toBeUndefined();
  });

  test('identities stay in the order of linking, also of those linked after the clock was set back', async () => {
    const users = await open();
    await users.create(named('a', 'a@example.com'));
    const earlier = {
      ...emailIdentity(emailOf('a@example.com'), { id: idOf('i2'), userId: idOf('a'), now: 500 }),
      provider: 'google',
    };
    await users.change(idOf('a'), (user) => ({
      ...user,
      identities: [...user.identities, earlier],
    }));
    const stored = await users.byId(idOf('a'));
    expect(stored?.identities.map(({ provider }) => provider)).toEqual(['email', 'google']);
  });

  test('an account is removed under its stamp, if one is given', async () => {
    const users = await open();
    await users.create({ ...named('a', 'a@example.com'), securityStamp: 2 });
    for (const stamp of [0, 1, 3]) expect(await users.remove(idOf('a'), stamp)).toBe(false);
    expect(await users.byId(idOf('a'))).toMatchObject({ id: idOf('a'), securityStamp: 2 });
    expect(await users.remove(idOf('a'), 2)).toBe(true);
    expect(await users.remove(idOf('a'), 2)).toBe(false);
    await users.create(named('b', 'b@example.com'));
    expect(await users.remove(idOf('b'), 0)).toBe(true);
  });

  test('the users of an address or number are found, oldest first, also by a change they asked for', async () => {
    const users = await open();
    const by = (recipient: CanonicalEmail | PhoneDigits) =>
      users.ofRecipient(recipient).then((found) => found.map(({ id }) => nameOf(id)));
    const phone = phoneOf('32470123456');
    const asked = {
      ...named('b', 'b@example.com'),
      newEmail: emailOf('a@example.com'),
      newPhone: phone,
    };
    await users.create({ ...asked, createdAt: 2000 });
    await users.create({ ...named('a', 'a@example.com'), phone });
    await users.create(named('c', 'c@example.com'));
    for (const id of ['f', 'e', 'g'])
      await users.create({ ...named(id), newEmail: emailOf('e@example.com') });
    expect(await by(emailOf('e@example.com'))).toEqual(['e', 'f', 'g']);
    await users.create({ ...named('d'), formerEmail: emailOf('d@example.com') });
    expect(await by(emailOf('d@example.com'))).toEqual(['d']);
    expect(await users.byEmail(emailOf('d@example.com'))).toBeUndefined();
    expect(await by(emailOf('a@example.com'))).toEqual(['a', 'b']);
    expect(await by(phone)).toEqual(['a', 'b']);
    expect(await by(emailOf('c@example.com'))).toEqual(['c']);
    expect(await by(emailOf('nobody@example.com'))).toEqual([]);
    const c = await users.byId(idOf('c'));
    expect(await users.ofRecipient(emailOf('c@example.com'))).toEqual([c]);
  });

  test('the unconfirmed accounts beyond a number are known by when they were created', async () => {
    const users = await open();
    for (const [index, id] of ['a', 'b', 'c', 'd'].entries())
      await users.create({ ...blankUser(idOf(id), 10 * (index + 1)) });
    await users.create({
      ...blankUser(idOf('mail'), 50),
      email: emailOf('a@example.com'),
      emailConfirmedAt: 1,
    });
    await users.create({
      ...blankUser(idOf('text'), 60),
      phone: phoneOf('32470112233'),
      phoneConfirmedAt: 1,
    });
    const beyond = [0, 1, 3, 4].map((count) => users.unconfirmedBeyond(count));
    expect(await Promise.all(beyond)).toEqual([40, 30, 10, undefined]);
  });

  test('the pages list every user once, oldest first', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.uuid(), { maxLength: 12 }),
        fc.integer({ min: 1, max: 5 }),
        async (ids, size) => {
          const users = await open();
          for (const [i, id] of ids.entries())
            await users.create({ ...userOf(id), createdAt: 9 - Math.floor(i / 2) });
          const seen: string[] = [];
          let page = await users.list(size);
          // A store that ignores where a page begins would go on for ever.
          while (page.length > 0 && seen.length <= ids.length) {
            expect(page.length).toBeLessThanOrEqual(size);
            seen.push(...page.map(({ id }) => id));
            page = await users.list(size, seen.at(-1));
          }
          const pairs = ids.flatMap((_, i) => (i % 2 === 0 ? [ids.slice(i, i + 2).sort()] : []));
          expect(seen).toEqual(pairs.reverse().flat());
        },
      ),
      { numRuns: 20 },
    );
  });
}
