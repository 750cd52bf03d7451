import { spawn } from 'node:child_process';
import { createCipheriv, randomUUID, scryptSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sha256 } from '@coachsite/adapters/system';
import { ssoProviderId } from '@coachsite/core/federation';
import { emailOf } from '@coachsite/core/testing';
import { englishText } from '@coachsite/server/error-text';
import { moveIn } from '@coachsite/server/move-in';
import { hash as argon2 } from '@node-rs/argon2';
import { hash as bcrypt } from '@node-rs/bcrypt';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { DatabaseStores } from '#server/src/compose/database-stores.ts';
import { totp } from '../conformance/support/totp.ts';
import { call, signIn, signUp } from '../support/auth-client.ts';
import { runCommandLine } from '../support/command.ts';
import { type GotrueDatabase, gotrueDatabase } from '../support/gotrue-database.ts';
import { makePdf } from '../support/pdf.ts';
import { newSchema } from '../support/postgres-schema.ts';
import { challenge, verifyCode } from '../support/second-factor.ts';
import { startTestServer } from '../support/server.ts';

const root = mkdtempSync(join(tmpdir(), 'coachsite-move-in-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const newFolder = () => mkdtempSync(join(root, 'data-'));

const password = 'Oude-Site-2024!';
/** Longer than the 72 bytes that bcrypt looks at, and not composed. */
const long = `Cafe\u0301-${'lang-'.repeat(20)}`;
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const entityId = 'https://idp.example/metadata';
const ebook = join(root, 'Gids.pdf');
writeFileSync(ebook, makePdf({ marker: 'of the old site' }));

function firebaseHash(of: string): string {
  const [salt, separator, signer] = [
    'c2FsdHNhbHQ=',
    'Bw==',
    Buffer.alloc(64, 7).toString('base64'),
  ];
  const salted = Buffer.concat([Buffer.from(salt, 'base64'), Buffer.from(separator, 'base64')]);
  const key = scryptSync(of, salted, 32, { N: 2 ** 12, r: 8, p: 1 });
  const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
  const made = cipher.update(Buffer.from(signer, 'base64')).toString('base64');
  return `$fbscrypt$v=1,n=12,r=8,p=1,ss=${separator},sk=${signer}$${salt}$${made}`;
}

let old: GotrueDatabase;
const ids: Record<string, string> = {};

/** What the old site has; each account is there for one rule. */
async function fill(): Promise<void> {
  const add = async (name: string, row: object = {}) => {
    ids[name] = await old.addUser({ email: `${name}@example.com`, ...row });
    return ids[name];
  };
  const usual = await bcrypt(password, 4);
  const coach = await add('coach', { encrypted_password: usual });
  await old.insert('public.user_roles', { user_id: coach, role: 'admin' });
  await old.insert('auth.mfa_factors', {
    id: randomUUID(),
    user_id: coach,
    friendly_name: 'Phone of the coach',
    factor_type: 'totp',
    status: 'verified',
    created_at: '2024-04-01',
    updated_at: '2024-04-01',
    secret,
  });
  await add('long', { encrypted_password: (await bcrypt(long, 4)).replace('$2b$', '$2a$') });
  await add('argon', {
    encrypted_password: await argon2(password, { memoryCost: 64, timeCost: 1 }),
  });
  await add('fire', { encrypted_password: firebaseHash(password) });
  await add('banned', { encrypted_password: usual, banned_until: '2130-01-01' });
  await add('named', {
    raw_user_meta_data: { full_name: 'An', about: 'x'.repeat(3000) },
    raw_app_meta_data: { provider: 'email', providers: ['email'], plan: 'gold' },
    phone: '32470111222',
    phone_confirmed_at: '2024-05-01',
  });
  const google = await add('google');
  await old.run(`DELETE FROM auth.identities WHERE user_id = '${google}'`);
  await old.insert('auth.identities', {
    provider_id: '1077',
    user_id: google,
    identity_data: { sub: '1077', email: 'google@example.com', name: 'Go' },
    provider: 'google',
    created_at: '2024-03-01',
    updated_at: '2024-03-01',
  });
  const provider = randomUUID();
  await old.insert('auth.sso_providers', { id: provider });
  await old.insert('auth.saml_providers', {
    id: randomUUID(),
    sso_provider_id: provider,
    entity_id: entityId,
    metadata_xml: '<x/>',
  });
  ids['sso'] = await old.addUser({ email: 'coach@example.com', is_sso_user: true });
  await old.insert('auth.identities', {
    provider_id: 'coach-at-work',
    user_id: ids['sso'],
    identity_data: { sub: 'coach-at-work', email: 'coach@example.com' },
    provider: `sso:${provider}`,
    created_at: '2024-03-01',
    updated_at: '2024-03-01',
  });
  const sealed = await add('sealed', { encrypted_password: '{"key_id":"k","alg":"aes-gcm-hkdf"}' });
  for (const [factor_type, kept] of [
    ['totp', '{"key_id":"k","alg":"aes-gcm-hkdf","data":"AA==","nonce":"AA=="}'],
    ['webauthn', null],
  ])
    await old.insert('auth.mfa_factors', {
      id: randomUUID(),
      user_id: sealed,
      friendly_name: factor_type,
      factor_type,
      status: 'verified',
      created_at: '2024-04-01',
      updated_at: '2024-04-01',
      secret: kept,
    });
  await old.insert('auth.webauthn_credentials', {
    user_id: sealed,
    credential_id: Buffer.from('a'),
    public_key: Buffer.from('b'),
  });
  await add('costly', { encrypted_password: usual.replace('$04$', '$15$') });
  // Left out.
  await add('Coach', { email: 'Coach@Example.com' });
  await add('deleted', { deleted_at: '2025-01-01' });
  await add('anonymous', { email: null, is_anonymous: true });
  await add('wrong', { email: 'not an address' });
  await add('waiting', { email_confirmed_at: null });
  await add('here');
  await add('claimed', { encrypted_password: usual });
}

beforeAll(async () => {
  old = await gotrueDatabase();
  await fill();
  return async () => void (await old.drop());
});

describe.each(['SQLite', 'PostgreSQL'])('into %s', (kind) => {
  const folder = newFolder();
  // The second database gets the account that came late for the first one, too.
  const all = kind === 'SQLite' ? 11 : 12;
  let env: Record<string, string>;
  const move = (...options: readonly string[]) =>
    runCommandLine(['import', 'supabase', old.url, ...options], env);
  const counts =
    /Taken over:\n {2}(\d+) accounts?, (\d+) passwords?, (\d+) second factors?, (\d+) admins?/;
  const serve = () =>
    startTestServer({ dataDirectory: folder, env: { ...env, AUTH_AUTOCONFIRM: 'false' } });

  beforeAll(async () => {
    env = {
      DATA_DIR: folder,
      ...(kind === 'PostgreSQL' ? { DATABASE_URL: await newSchema() } : {}),
    };
    const made = ['admin', 'create', '--email', 'here@example.com', '--password-stdin'];
    expect((await runCommandLine(made, env, 'Al-Van-Hier-99\n')).status).toBe(0);
    // A stranger signs up with the address of somebody who has not moved in yet.
    const server = await serve();
    expect((await signUp(server, 'claimed@example.com')).body.access_token).toBeUndefined();
    await server.stop({ keep: true });
  });

  test('a dry run says what would come, and changes nothing', async () => {
    const ended = await move('--dry-run', '--ebook', ebook);
    expect(ended).toMatchObject({ status: 0, error: '' });
    expect(ended.out).toContain('Nothing was written. This would be taken over:');
    expect(ended.out).toContain('Gids.pdf would become the e-book');
    const listed = await runCommandLine(['admin', 'list'], env);
    expect(listed.out).toBe('here@example.com\n');
    expect((await runCommandLine(['ebook', 'versions'], env)).out).toContain('no e-book yet');
  });

  test('what cannot be whole changes nothing, and says why', async () => {
    const none = join(root, 'notes.pdf');
    writeFileSync(none, 'no PDF');
    const wrong = await Promise.all([
      move('--ebook', none),
      move('--ebook', join(root, 'missing.pdf')),
      runCommandLine(['import', 'supabase', process.env.TEST_DATABASE_URL ?? ''], env),
      runCommandLine(['import', 'supabase', 'mysql://a:hush-hush@localhost/b'], env),
      runCommandLine(['import', 'supabase', '-'], env, 'postgres://a:hush-hush@127.0.0.1:1/b\n'),
    ]);
    for (const ended of wrong) {
      expect(ended).toMatchObject({ status: 1, out: '' });
      expect(ended.error).not.toContain('hush-hush');
    }
    expect(wrong.map(({ error }) => error.trim())).toEqual([
      expect.stringMatching(/^Nothing was changed\. .*notes\.pdf: /),
      expect.stringMatching(/missing\.pdf: does not exist$/),
      'Nothing was changed. URL: this database has no table auth.users',
      expect.stringContaining('URL: expected postgres://'),
      expect.stringContaining(
        'URL: the database cannot be read: nothing accepts connections there',
      ),
    ]);
    const listed = await runCommandLine(['admin', 'list'], env);
    expect(listed.out).toBe('here@example.com\n');
  });

  test('takes accounts, factors, roles and the e-book, and lists what it leaves', async () => {
    const ended = await move('--ebook', ebook);
    expect(ended).toMatchObject({ status: 0, error: '' });
    expect(counts.exec(ended.out)?.slice(1)).toEqual([`${all}`, '6', '1', '1']);
    for (const [name, reason] of [
      ['Coach@Example.com', 'another account there has the same address'],
      ['deleted@example.com', 'was deleted there'],
      ['no address', 'is anonymous'],
      ['not an address', 'none that this site accepts'],
      ['waiting@example.com', 'nobody has confirmed it'],
      ['here@example.com', 'another account here has its address'],
    ])
      expect(ended.out).toMatch(new RegExp(`^ {2}${name} \\(.+\\): .*${reason}`, 'im'));
    expect(ended.out).toMatch(
      /claimed@example\.com \(.+ here\) was confirmed by nobody, and gave way/,
    );
    const sealed = ended.out.split('\n').find((line) => line.includes('sealed@example.com'));
    expect(sealed).toContain('its password, as the service encrypted the hash');
    expect(sealed).toContain('whose secret the service encrypted (totp)');
    expect(sealed).toContain('security key (webauthn)');
    expect(sealed).toContain('its passkeys');
    expect(ended.out).toMatch(/named@example\.com .+metadata, which are too large \(about\)/);
    expect(ended.out).toMatch(/named@example\.com .+application metadata.+ \(plan\)/);
    expect(ended.out).toMatch(/costly@example\.com .+would cost each sign-in too much/);
  });

  test('everybody signs in with the password of before, which is hashed anew', async () => {
    const server = await serve();
    onTestFinished(() => server.stop({ keep: true }));
    const { users } = server.ports;
    for (const [name, own] of [
      ['long', long],
      ['argon', password],
      ['fire', password],
    ] as const) {
      const email = emailOf(`${name}@example.com`);
      const before = await users.byEmail(email);
      expect(before?.id).toBe(ids[name]);
      expect((await signIn(server, email, `${own.slice(0, 20)}!`)).status).toBe(400);
      expect((await users.byEmail(email))?.passwordHash).toBe(before?.passwordHash);
      expect((await signIn(server, email, own)).status).toBe(200);
      const after = (await users.byEmail(email))?.passwordHash;
      expect(after).not.toBe(before?.passwordHash);
      expect(after).toMatch(/^\$argon2id\$/);
      expect((await signIn(server, email, own)).status).toBe(200);
    }
    // The new hash is of all of it, not of its first 72 bytes.
    expect((await signIn(server, 'long@example.com', `${long}!`)).status).toBe(400);
    const banned = await signIn(server, 'banned@example.com', password);
    expect(banned.body.error_code ?? banned.body.code).toBe('user_banned');
  });

  test('the admin enters with the factor of before, and everything else is there', async () => {
    const server = await serve();
    onTestFinished(() => server.stop({ keep: true }));
    const { body } = await signIn(server, 'coach@example.com', password);
    const bearer = body.access_token as string;
    expect(body.user.id).toBe(ids['coach']);
    const [factor] = body.user.factors;
    expect(factor).toMatchObject({ friendly_name: 'Phone of the coach', status: 'verified' });
    const overview = (as: string) => call(server, 'GET', '/api/admin/overview', { bearer: as });
    expect((await overview(bearer)).status).toBe(403);
    expect((await challenge(server, bearer, factor.id)).status).toBe(200);
    const verified = await verifyCode(server, bearer, factor.id, totp(secret, Date.now()));
    expect(verified.status).toBe(200);
    expect((await overview(verified.body.access_token)).status).toBe(200);

    const { users, ebooks } = server.ports;
    const named = await users.byEmail(emailOf('named@example.com'));
    expect(named).toMatchObject({
      phone: '32470111222',
      phoneConfirmedAt: Date.parse('2024-05-01'),
      emailConfirmedAt: Date.parse('2024-03-01T11:00:00Z'),
      createdAt: Date.parse('2024-03-01T10:00:00.123Z'),
      metadata: { full_name: 'An' },
    });
    expect((await users.byIdentity('google', '1077'))?.id).toBe(ids['google']);
    const sso = `sso:${ssoProviderId(entityId, sha256)}`;
    expect((await users.byIdentity(sso, 'coach-at-work'))?.id).toBe(ids['sso']);
    expect((await ebooks.active())?.fileName).toBe('Gids.pdf');
    expect((await users.byEmail(emailOf('claimed@example.com')))?.id).toBe(ids['claimed']);
    expect((await signIn(server, 'claimed@example.com', password)).status).toBe(200);
    const events = await server.ports.securityLog.list({ limit: 50 });
    const ofImport = events.filter(({ ip }) => ip === 'local').map(({ actionType }) => actionType);
    expect(ofImport.filter((kind) => kind === 'ebook_replaced')).toHaveLength(1);
    expect(ofImport).toContain('role_change');
    const file = await fetch(`${server.url}/storage/v1/object/public/ebook/free-guide.pdf`);
    expect(Buffer.from(await file.arrayBuffer())).toEqual(
      Buffer.from(makePdf({ marker: 'of the old site' })),
    );
  });

  test('a second time takes only what is new, and brings nobody back', async () => {
    const erased = await runCommandLine(['privacy', 'erase', '--email', 'fire@example.com'], env);
    expect(erased.status).toBe(0);
    expect(
      (await runCommandLine(['admin', 'revoke', '--email', 'coach@example.com'], env)).status,
    ).toBe(0);
    const email = `late-${kind.toLowerCase()}@example.com`;
    await old.addUser({ email });
    const again = await move('--ebook', ebook);
    expect(again).toMatchObject({ status: 0, error: '' });
    expect(again.out).toContain(
      'Taken over:\n  1 account, 0 passwords, 0 second factors, 0 admins',
    );
    expect(again.out).toContain(`${all} accounts more came before`);
    expect(again.out).toContain('was the e-book already');
    const server = await serve();
    onTestFinished(() => server.stop({ keep: true }));
    const { users, ebooks } = server.ports;
    expect(await users.byEmail(emailOf('fire@example.com'))).toBeUndefined();
    expect((await ebooks.versions()).length).toBe(1);
    expect((await runCommandLine(['admin', 'list'], env)).out).toBe('here@example.com\n');
  });
});

test('what fails half-way leaves nothing, in either database', async () => {
  for (const env of [{}, { DATABASE_URL: await newSchema() }]) {
    const server = await startTestServer({ env });
    onTestFinished(() => server.stop());
    const { ports, config } = server;
    let added = 0;
    const failing = {
      ...ports,
      inOneStep: <T>(work: (stores: DatabaseStores) => Promise<T>) =>
        ports.inOneStep((stores) => {
          const add: typeof stores.moved.add = async (...given) => {
            added += 1;
            if (added === 6) throw new Error('The disk is gone');
            await stores.moved.add(...given);
          };
          return work({ ...stores, moved: { ...stores.moved, add } });
        }),
    };
    const context = { ip: 'local', userAgent: 'test' };
    const request = { url: old.url, ebook, isDryRun: false, context, textOf: englishText };
    await expect(moveIn(failing, config, request)).rejects.toThrow('The disk is gone');
    expect(added).toBe(6);
    expect(await ports.users.list(10)).toEqual([]);
    expect(await ports.ebooks.active()).toBeUndefined();
    expect(await ports.securityLog.list({ limit: 10 })).toEqual([]);
    const whole = await moveIn(ports, config, request);
    expect(whole._unsafeUnwrap().accounts.length).toBeGreaterThan(10);
  }
});

test('killed at any time, it leaves nothing or everything, and the next run ends it', async () => {
  const many = await gotrueDatabase();
  onTestFinished(async () => void (await many.drop()));
  const accounts = 4000;
  await many.run(`INSERT INTO auth.users (id, email, email_confirmed_at, created_at)
    SELECT gen_random_uuid(), 'm' || n || '@example.com', now(), now() FROM generate_series(1, ${accounts}) AS n`);
  const folder = newFolder();
  const env = { ...process.env, DATA_DIR: folder };
  const made = ['admin', 'create', '--email', 'here@example.com', '--password-stdin'];
  await runCommandLine(made, { DATA_DIR: folder }, 'Al-Van-Hier-99\n');
  const sql = new Sqlite(join(folder, 'coachsite.sqlite'), { timeout: 0 });
  onTestFinished(() => void sql.close());
  const isWriting = () => {
    try {
      sql.exec('BEGIN IMMEDIATE; ROLLBACK');
      return false;
    } catch {
      return true;
    }
  };
  const count = () => sql.prepare<[], number>('SELECT count(*) FROM users').pluck().get();
  const path = join(import.meta.dirname, '../../scripts/import.ts');
  for (const afterMs of [0, 50, 200]) {
    const child = spawn(process.execPath, [path, 'supabase', many.url], { env, stdio: 'ignore' });
    const ended = once(child, 'exit');
    while (child.exitCode === null && !isWriting()) await wait(1);
    await wait(afterMs);
    child.kill('SIGKILL');
    await ended;
    expect([1, accounts + 1]).toContain(count());
  }
  const moved = await runCommandLine(['import', 'supabase', many.url], { DATA_DIR: folder });
  expect(moved).toMatchObject({ status: 0, error: '' });
  expect(moved.out).toMatch(/ {2}(4000 accounts, .+|0 accounts, .+\n {2}4000 accounts more .+)/);
  expect(count()).toBe(accounts + 1);
});
