import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '@coachsite/server/config';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { Environment } from '#server/src/config/environment.ts';

const complaint = (environment: Record<string, string>) =>
  readConfig(environment).match(
    () => 'accepted',
    (line) => line,
  );

describe('a wrong setting is rejected in one line that names it', () => {
  test.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['PORT', '0x10'],
    ['PUBLIC_URL', 'foo'],
    ['PUBLIC_URL', 'http://coach.example'],
    ['PUBLIC_URL', 'https://coach.example/path'],
    ['PUBLIC_URL', 'https://coach.example/#top'],
    ['PUBLIC_URL', 'https://me:it@coach.example'],
    ['TRUST_PROXY', 'foo'],
    ['TRUST_PROXY', '10.0.0.0/99'],
    ['TRUST_PROXY', '10.0.0.1, ::1/129'],
    ['TRUST_PROXY', '10.0.0.0/255.0.255.0'],
    ['TRUST_PROXY', '10.0.0.0/0.0.0.0'],
    ['DATABASE_POOL_SIZE', '1'],
    ['DATABASE_POOL_SIZE', 'many'],
    ['DATABASE_URL', 'mysql://localhost/site'],
    ['DATABASE_URL', 'postgres://localhost/site?sslmod=verify-full'],
    ['DATABASE_URL', 'postgres://localhost/site?sslmode='],
    ['SMTP_URL', 'http://localhost'],
    ['MAIL_FROM', 'nobody'],
    ['MAIL_FROM', 'coach@coach.example\r\nBcc: all@coach.example'],
    ['SMS_URL', 'foo'],
    ['SMS_URL', 'http://sms.example'],
    ['AUTH_AUTOCONFIRM', 'maybe'],
    ['AUTH_REDIRECT_ALLOW_LIST', 'foo'],
    ['AUTH_REDIRECT_ALLOW_LIST', 'https://app.example, javascript:alert(1)'],
    ['AUTH_REDIRECT_ALLOW_LIST', 'https://me@app.example'],
    ['AUTH_LOCKOUT_SECONDS', '1.5'],
    ['AUTH_LOCKOUT_SECONDS', '9e2'],
    ['AUTH_MFA_CHALLENGE_TTL_SECONDS', '9007199254740991'],
    ['AUTH_SESSION_LIFETIME_SECONDS', '9007199254740991'],
    ['AUTH_SESSION_INACTIVITY_SECONDS', '0'],
    ['AUTH_SESSION_LIFETIME_SECONDS', 'long'],
    ['AUTH_SIGNUP', 'perhaps'],
    ['AUTH_ACCESS_TOKEN_TTL', '3601'],
    ['OAUTH_PROVIDERS', '{'],
    [
      'OAUTH_PROVIDERS',
      '[{"name":"email","issuer":"https://a.example","clientId":"a","clientSecret":"b"}]',
    ],
    [
      'OAUTH_PROVIDERS',
      '[{"name":"phone","issuer":"https://a.example","clientId":"a","clientSecret":"b"}]',
    ],
    [
      'OAUTH_PROVIDERS',
      '[{"name":"x","issuer":"https://a.example","clientId":"a","clientSecret":"b"},{"name":"x","issuer":"https://b.example","clientId":"a","clientSecret":"b"}]',
    ],
    ['OAUTH_PROVIDERS', '[{"name":"x","issuer":"foo","clientId":"a","clientSecret":"b"}]'],
    ['SSO_PROVIDERS', '[{"domain":"x","metadataUrl":"foo"}]'],
    ['CAPTCHA', '{"provider":"turnstile","secret":"a","siteKey":"b","verifyUrl":"foo"}'],
    ['EBOOK_MAX_BYTES', '25MB'],
    ['EBOOK_MAX_BYTES', '0'],
    ['BOOKING_URL', 'foo'],
    ['ANALYTICS_ID', 'UA-1'],
    ['HEARTBEAT_URL', 'http://monitor.example/ping'],
    ['HEARTBEAT_URL', 'https://me:it@monitor.example/ping'],
    ['LOG_LEVEL', 'loud'],
  ])('%s=%j', (name, value) => {
    expect(complaint({ [name]: value })).toMatch(new RegExp(`^${name}[^\\n]*: [^\\n]+$`));
  });
});

test('every setting has its row in docs/operations.md', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8');
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  const described = rows.flatMap((row) => row.split(' | ')[0]?.match(/[A-Z][A-Z\d_]+/g) ?? []);
  expect(Object.keys(Environment.shape).filter((name) => !described.includes(name))).toEqual([]);
});

test('each wrong setting gets its line: its name, what was given and what it takes', () => {
  expect(complaint({ PORT: 'eighty', LOG_LEVEL: 'loud', TRUST_PROXY: '10.0.0.1, foo' })).toBe(
    [
      'PORT: "eighty" is not accepted. Expected: a whole number from 0 to 65535 (0 takes a free port)',
      'TRUST_PROXY: "10.0.0.1, foo" is not accepted: item 2 is missing or wrong. Expected: IPs or CIDR ranges, separated by commas',
      'LOG_LEVEL: "loud" is not accepted. Expected: fatal, error, warn, info, debug, trace or silent',
    ].join('\n'),
  );
});

