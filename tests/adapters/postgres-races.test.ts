import {
  type PostgresDatabase,
  type PostgresTransaction,
  postgresBlobStore,
  postgresSetupTokenStore,
} from '@coachsite/adapters/postgres';
import {
  sqlAdminStore,
  sqlAttemptStore,
  sqlEbookStore,
  sqlInterestStore,
  sqlLockoutStore,
  sqlMailQueue,
  sqlMessageStore,
  sqlRoleStore,
  sqlSessionStore,
  sqlTokenStore,
  sqlUserStore,
} from '@coachsite/adapters/stores';
import type { CanonicalEmail } from '@coachsite/core/account';
import type { InboxMessage } from '@coachsite/core/contact';
import type { Ebook } from '@coachsite/core/ebook';
import type { UserId } from '@coachsite/core/kernel';
import { userOf } from '@coachsite/core/testing';
import { expect, test } from 'vitest';
import { prepared } from '#adapters/src/node/sql/statement.ts';
import {
  byTurns,
  interrupted,
  sessionOf,
  tokenOf,
  twoProcesses,
  until,
  untilAwaited,
} from '../support/two-processes.ts';

const both = async <Store>(make: (database: PostgresDatabase) => Store) => {
  const [one, other] = await twoProcesses();
  return [make(one), make(other)] as const;
};

test('parallel guesses in two processes are counted exactly', async () => {
  const policy = { maxFailures: 5, lockoutMs: 1000 };
  const lockouts = await both((database) => sqlLockoutStore(database));
  const reserved = await byTurns(lockouts, 40, (store) => store.reserve('ann', policy, 1));
  expect(reserved.filter(({ locked }) => !locked)).toHaveLength(5);
  const attempts = await both((database) => sqlAttemptStore(database));
  const limit = { maxAttempts: 7, windowMs: 1000 };
  const results = await byTurns(attempts, 40, (store) => store.attempt('ann', limit, 1));
  expect(results.filter(({ allowed }) => allowed)).toHaveLength(7);
});

test('guesses that were forgiven while another was counted do not come back', async () => {
  const [one, other] = await twoProcesses();
  const policy = { maxFailures: 5, lockoutMs: 1000 };
  const lockouts = sqlLockoutStore(other);
  for (let guess = 0; guess < 4; guess += 1) await lockouts.reserve('ann', policy, 1);
  let cleared: Promise<unknown> | undefined;
  const clear = () => (cleared = lockouts.clear('ann'));
  await sqlLockoutStore(interrupted(one, 'INSERT INTO lockouts', clear)).reserve('ann', policy, 1);
  await cleared;
  expect(await lockouts.reserve('ann', policy, 1)).toMatchObject({ locked: false, failures: 1 });
  const attempts = sqlAttemptStore(other);
  const limit = { maxAttempts: 2, windowMs: 1000 };
  await attempts.attempt('ann', limit, 1);
  const forget = () => (cleared = attempts.clear('ann'));
  await sqlAttemptStore(interrupted(one, 'INSERT INTO attempts', forget)).attempt('ann', limit, 1);
  await cleared;
  expect(await attempts.attempt('ann', limit, 1)).toMatchObject({ allowed: true });
});

test('a code is guessed at most five times, and taken once', async () => {
  const [one, other] = await twoProcesses();
  await sqlUserStore(one).create(userOf('u'));
  const tokens = [sqlTokenStore(one), sqlTokenStore(other)] as const;
  const guess = (matches: boolean) =>
    byTurns(tokens, 20, (store) =>
      store.takeByCode('ann@example.com', ['recovery'], () => matches, 2),
    );
  await tokens[0].issue(tokenOf('u'));
  await guess(false);
  expect((await guess(true)).filter(Boolean)).toEqual([]);
  await tokens[1].issue(tokenOf('u'));
  expect((await guess(true)).filter(Boolean)).toHaveLength(1);
  await tokens[0].issue(tokenOf('u'));
  const links = await byTurns(tokens, 20, (store) => store.takeByLink('link', ['recovery'], 2));
  expect(links.filter(Boolean)).toHaveLength(1);
});

