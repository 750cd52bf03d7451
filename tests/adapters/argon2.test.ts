import { argon2PasswordHasher } from '@coachsite/adapters/argon2';
import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';

const passwords = argon2PasswordHasher();

test('a hash names its algorithm and parameters and holds no password', async () => {
  const made = (await passwords.hash('Kraanvogel-7!zee'))._unsafeUnwrap();
  expect(made).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(made).not.toContain('Kraanvogel');
  expect((await passwords.hash('Kraanvogel-7!zee'))._unsafeUnwrap()).not.toBe(made);
});

test('a password matches only its own hash, up to the last of a hundred characters', async () => {
  const long = 'x'.repeat(99);
  const made = (await passwords.hash(`${long}a`))._unsafeUnwrap();
  const check = async (password: string) =>
    (await passwords.verify(password, made))._unsafeUnwrap().matches;
  expect(await check(`${long}a`)).toBe(true);
  expect(await check(`${long}b`)).toBe(false);
  expect(await check(`${long}a `)).toBe(false);
});

test('without a hash nothing matches', async () => {
  expect((await passwords.verify('anything', undefined))._unsafeUnwrap()).toEqual({
    matches: false,
    needsRehash: false,
  });
});

test('a hash with other parameters matches and needs rehashing', async () => {
  const old = await hash('secret', { memoryCost: 8192, timeCost: 1, parallelism: 1 });
  expect((await passwords.verify('secret', old))._unsafeUnwrap()).toEqual({
    matches: true,
    needsRehash: true,
  });
});

test('a hasher of another cost makes its own, and renews all others', async () => {
  const cheap = argon2PasswordHasher({ memoryCost: 8192, timeCost: 1 });
  const made = (await cheap.hash('Kraanvogel-7!zee'))._unsafeUnwrap();
  expect(made).toMatch(/^\$argon2id\$v=19\$m=8192,t=1,p=1\$/);
  const check = async (hasher: typeof cheap, stored: string) =>
    (await hasher.verify('Kraanvogel-7!zee', stored))._unsafeUnwrap();
  expect(await check(cheap, made)).toEqual({ matches: true, needsRehash: false });
  expect(await check(passwords, made)).toEqual({ matches: true, needsRehash: true });
});

test.each([
  ['composed', 'Caf\u00e9-Str0ng!pw', false],
  ['not composed', 'Cafe\u0301-Str0ng!pw', true],
  ['with another space', 'Caf\u00e9\u00a0Str0ng!pw', true],
])(
  'an old hash of a password that was sent %s is found, and renewed where new ones differ',
  async (_, sent, isOther) => {
    const old = await hash(sent, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
    const checked = async (typed: string) => (await passwords.verify(typed, old))._unsafeUnwrap();
    expect(await checked(sent)).toEqual({ matches: true, needsRehash: isOther });
    for (const form of [sent.normalize('NFC'), sent.normalize('NFD')])
      expect((await checked(form)).matches).toBe(true);
    expect(await checked('Cafe-Str0ng!pw')).toEqual({ matches: false, needsRehash: false });
  },
);

test('a full queue is reported as overload, and later requests work', async () => {
  const results = await Promise.all(Array.from({ length: 150 }, () => passwords.hash('x')));
  const rejected = results.filter((result) => result.isErr());
  expect(rejected.length).toBeGreaterThan(0);
  expect(results.length - rejected.length).toBeGreaterThanOrEqual(64);
  expect(rejected[0]?._unsafeUnwrapErr()).toMatchObject({ kind: 'overloaded' });
  expect((await passwords.hash('x')).isOk()).toBe(true);
});
