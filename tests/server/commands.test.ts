import { spawnSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unpdfInspector } from '@coachsite/adapters/pdf';
import { openSetup } from '@coachsite/core/admins';
import { defaultRateLimit } from '@coachsite/core/defaults';
import { clientRateLimitKey, signInAction } from '@coachsite/core/rate-limit';
import { emailOf } from '@coachsite/core/testing';
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { readSampleGuide } from '#server/src/commands/samples/guide.ts';
import { authSettings } from '#server/src/config/auth-settings.ts';
import { signIn } from '../support/auth-client.ts';
import { runCommandLine } from '../support/command.ts';
import { hashOf, makePdf } from '../support/pdf.ts';
import { sharedServer } from '../support/shared-server.ts';

const server = await sharedServer();

/** Runs a command beside the server. */
const run = (
  command: string,
  { input = '', env = {} }: { input?: string; env?: Record<string, string> } = {},
) => runCommandLine(command.split(' '), { DATA_DIR: server.dataDirectory, ...env }, input);

const password = 'Vlaamse-Kermis-27';
const create = (email: string, input = `${password}\n`) =>
  run(`admin create --email ${email} --password-stdin`, { input });

/** Every command, with an action of those that have several: `--help` behind it prints the help too. */
const commands = [
  'admin create',
  'audit',
  'backup',
  'bench',
  'build',
  'build-packages',
  'check',
  'consent show',
  'content check',
  'dev',
  'ebook stats',
  'errors',
  'field',
  'import supabase',
  'keys rotate',
  'mail list',
  'migrate-to-postgres',
  'mutation',
  'preflight',
  'release',
  'privacy export',
  'restore',
  'scaling',
  'seed',
  'start',
  'test',
] as const;

const helps = new Map<string, ReturnType<typeof run>>();
/** What `--help` behind a command ends with: it is asked once, by the first test that reads it. */
function helpOf(command: string) {
  const help = helps.get(command) ?? run(`${command} --help`);
  helps.set(command, help);
  return help;
}

/** A password, a token or a URL with credentials, wherever it was put by mistake. */
const secret = 'Geheim-Woord-4711';