test('a wrong entry of JSON is placed, by its number and its key', () => {
  const providers = JSON.stringify([
    { name: 'a', issuer: 'https://a.example', clientId: 'a', clientSecret: 'b' },
    { name: 'b', issuer: 'https://b.example', clientId: 'a' },
  ]);
  expect(complaint({ OAUTH_PROVIDERS: providers })).toContain('item 2, "clientSecret" is missing');
  expect(complaint({ OAUTH_PROVIDERS: '{' })).toContain('is not JSON');
});

test.each([
  ['SMTP_URL', 'http://coach:hush-hush@mail.example'],
  ['SMTP_URL', 'smtp://coach:pw@hush#hush@mail.example:587'],
  ['SMTP_URL', 'smtp://coach:12#hush@mail.example:587'],
  ['SMTP_URL', 'smtps://coach:hush#hush@mail.example'],
  ['SMTP_URL', 'smtps://coach:hush/hush@mail.example'],
  ['SMTP_URL', 'smtps://coach:12/hush@mail.example'],
  ['SMTP_URL', 'smtp://coach:hush?hush@mail.example'],
  ['SMTP_URL', 'smtp://coach:12?hush@mail.example'],
  ['SMTP_URL', 'smtp://coach:p@ss/hush@mail.example'],
  ['SMTP_URL', 'smtp://mail.example:587#hush'],
  ['SMS_URL', 'https://sms.example/send?key=hush#hush'],
  ['SMS_URL', 'https://coach:12/hush@sms.example/send'],
  ['SMS_URL', 'https://coach:hush@sms.example/send'],
  ['SMS_URL', 'https://coach:12?hush@sms.example/send'],
  ['DATABASE_URL', 'postgres://coach:pw@hush#hush@db.example/site'],
  ['DATABASE_URL', 'postgres://coach:12#hush@db.example/site'],
  ['DATABASE_URL', 'postgres://coach:12/hush@db.example/site'],
  ['DATABASE_URL', 'postgres://coach:hush/hush@db.example/site'],
  ['DATABASE_URL', 'postgres://db.example/site?sslmode=verify-full#hush'],
  ['DATABASE_URL', 'mysql://coach:hush-hush@localhost/site'],
  ['DATABASE_URL', 'postgres://coach:hush-hush@localhost/site?sslmod=verify-full'],
  ['DATABASE_URL', 'postgres://coach:1?hush=hush@localhost/site'],
  ['DATABASE_URL', 'postgres://localhost/site?hush-hush'],
  ['SMS_URL', 'http://sms.example/?key=hush-hush'],
  ['PUBLIC_URL', 'http://coach:hush-hush@coach.example'],
  ['OAUTH_PROVIDERS', '[{"name":"x","clientId":"a","clientSecret":"hush-hush"}]'],
  ['SSO_PROVIDERS', '[{"domain":"x","metadataUrl":"http://idp.example/?key=hush-hush"}]'],
  ['CAPTCHA', '{"provider":"other","secret":"hush-hush","siteKey":"b"}'],
])('what %s holds in secret is not repeated', (name, value) => {
  expect(complaint({ [name]: value })).toMatch(new RegExp(`^${name}: `));
  expect(complaint({ [name]: value })).not.toContain('hush');
});

test.each([
  ['SMTP_URL', 'smtp://coach%40coach.example:p%40%23%2F%3Fw@mail.example:587'],
  // What has one reading is taken as before.
  ['SMTP_URL', 'smtp://coach@coach.example:p@ss@mail.example:587'],
  ['SMS_URL', 'https://sms.example/send?from=coach@coach.example'],
  ['SMS_URL', 'https://sms.example/@coach/send'],
  ['DATABASE_URL', 'postgres://coach:p%40%23%2F%3Fw@db.example:5432/site'],
])('%s takes %s', (name, value) => {
  expect(complaint({ [name]: value })).toBe('accepted');
});

test('a parameter of DATABASE_URL that the driver would ignore is named', () => {
  const rest = 'names that the driver pg knows, each with a value, such as ?sslmode=verify-full';
  for (const parameter of ['ssl_mode=require', 'SSLMODE=require', 'sslmode=']) {
    const [name] = parameter.split('=');
    const url = `postgres://coach:hush-hush@db.example/site?application_name=site&${parameter}`;
    const line = `DATABASE_URL: the parameter "${name}" would be ignored: leave it out, or correct its name. Expected: ${rest}`;
    expect(complaint({ DATABASE_URL: url })).toBe(line);
  }
});

