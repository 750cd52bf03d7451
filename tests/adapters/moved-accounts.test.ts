import { openSqlite } from '@coachsite/adapters/sqlite';
import { sqlMovedAccounts, sqlUserStore } from '@coachsite/adapters/stores';
import { blankUser } from '@coachsite/core/account';
import { describe, expect, test } from 'vitest';
import { emptyPostgres } from '../support/postgres-schema.ts';

const current = '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaGhhc2g';

describe.each([
  ['SQLite', async () => openSqlite(':memory:')],
  ['PostgreSQL', emptyPostgres],
])('in %s', (_, open) => {
  test('an account that was taken is known, until it is forgotten', async () => {
    const moved = sqlMovedAccounts(await open());
    await moved.add('a', 1000);
    await moved.add('a', 9000);
    await moved.add('b', 2000);
    expect([await moved.has('a'), await moved.has('b'), await moved.has('c')]).toEqual([
      true,
      true,
      false,
    ]);
    expect(await moved.sweep(2000)).toBe(1);
    expect([await moved.has('a'), await moved.has('b')]).toEqual([false, true]);
  });

  test('says which kinds of hashes there are beside new ones, each once', async () => {
    const database = await open();
    const users = sqlUserStore(database);
    const moved = sqlMovedAccounts(database);
    const bcrypt = (cost: string, salt: string) => `$2a$${cost}$${salt.repeat(53)}`;
    const others = [
      bcrypt('10', 'O'),
      bcrypt('10', 'u'),
      bcrypt('12', 'e').replace('$2a$', '$2y$'),
      '$argon2id$v=19$m=65536,t=3,p=4$c2FsdHNhbHQ$aGFzaGhhc2g',
      '$argon2id$v=19$m=4096,t=3,p=1$c2FsdHNhbHQ$aGFzaGhhc2g',
      '$argon2i$v=19$m=4096,t=3,p=1$c2FsdHNhbHQ$aGFzaGhhc2g',
      '$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=a+/=$c2FsdA==$aGFzaA==',
      'something else',
    ];
    expect(await moved.hashKinds()).toEqual([]);
    const add = async (hash: string | undefined, id: string) =>
      expect((await users.create({ ...blankUser(id, 1), passwordHash: hash })).isOk()).toBe(true);
    await add(current, 'new');
    await add(undefined, 'none');
    expect(await moved.hashKinds()).toEqual([]);
    for (const [index, hash] of others.entries()) await add(hash, `old-${index}`);
    expect((await moved.hashKinds()).toSorted()).toEqual([
      '$2b$10$',
      '$2b$12$',
      '$argon2i$v=19$m=4096,t=3,p=1$',
      '$argon2id$v=19$m=4096,t=3,p=1$',
      '$argon2id$v=19$m=65536,t=3,p=4$',
      '$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=a+/=$',
    ]);
    for (const index of others.keys())
      await users.change(`old-${index}`, (user) => ({ ...user, passwordHash: current }));
    expect(await moved.hashKinds()).toEqual([]);
  });
});