test('of sign-ins that run while another process takes the account over, none is left', async () => {
  const [one, other] = await twoProcesses();
  const users = [sqlUserStore(one), sqlUserStore(other)] as const;
  const sessions = [sqlSessionStore(one), sqlSessionStore(other)] as const;
  const admins = sqlAdminStore(other, users[1]);
  for (let round = 0; round < 10; round += 1) {
    const email = `ann${round}@example.com` as CanonicalEmail;
    const stranger = { ...userOf(`u${round}`), email };
    (await users[0].create(stranger))._unsafeUnwrap();
    const signIn = (store: (typeof sessions)[0], name: number | string) =>
      store.create(sessionOf(`${round}-${name}`, stranger.id), stranger.securityStamp);
    expect(await signIn(sessions[0], 'early')).toBe(true);
    const signedIn = byTurns(sessions, 12, signIn);
    const coach = { ...userOf(`a${round}`), email };
    const appointed = (await admins.appoint(coach, false, 1))._unsafeUnwrap();
    await signedIn;
    expect(await signIn(sessions[1], 'late')).toBe(false);
    expect(await sessions[0].ofUser(appointed.user.id)).toEqual([]);
    expect(appointed.user.securityStamp).toBe(1);
  }
});

test('a take-over that waits for the end of all sessions counts on from there', async () => {
  const [one, other] = await twoProcesses();
  const users = [sqlUserStore(one), sqlUserStore(other)] as const;
  const email = 'ann@example.com' as CanonicalEmail;
  (await users[0].create({ ...userOf('u'), email }))._unsafeUnwrap();
  const admins = sqlAdminStore(other, users[1]);
  const { appointed } = await one.write(async (on) => {
    await prepared("UPDATE users SET security_stamp = 1 WHERE id = 'u'").run(on, {});
    const begun = admins.appoint({ ...userOf('a'), email }, false, 1);
    await untilAwaited(on);
    return { appointed: begun };
  });
  expect((await appointed)._unsafeUnwrap().user.securityStamp).toBe(2);
});

test('an appointment takes an address over that another process registers at the same moment', async () => {
  const [one, other] = await twoProcesses();
  const users = [sqlUserStore(one), sqlUserStore(other)] as const;
  const admins = sqlAdminStore(other, users[1]);
  for (let round = 0; round < 30; round += 1) {
    const email = `ann${round}@example.com` as CanonicalEmail;
    const [, appointed] = await Promise.all([
      users[0].create({ ...userOf(`u${round}`), email }),
      admins.appoint({ ...userOf(`a${round}`), email, passwordHash: 'new' }, false, 1),
    ]);
    const { user } = appointed._unsafeUnwrap();
    expect(await users[0].byEmail(email)).toMatchObject({ id: user.id, passwordHash: 'new' });
  }
});

test('of two admins whom two processes ban, or one bans and one revokes, one remains', async () => {
  const [one, other] = await twoProcesses();
  const users = [sqlUserStore(one), sqlUserStore(other)] as const;
  const admins = [sqlAdminStore(one, users[0]), sqlAdminStore(other, users[1])] as const;
  for (const id of ['u0', 'u1']) {
    (await users[0].create(userOf(id)))._unsafeUnwrap();
    await sqlRoleStore(one).grant(id as UserId, 'admin', 1);
  }
  const ban = (index: 0 | 1) => admins[index].ban(`u${index}` as UserId, 2, false);
  const revoke = (index: 0 | 1) => admins[index].revoke(`u${index}` as UserId, false);
  for (let round = 0; round < 20; round += 1) {
    const ended = await Promise.all([ban(0), round % 2 === 0 ? ban(1) : revoke(1)]);
    expect(ended.filter((result) => result.isOk())).toHaveLength(1);
    for (const id of ['u0', 'u1'] as const) {
      await users[0].change(id as UserId, (user) => ({ ...user, bannedUntil: undefined }));
      await sqlRoleStore(one).grant(id as UserId, 'admin', 1);
    }
  }
});