describe('every command', () => {
  test('is in the list', () => {
    const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
    const scripts = Object.values<string>(manifest.scripts).flatMap(
      (script) => /run\.mjs (\S+)\.ts/.exec(script)?.[1] ?? [],
    );
    const listed = commands.map((command) => command.split(' ')[0]);
    expect(listed.toSorted()).toEqual([...new Set([...scripts, 'start'])].toSorted());
  });

  test('of an operator is in the table of docs/operations.md', () => {
    const forDevelopers = [
      'build',
      'build-packages',
      'check',
      'dev',
      'field',
      'mutation',
      'start',
      'test',
    ];
    const [, table = ''] = /## All commands\n(.*?)\n## /s.exec(
      readFileSync('docs/operations.md', 'utf8'),
    ) ?? [''];
    const names = commands.map((command) => command.split(' ')[0] ?? '');
    const missing = names.filter((name) => !new RegExp(`\`npm run ${name}\\b`).test(table));
    expect(missing.toSorted()).toEqual(forDevelopers);
  });

  test.each(commands)('%s prints its help', async (command) => {
    const [name = ''] = command.split(' ');
    const help = await helpOf(command);
    expect([help.status, help.error]).toEqual([0, '']);
    expect(help.out).toMatch(new RegExp(`^npm (run )?${name.replace('build-', 'build:')}\\b`));
  });

  test.each(commands)('%s says how its JSON is pure, if it prints any', async (command) => {
    const [name = ''] = command.split(' ');
    const { out } = await helpOf(command);
    const source = readFileSync(`scripts/${name}.ts`, 'utf8');
    const printsJson = /printJson|exportText|json: \{|scalingOptions/.test(source);
    expect(out.includes(`npm run --silent ${name} -- `)).toBe(printsJson);
  });

  test.each(commands)(
    '%s rejects an option that it does not know, without its value',
    async (command) => {
      const ended = await run(`${command} --fast=${secret}`);
      expect([ended.status, ended.out]).toEqual([2, '']);
      expect(ended.error).toMatch(/^Unknown option '--fast'\n\nnpm (run )?\w/);
      expect(ended.error).not.toContain(secret);
    },
  );

  test.each([
    ['admin', 'Say what to do: list, create, revoke'],
    ['admin dance', 'There is no such action. Say what to do: list, create, revoke'],
    [`admin ${secret}`, 'There is no such action. Say what to do: list, create, revoke'],
    ['admin list more', '1 argument too many'],
    [
      `admin create --email an@example.com --password-stdin ${secret} ${secret}`,
      '2 arguments too many',
    ],
    ['admin create --password-stdin', '--email is missing'],
    ['admin create --email', "Option '--email <value>' argument missing"],
    ['admin create --email an@example.com', '--password-stdin is missing'],
    [`admin create --email an@example.com --password ${secret}`, "Unknown option '--password'"],
    [
      `admin create --email an@example.com --password-stdin=${secret}`,
      "'--password-stdin' does not take an argument",
    ],
    ['admin create --email an@example.com --password-stdin', 'The password is missing'],
    ['admin ban', '--email or --phone is missing'],
    ['admin ban --email an@example.com --email bo@example.com', '--email is given twice'],
    ['admin list --email an@example.com --force', 'Not understood here: --email --force'],
    ['backup', 'FILE or FOLDER is missing'],
    ['backup ', 'FILE or FOLDER is missing'],
    ['backup a/ --keep 0', '--keep takes a whole number from 1'],
    ['backup a.tar.gz --keep 2', '--keep needs a folder'],
    ['backup a/ --keep=2 --keep 20', '--keep is given twice'],
    ['bench toString', 'There is no benchmark toString'],
    ['bench everything', 'There is no benchmark everything'],
    ['bench pages --runs none', '--runs needs a number from 1'],
    ['consent show', 'The number is missing'],
    ['ebook put', 'FILE.pdf is missing'],
    ['ebook restore 1 --json', 'Not understood here: --json'],
    ['import supabase', 'URL is missing'],
    ['mail test', 'The address is missing'],
    ['release abc', 'VERSION is one such as 1.2.3'],
    ['restore ', 'FILE is missing'],
    ['privacy erase', '--email or --phone is missing'],
    ['privacy export --email an@example.com --phone +32470111222', 'Either --email or --phone'],
    ['restore', 'FILE is missing'],
    ['test --only everything', 'There is no suite everything'],
  ])('%s is wrong usage', async (command, reason) => {
    const ended = await run(command);
    expect([ended.status, ended.out]).toEqual([2, '']);
    const [first = '', ...help] = ended.error.split('\n');
    expect(first).toContain(reason);
    expect(help.join('\n')).toMatch(/^\nnpm (run )?\w/);
    expect(ended.error).not.toContain(secret);
  });

  test.each([
    ['SMTP_URL', `smtp://site:${secret}@`],
    ['OAUTH_PROVIDERS', `[{"clientSecret":"${secret}"`],
    ['CAPTCHA', `{"provider":"none","secret":"${secret}"}`],
  ])('a wrong %s is named in one line, without the secret in it', async (variable, value) => {
    const ended = await run('admin list', { env: { [variable]: value } });
    expect([ended.status, ended.out]).toEqual([1, '']);
    expect(ended.error).toMatch(new RegExp(`^${variable}: .+\\n$`));
    expect(ended.error).not.toContain(secret);
  });
});

test('content check says on stderr why it ends with 1, beside the JSON', async () => {
  const { status, out, error } = await run('content check --strict --json');
  const { mistakes, reminders } = JSON.parse(out) as Record<string, readonly object[]>;
  const wrong = (mistakes?.length ?? 0) + (reminders?.length ?? 0);
  expect({ status, error }).toEqual({
    status: wrong > 0 ? 1 : 0,
    error: wrong > 0 ? expect.stringMatching(new RegExp(`^${wrong} mistakes?\n$`)) : '',
  });
});