const { filename } = import.meta;
test.each([
  'application_name=a',
  'client_encoding=utf8',
  'fallback_application_name=a',
  'host=/run/postgresql',
  'idle_in_transaction_session_timeout=1',
  'lock_timeout=1',
  'options=-c%20search_path=a',
  'password=a',
  'port=1',
  'query_timeout=1',
  'replication=database',
  'ssl=1',
  `sslcert=${filename}`,
  `sslkey=${filename}`,
  'sslmode=verify-full',
  'ssl=1&sslnegotiation=direct',
  `sslrootcert=${filename}`,
  'statement_timeout=1',
  'sslmode=no-verify&uselibpqcompat=true',
  'user=a',
])('DATABASE_URL takes %s, as the driver does', (parameters) => {
  const urlOf = (search: string) => `postgres://db.example/site?${search}`;
  const connectionOf = (search: string) => {
    const client = new pg.Client(urlOf(search));
    return [client.password, 'connectionParameters' in client && client.connectionParameters];
  };
  expect(complaint({ DATABASE_URL: urlOf(parameters) })).toBe('accepted');
  const others = parameters.replace(/&?[^&]*$/, '');
  expect(connectionOf(parameters)).not.toEqual(connectionOf(others));
  expect(connectionOf(parameters.replace(/(\w+)=([^&]*)$/, 'x$1=$2'))).toEqual(
    connectionOf(others),
  );
});

test.each([
  ['postgres://u:p%2F+@/site?host=/run&port=5433', 'u p/+ /run 5433 site'],
  ['postgresql://u@/site?host=/run&application_name=a', 'u null /run 5432 site'],
  ['postgres://u:p@?host=/run', 'u p /run 5432 u'],
  ['postgres://u:p@:5433/site?host=/run', 'u p /run 5433 site'],
  ['postgres://u:p@/site?user=other&host=/run', 'other p /run 5432 site'],
  ['postgres:///site?host=/run&user=u', 'u null /run 5432 site'],
  ['postgres://u:p@%2Frun/site', 'u p /run 5432 site'],
  ['postgres://u:p@db.example', 'u p db.example 5432 u'],
  ['postgres://u:p@[::1]:5433/site?sslmode=no-verify', 'u p ::1 5433 site'],
])('DATABASE_URL takes %s, as libpq does', (given, expected) => {
  const { databaseUrl } = readConfig({ DATABASE_URL: given })._unsafeUnwrap();
  const { user, password, host, port, database } = new pg.Client(databaseUrl);
  expect([user, password, host, port, database].join(' ')).toBe(expected.replace('null', ''));
  expect(new URL(databaseUrl ?? '').protocol).toMatch(/^postgres/);
});

test.each(['prefer', 'require', 'verify-ca'])(
  'sslmode=%s is what the driver takes it for, without its warning',
  (mode) => {
    const of = (search: string) =>
      readConfig({ DATABASE_URL: `postgres://db.example/site?${search}` })._unsafeUnwrap()
        .databaseUrl;
    expect(of(`user=u&sslmode=${mode}`)).toBe(of('user=u&sslmode=verify-full'));
    const compatible = `uselibpqcompat=true&sslmode=${mode}`;
    expect(of(compatible)).toContain(compatible);
  },
);

describe('a right setting is taken', () => {
  test.each([
    ['PUBLIC_URL', 'http://127.0.0.1:4000'],
    ['AUTH_SESSION_LIFETIME_SECONDS', '3000000000'],
    ['TRUST_PROXY', '127.0.0.1, 10.0.0.0/8, ::1, fd00::/8, 10.0.0.0/255.0.0.0, loopback'],
    ['PUBLIC_URL', 'http://localhost:4000/'],
    ['TRUST_PROXY', '10.0.0.0/255.255.255.255, 10.0.0.0/128.0.0.0'],
    ['AUTH_REDIRECT_ALLOW_LIST', 'https://app.example/after, app.coach://signed-in'],
    ['MAIL_FROM', 'coach@coach.example'],
    ['MAIL_FROM', '"Coach, online" <coach@coach.example>'],
    ['SMS_URL', 'http://127.0.0.1:9/sms'],
    ['LOG_LEVEL', ''],
    ['PORT', ' 4000 '],
    ['EBOOK_MAX_BYTES', '1'],
  ])('%s=%j', (name, value) => {
    expect(complaint({ [name]: value })).toBe('accepted');
  });
});

test.each(['DATA_DIR', 'PUBLISHABLE_KEY', 'METRICS_TOKEN', 'HOST', 'NODE_ENV'])(
  'quotes around %s are rejected, as they would be part of it',
  (name) => {
    const line = `${name}: the value is in quotes, which are part of it here: leave them out`;
    expect(complaint({ [name]: '"text"' })).toBe(line);
    expect(complaint({ [name]: "'text'" })).toBe(line);
  },
);

test('quotes around a name only, and in JSON, stay', () => {
  expect(complaint({ MAIL_FROM: '"Coach" <coach@example.com>' })).toBe('accepted');
  expect(complaint({ OAUTH_PROVIDERS: '[]' })).toBe('accepted');
});

test('a carriage return at the end of a value is no part of it', () => {
  const given = { DATA_DIR: '/data\r', PUBLISHABLE_KEY: 'key\r', AUTH_PHONE: 'off\r' };
  const config = readConfig(given)._unsafeUnwrap();
  expect(config).toMatchObject({ dataDirectory: '/data', publishableKey: 'key' });
  expect(config.auth.phone).toBe(false);
});