test('of refreshes at once each sees what the one before it stored', async () => {
  const [one, other] = await twoProcesses();
  await sqlUserStore(one).create(userOf('u'));
  const sessions = [sqlSessionStore(one), sqlSessionStore(other)] as const;
  await sessions[0].create(sessionOf('s', 'u'), 0);
  const counters = await byTurns(sessions, 30, (store) =>
    store.change('s', (current) => {
      const counter = current.refresh.counter + 1;
      return {
        session: { ...current, refresh: { ...current.refresh, counter } },
        result: counter,
      };
    }),
  );
  expect(new Set(counters).size).toBe(30);
  expect((await sessions[1].byId('s'))?.refresh.counter).toBe(30);
});

test('an address is registered once, and there is one first admin with one set-up token', async () => {
  const [one, other] = await twoProcesses();
  const users = [sqlUserStore(one), sqlUserStore(other)] as const;
  const email = 'ann@example.com' as CanonicalEmail;
  const created = await byTurns(users, 20, (store, index) =>
    store.create({ ...userOf(`u${index}`), email }),
  );
  expect(created.filter((result) => result.isOk())).toHaveLength(1);
  for (const result of created)
    if (result.isErr()) expect(result.error).toEqual({ kind: 'email_exists' });
  const tokens = [postgresSetupTokenStore(one), postgresSetupTokenStore(other)] as const;
  const offered = await byTurns(tokens, 20, (store, index) => store.offer(`token-${index}`));
  expect(new Set(offered).size).toBe(1);
  const admins = [sqlAdminStore(one, users[0]), sqlAdminStore(other, users[1])] as const;
  const appointed = await byTurns(admins, 20, (store, index) =>
    store.appoint(userOf(`a${index}`), true, 1),
  );
  expect(appointed.filter((result) => result.isOk())).toHaveLength(1);
});

test.each([
  ['confirmed', 1],
  ['removed', 0],
] as const)('an interest that is %s while it is asked for again stays so', async (end, left) => {
  const [one, other] = await twoProcesses();
  const stores = (database: PostgresDatabase) => sqlInterestStore(database, sqlMailQueue(database));
  const email = 'ann@example.com' as CanonicalEmail;
  const request = (database: PostgresDatabase, id: string, requestedAt: number) =>
    stores(database).request(
      {
        id,
        email,
        programId: 'next-article',
        language: 'nl',
        textVersion: '1',
        requestedAt,
        confirmedAt: undefined,
        announcedAt: undefined,
        launchQueued: false,
      },
      { confirmDigest: `c${id}`, confirmUntil: 100, unsubscribeDigest: `u${id}` },
      { id, to: email, subject: '', text: '', html: '' },
      requestedAt - 1,
    );
  await request(one, 'first', 1);
  let done: Promise<unknown> | undefined;
  const meanwhile = () =>
    (done =
      end === 'confirmed'
        ? stores(other).confirm('cfirst', 5)
        : stores(other).removeByEmail(email));
  const again = interrupted(one, 'UPDATE interests SET language', meanwhile);
  await request(again, 'second', 10);
  await done;
  expect(await stores(one).byEmail(email)).toHaveLength(left);
  expect(await stores(one).confirmed()).toHaveLength(left);
});

test('no mail is taken twice, and none is forgotten', async () => {
  const queues = await both(sqlMailQueue);
  const mail = { to: 'ann@example.com', subject: '', text: '', html: '' };
  await byTurns(queues, 60, (queue, index) => queue.enqueue({ ...mail, id: `m${index}` }, 1));
  const taken = await byTurns(queues, 30, (queue) => queue.take(3, 1000, 2));
  const ids = taken.flat().map((held) => held.mail.id);
  expect(new Set(ids).size).toBe(ids.length);
  const rest = await queues[0].take(100, 1000, 2);
  expect(ids.length + rest.length).toBe(60);
});