test('output that the disk takes only a part of is a failure', () => {
  const file = join(server.dataDirectory, 'report.json');
  // The shell lets no file grow beyond one block of 512 or 1024 bytes.
  const line = `ulimit -f 1; exec "$0" scripts/run.mjs content.ts check --json > "${file}"`;
  const ended = spawnSync('sh', ['-c', line, process.execPath], {
    env: { PATH: process.env.PATH },
    encoding: 'utf8',
  });
  expect(statSync(file).size % 512).toBe(0);
  expect([ended.status, ended.stderr]).toEqual([
    1,
    expect.stringMatching(/^Not all of the output could be written: .+\n$/),
  ]);
});

describe('npm run admin', () => {
  test('makes a confirmed admin from the first line of stdin, and closes the set-up', async () => {
    const token = await openSetup(server.ports);
    expect(token).toBeDefined();
    const made = await create('An@Example.com', `${password}\r\nsecond line\n`);
    expect(made).toMatchObject({ status: 0, error: '' });
    expect(made.out + made.error).not.toContain(password);
    const user = await server.ports.users.byEmail(emailOf('an@example.com'));
    expect(user?.emailConfirmedAt).toBeTypeOf('number');
    const check = await server.ports.passwords.verify(password, user?.passwordHash);
    expect(check._unsafeUnwrap().matches).toBe(true);
    expect(await server.ports.roles.rolesOf(user?.id ?? '')).toEqual(['admin']);
    expect(await server.ports.setupTokens.read()).toBeUndefined();
  });

  test('gives an admin a new password', async () => {
    const again = await create('AN@example.com', 'Another-Word-99\n');
    expect(again).toMatchObject({ status: 0, error: '' });
    expect((await signIn(server, 'an@example.com', password)).status).toBe(400);
    expect((await signIn(server, 'an@example.com', 'Another-Word-99')).status).toBe(200);
    expect((await create('an@example.com')).status).toBe(0);
  });

  test('rejects a weak password and a bad address, and says why', async () => {
    const weak = await create('bo@example.com', 'password\n');
    expect(weak.status).toBe(1);
    expect(weak.error).toContain('Weak password: Add uppercase letters, Add numbers');
    expect((await create('bo@@example', `${password}\n`)).error).toContain('Invalid email format');
    expect(await server.ports.users.byEmail(emailOf('bo@example.com'))).toBeUndefined();
  });

  test('lists and revokes admins, the last one only when forced', async () => {
    await create('bo@example.com');
    expect((await run('admin list')).out).toBe('an@example.com\nbo@example.com\n');
    const id = expect.any(String);
    expect(JSON.parse((await run('admin list --json')).out)).toEqual([
      { id, email: 'an@example.com' },
      { id, email: 'bo@example.com' },
    ]);
    expect((await run('admin revoke --email BO@example.com')).status).toBe(0);
    const again = await run('admin revoke --email bo@example.com');
    expect(again).toMatchObject({ status: 1, error: 'bo@example.com is not an admin\n' });
    const last = await run('admin revoke --email an@example.com');
    expect(last.status).toBe(1);
    expect(last.error).toContain('--force');
    expect((await run('admin revoke --email nobody@example.com')).status).toBe(1);
    expect((await run('admin revoke --email an@example.com --force')).status).toBe(0);
    expect((await run('admin list')).out).toBe('There is no admin yet\n');
    const rows = await server.ports.securityLog.list({ limit: 10, actionType: 'role_change' });
    expect(rows.filter(({ details }) => details.change === 'admin revoked')).toHaveLength(2);
  });

  test('ends a lock', async () => {
    const { lockouts, clock } = server.ports;
    const { lockout } = authSettings(server.config);
    const attempt = () => lockouts.reserve('lock@example.com', lockout, clock.now());
    for (let failure = 0; failure < 5; failure += 1) await attempt();
    expect((await attempt()).locked).toBe(true);
    const { attempts } = server.ports;
    const device = clientRateLimitKey(signInAction, 'device-a', '127.0.0.1');
    const onDevice = () => attempts.attempt(device, defaultRateLimit, clock.now());
    for (let failure = 0; failure < 5; failure += 1) await onDevice();
    const ended = await run('admin unlock --email Lock@example.com');
    expect(ended.status).toBe(0);
    expect(ended.out).toMatch(/^lock@example\.com is unlocked\n.*reloaded\n$/);
    expect((await attempt()).locked).toBe(false);
    expect((await onDevice()).allowed).toBe(true);
    const rows = await server.ports.securityLog.list({ limit: 10, actionType: 'unlock' });
    expect(rows).toMatchObject([{ source: 'server', severity: 'medium' }]);
  });
});

