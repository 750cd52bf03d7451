import { argon2PasswordHasher, hashKind } from '@coachsite/adapters/argon2';
import { hash } from '@node-rs/argon2';
import { hash as bcrypt } from '@node-rs/bcrypt';
import { expect, test } from 'vitest';
import { comparedHashes } from '#adapters/src/node/argon2/other-hashes.ts';

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

const old = {
  bcrypt: '$2a$10$XajjQvNhvvRt5GSeFk1xFeyqRrsxkhBkUiQeg0dt.wU1qD4aFDcga',
  // Of the source of Firebase's scrypt, with the parameters of its page.
  scrypt:
    '$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==$42xEC+ixf3L2lw==$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
};

test.each([
  ['bcrypt', 'allmine', old.bcrypt],
  ["Firebase's scrypt", 'user1password', old.scrypt],
])('a hash of %s is checked as it is, and renewed', async (_, password, stored) => {
  const check = async (typed: string) => (await passwords.verify(typed, stored))._unsafeUnwrap();
  expect(await check(password)).toEqual({ matches: true, needsRehash: true });
  expect(await check(`${password}!`)).toEqual({ matches: false, needsRehash: true });
});

test('bcrypt has the first 72 bytes of a password as it was sent, and this site all of them', async () => {
  const sent = `Cafe\u0301-${'x'.repeat(80)}`;
  const stored = await bcrypt(sent, 4);
  const check = async (typed: string) =>
    (await passwords.verify(typed, stored))._unsafeUnwrap().matches;
  expect(await check(sent)).toBe(true);
  expect(await check(sent.normalize('NFC'))).toBe(true);
  expect(await check(`${sent}!`)).toBe(true);
  expect(await check(sent.replace('C', 'c'))).toBe(false);
});

test('every account costs the same work: a hash of each kind, its own among them', () => {
  const [own, others] = ['$argon2id$v=19$m=19456,t=2,p=1$', ['$2b$10$']];
  const stored = [
    `${own}c2FsdHNhbHQ$aGFzaGhhc2g`,
    old.bcrypt,
    old.bcrypt.replace('$2a$', '$2y$'),
    undefined,
  ];
  const kinds = (hash: string | undefined, known: readonly string[]) =>
    comparedHashes(hash, known).map((each) => hashKind(each) ?? each);
  for (const hash of stored) {
    expect(kinds(hash, [own, ...others])).toEqual([own, ...others]);
    expect(comparedHashes(hash, [own, ...others]).filter((each) => each === hash).length).toBe(
      hash === undefined ? 0 : 1,
    );
  }
  expect(kinds(undefined, [own])).toEqual([own]);
  // A kind that nobody has asked for yet is worked for all the same.
  expect(kinds(old.bcrypt, [own])).toEqual([own, '$2b$10$']);
  expect(kinds(old.scrypt, [own])).toHaveLength(2);
  expect(comparedHashes('no hash', [own])).not.toContain('no hash');
});

test('a hash that its reader rejects matches nothing, and throws nothing', async () => {
  for (const broken of ['$argon2id$v=19$m=64,t=1,p=1$A$A', '$2a$10$short', 'plain'])
    expect((await passwords.verify('plain', broken))._unsafeUnwrap().matches).toBe(false);
});

test('a check asks which kinds there are, and finds nobody by their dummies', async () => {
  const kinds = [
    '$2b$04$',
    '$argon2i$v=19$m=16,t=2,p=1$',
    old.scrypt.slice(0, old.scrypt.indexOf('$42x') + 1),
  ];
  const hasher = argon2PasswordHasher({
    memoryCost: 8,
    timeCost: 1,
    otherKinds: async () => kinds,
  });
  const made = (await hasher.hash('Kraanvogel-7!zee'))._unsafeUnwrap();
  const check = async (stored: string | undefined) =>
    (await hasher.verify('Kraanvogel-7!zee', stored))._unsafeUnwrap();
  expect(await check(made)).toEqual({ matches: true, needsRehash: false });
  expect(await check(undefined)).toEqual({ matches: false, needsRehash: false });
  expect((await check(await bcrypt('Kraanvogel-7!zee', 4))).matches).toBe(true);
});