test('clean-ups of several processes at once remove each expired row once, and no other', async () => {
  const [one, other] = await twoProcesses();
  const add = prepared<{ count: number; expiresAt: number }>(
    `INSERT INTO attempts SELECT decode(md5(:expiresAt || ' ' || n), 'hex'), '[]', :expiresAt::bigint
     FROM generate_series(1, :count::integer) AS n`,
  );
  await add.run(one, { count: 2600, expiresAt: 5 });
  await add.run(one, { count: 30, expiresAt: 50 });
  const stores = [sqlAttemptStore(one), sqlAttemptStore(other)] as const;
  const removed = await byTurns(stores, 8, (store) => store.sweep(10));
  expect(removed.reduce((sum, count) => sum + count, 0)).toBe(2600);
  expect(await stores[0].sweep(100)).toBe(30);
});

test('of messages at once no more are mailed than allowed, and bundles count each of the others once', async () => {
  const processes = await twoProcesses();
  const queue = sqlMailQueue(processes[0]);
  const stores = [
    sqlMessageStore(processes[0], queue),
    sqlMessageStore(processes[1], sqlMailQueue(processes[1])),
  ] as const;
  const mail = (id: string) => ({ id, to: 'coach@example.com', subject: '', text: '', html: '' });
  const message = (id: string): InboxMessage => ({
    id,
    name: 'Ann',
    email: 'ann@example.com',
    subject: '',
    message: '',
    language: 'nl',
    status: 'new',
    flagged: false,
    receivedAt: 1,
    answeredAt: undefined,
    changedAt: 1,
  });
  let bundles = 0;
  const bundle = (store: (typeof stores)[number]) => {
    bundles += 1;
    const id = `bundle-${bundles}`;
    return store.bundle(1, () => mail(id), 2);
  };
  const bundled = await byTurns(stores, 80, async (store, index) => {
    await store.add(message(`m${index}`), () => mail(`m${index}`), { since: 0, limit: 5 });
    return bundle(store);
  });
  const counts = [...bundled, await bundle(stores[0])];
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(75);
  const sent = (await queue.unsent(200)).map(({ id }) => id);
  expect(sent.filter((id) => id.startsWith('m'))).toHaveLength(5);
  expect(sent.length - 5).toBe(counts.filter((count) => count > 0).length);
});

test('a file that is kept again while a sweep removes it, or just before, stays', async () => {
  const [one, other] = await twoProcesses();
  const age = prepared('UPDATE blobs SET written_at_ms = 1');
  const stage = async (database: PostgresDatabase) => {
    const bytes = (async function* () {
      yield new Uint8Array([1]);
    })();
    return (await postgresBlobStore(database).stage(bytes, 10))._unsafeUnwrap();
  };
  const sweep = ({ run }: Pick<PostgresDatabase, 'run'>) =>
    postgresBlobStore({ ...one, run }).sweep(new Set(), 1000);
  const first = await stage(one);
  await first.keep();
  await age.run(one, {});
  const again = await stage(other);
  const { kept } = await one.write(async (on) => {
    expect(await sweep(on)).toBe(1);
    const begun = again.keep();
    await untilAwaited(on);
    return { kept: begun };
  });
  await kept;
  const open = () => postgresBlobStore(one).open(first.key);
  expect(await open()).toBeDefined();
  await age.run(one, {});
  let inside: PostgresTransaction | undefined;
  const within = await stage({
    ...one,
    write: (work) => (inside ? work(inside) : one.write(work)),
  });
  await one.write(async (on) => {
    inside = on;
    await within.keep();
    let swept: number | undefined;
    void sweep(other).then((count) => {
      swept = count;
    });
    await until(on, async () => swept !== undefined);
    expect(swept).toBe(0);
  });
  expect(await open()).toBeDefined();
});