describe('npm run ebook', () => {
  test('says how large a file may be', async () => {
    const file = join(server.dataDirectory, 'large.pdf');
    writeFileSync(file, Buffer.concat([makePdf({ marker: 'l' }), Buffer.alloc(5000)]));
    const ended = await run(`ebook put ${file}`, { env: { EBOOK_MAX_BYTES: '4096' } });
    expect(ended.status).toBe(1);
    expect(ended.error).toContain('4096 bytes');
  });

  const path = '/storage/v1/object/public/ebook/free-guide.pdf';
  const served = async () =>
    hashOf(new Uint8Array(await (await fetch(server.url + path)).arrayBuffer()));

  test('puts a file that the running server serves at once, and takes it back', async () => {
    const [first, second] = [makePdf({ marker: 'a' }), makePdf({ marker: 'b' })];
    for (const [name, pdf] of [
      ['a.pdf', first],
      ['b.pdf', second],
    ] as const) {
      const file = join(server.dataDirectory, name);
      writeFileSync(file, pdf);
      const put = await run(`ebook put ${file}`);
      expect(put.status).toBe(0);
      expect(put.error).toContain('it has no title');
      expect(await served()).toBe(hashOf(pdf));
    }
    const versions = (await run('ebook versions')).out.trimEnd().split('\n');
    expect(versions.map((line) => [line.includes(' active '), line.slice(-5)])).toEqual([
      [true, 'b.pdf'],
      [false, 'a.pdf'],
    ]);
    const id = versions[1]?.slice(0, 36);
    expect(JSON.parse((await run('ebook versions --json')).out)).toMatchObject([
      { active: true, fileName: 'b.pdf', sha256: hashOf(second) },
      { active: false, fileName: 'a.pdf', id, uploadedAt: expect.stringMatching(/Z$/) },
    ]);
    expect((await run(`ebook restore ${id}`)).status).toBe(0);
    expect(await served()).toBe(hashOf(first));
    expect((await run('ebook restore nothing')).status).toBe(1);
  });

  test('rejects a file that is no PDF or does not exist', async () => {
    const file = join(server.dataDirectory, 'page.pdf');
    writeFileSync(file, '<html></html>');
    const html = await run(`ebook put ${file}`);
    expect(html).toMatchObject({ status: 1, error: 'Please select a PDF file\n' });
    expect((await run('ebook put /nowhere.pdf')).status).toBe(1);
  });

  test('is pure JSON through npm with --silent', () => {
    const parameters = ['run', '--silent', 'ebook', '--', 'versions', '--json'];
    const { stdout } = spawnSync('npm', parameters, {
      env: { PATH: process.env.PATH, DATA_DIR: server.dataDirectory },
      encoding: 'utf8',
    });
    expect(JSON.parse(stdout)).toMatchObject([{ active: true, fileName: 'a.pdf' }, {}]);
  });

  test('prints the statistics, as text and as JSON', async () => {
    const { total } = JSON.parse((await run('ebook stats --json')).out);
    expect(total).toBe(3);
    expect((await run('ebook stats')).out).toMatch(/^total 3, today \d+, /);
  });
});

describe('npm run seed', () => {
  test('adds each sample once, sends no mail, and wipes with --reset', async () => {
    expect((await run('seed', { env: { NODE_ENV: 'production' } })).status).toBe(1);
    const asked = await run('seed --reset');
    expect(asked).toMatchObject({ status: 1, out: '' });
    expect(await server.ports.ebooks.active()).toBeDefined();

    const made = await run('seed --reset --yes');
    expect(made.status).toBe(0);
    const password = /lid@voorbeeld\.example, password (\S+)/.exec(made.out)?.[1] ?? '';
    const member = await server.ports.users.byEmail(emailOf('lid@voorbeeld.example'));
    const check = await server.ports.passwords.verify(password, member?.passwordHash);
    expect(check._unsafeUnwrap().matches).toBe(true);
    expect(await server.ports.roles.rolesOf(member?.id ?? '')).toEqual([]);
    expect((await server.ports.ebooks.active())?.pages).toBe(9);
    expect(await server.ports.downloads.perDay()).toHaveLength(60);
    const messages = await server.ports.messages.list({ limit: 100, offset: 0 });
    expect(messages).toHaveLength(6);
    for (const { name, email } of messages) {
      expect(name).toContain('Voorbeeld');
      expect(email).toMatch(/@voorbeeld\.example$/);
    }
    expect(await server.ports.interests.confirmed()).toHaveLength(12);
    // The running server may remind the coach of the sample messages; nobody in the samples gets a mail.
    const mailed = (await server.outbox()).map(({ to }) => to);
    expect(mailed.filter((to) => /\.example$/.test(to) && to !== server.config.contactTo)).toEqual(
      [],
    );
    const facts = await server.ports.facts.current();
    expect(facts?.content.samples).toContain('coach');
    expect(await server.ports.facts.versions()).toHaveLength(1);

    const again = await run('seed');
    expect(again.status).toBe(0);
    expect(again.out).not.toContain('password');
    expect(await server.ports.downloads.perDay()).toHaveLength(60);
    expect(await server.ports.messages.list({ limit: 100, offset: 0 })).toHaveLength(6);
    expect(await server.ports.ebooks.versions()).toHaveLength(1);
    expect(again.out).toContain('Facts: somebody has saved some already');
    expect(await server.ports.facts.current()).toEqual(facts);

    await run('seed --reset --yes');
    expect(await server.ports.facts.versions()).toHaveLength(1);
    expect((await server.ports.facts.current())?.id).toBeGreaterThan(facts?.id ?? 0);
  });
});

test('npm run seed -- --reset asks about the place that it would wipe', async () => {
  const question = (where: string) => ({
    status: 1,
    out: '',
    error: `Wipe the content in ${where}? Type yes: Nothing was changed\n`,
  });
  expect(await run('seed --reset')).toEqual(question(server.dataDirectory));
  expect(await run('seed --reset', { env: { DATABASE_URL: 'postgres://127.0.0.1:1/x' } })).toEqual(
    question('the database of DATABASE_URL'),
  );
});

test('the sample guide is a tagged, titled document in Dutch with its text', async () => {
  const guide = readSampleGuide();
  const bytes = (async function* () {
    yield guide;
  })();
  expect(await unpdfInspector().inspect(bytes)).toMatchObject({
    kind: 'readable',
    pages: 9,
    title: 'Vijf stappen naar een week die werkt',
    language: 'nl',
    hasText: true,
  });
  expect(Buffer.from(guide).toString('latin1')).toContain('/StructTreeRoot');
  expect(guide.length).toBeLessThan(200_000);
});

test('the sample guide was printed from its source, with a text for every drawing that says something', async () => {
  const guide = readSampleGuide();
  const source = readFileSync(
    new URL(import.meta.resolve('@coachsite/ui/content/samples/guide.html')),
    'utf8',
  );
  const { text } = await extractText(await getDocumentProxy(guide.slice()), { mergePages: true });
  const plain = (markup: string) => markup.replaceAll(/<[^>]*>|\s/g, '');
  const printed = plain(text);
  const blocks = [...source.matchAll(/<(h[1-3]|p|li|th)\b[^>]*>(.*?)<\/\1>/gs)];
  expect(blocks.length).toBeGreaterThan(80);
  expect(blocks.filter(([, , block = '']) => !printed.includes(plain(block)))).toEqual([]);
  const drawings = source.match(/ alt="[^"]/g) ?? [];
  expect(
    Buffer.from(guide)
      .toString('latin1')
      .match(/\/Alt\b/g),
  ).toHaveLength(drawings.length);
});