test('what is removed of a person includes what another process changes at that moment', async () => {
  const [one, other] = await twoProcesses();
  const queue = sqlMailQueue(one);
  const email = 'ann@example.com' as CanonicalEmail;
  const messages = (database: PostgresDatabase) =>
    sqlMessageStore(database, sqlMailQueue(database));
  const message: InboxMessage = {
    id: 'm',
    name: 'Ann',
    email,
    subject: '',
    message: '',
    language: 'nl',
    status: 'new',
    flagged: false,
    receivedAt: 1,
    answeredAt: undefined,
    changedAt: 1,
  };
  await messages(one).add(message, undefined, { since: 0, limit: 5 });
  let removed: Promise<unknown> | undefined;
  const removeMessages = () => (removed = messages(other).removeOfSender(email));
  await messages(interrupted(one, 'UPDATE contact_messages', removeMessages)).update(
    'm',
    (found) => ({ ...found, flagged: true }),
  );
  expect(await removed).toBe(1);
  expect(await messages(one).ofSender(email)).toEqual([]);
  for (const remove of ['removeAbout', 'removeTo'] as const) {
    await queue.enqueue({ id: remove, to: email, subject: '', text: '', html: '' }, 1);
    const removeMails = () => (removed = sqlMailQueue(other)[remove](email));
    await sqlMailQueue(interrupted(one, 'UPDATE mail_queue', removeMails)).retry(remove, 2);
    expect(await removed).toBe(1);
    expect(await queue.about(email)).toEqual([]);
  }
});

test('what is removed of a person is all, although another process removes some of it', async () => {
  const [one, other] = await twoProcesses();
  const email = 'ann@example.com' as CanonicalEmail;
  const queue = sqlMailQueue(one);
  // One more than a commit removes.
  for (let index = 0; index <= 500; index += 1) {
    await queue.enqueue({ id: `m${index}`, to: email, subject: '', text: '', html: '' }, 1);
  }
  const { removed } = await one.write(async (on) => {
    await prepared("DELETE FROM mail_queue WHERE id = 'm0'").run(on, {});
    const begun = sqlMailQueue(other).removeAbout(email);
    await untilAwaited(on);
    return { removed: begun };
  });
  expect(await removed).toBe(500);
  expect(await queue.about(email)).toEqual([]);
});

test('while the e-book is replaced, every reader finds one active version, whole', async () => {
  const [one, other] = await twoProcesses();
  const ebooks = [sqlEbookStore(one), sqlEbookStore(other)] as const;
  const blobs = [postgresBlobStore(one), postgresBlobStore(other)] as const;
  const put = async (index: number) => {
    const content = new Uint8Array(400_000).fill(index);
    const bytes = (async function* () {
      yield content;
    })();
    const at = index % 2 === 0 ? 0 : 1;
    const staged = (await blobs[at].stage(bytes, 1_000_000))._unsafeUnwrap();
    await staged.keep();
    const ebook: Ebook = {
      id: `e${index}`,
      fileName: 'guide.pdf',
      sizeBytes: staged.sizeBytes,
      sha256: staged.key,
      pages: 1,
      uploadedAt: index,
    };
    await ebooks[at].activate(ebook);
  };
  await put(0);
  let isDone = false;
  const read = async () => {
    for (let reads = 0; !isDone || reads === 0; reads += 1) {
      const versions = await ebooks[1].versions();
      expect(versions.filter(({ isActive }) => isActive)).toHaveLength(1);
      const blob = await blobs[1].open(versions[0]?.sha256 ?? '');
      const seen = new Set<number>();
      let size = 0;
      for await (const chunk of blob?.read() ?? []) {
        size += chunk.length;
        for (const byte of [chunk[0], chunk.at(-1)]) seen.add(byte ?? -1);
      }
      expect([size, seen.size]).toEqual([400_000, 1]);
    }
  };
  const reading = Promise.all([read(), read()]);
  await Promise.all(Array.from({ length: 12 }, (_, index) => put(index + 1)));
  isDone = true;
  await reading;
  expect(await ebooks[0].versions()).toHaveLength(3);
});
