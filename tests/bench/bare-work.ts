import { createHash, generateKeyPairSync, randomUUID, sign, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { hash, verify as verifyHash } from '@node-rs/argon2';
import Sqlite from 'better-sqlite3';

/*
 * The floor of a server in Node: node:http and nothing else, with the same page and file in memory, and for calls the
 * same work on a database of the same kind: a signature made or verified, the rows read, one durable transaction that
 * requests of one turn share. Called as `node bare-work.ts PORT FOLDER`.
 */

const [port = '0', folder = '.'] = process.argv.slice(2);
const page = readFileSync(join(folder, 'page'));
const pageHeaders = JSON.parse(readFileSync(join(folder, 'page-headers'), 'utf8')) as object;
const book = readFileSync(join(folder, 'book'));
const smallBook = readFileSync(join(folder, 'small-book'));

const database = new Sqlite(join(folder, 'bare.sqlite'));
database.pragma('journal_mode = WAL');
database.pragma('synchronous = FULL');
database.exec(`
  CREATE TABLE users (id TEXT PRIMARY KEY, email TEXT NOT NULL, data TEXT NOT NULL) STRICT;
  CREATE TABLE factors (id TEXT PRIMARY KEY, user_id TEXT NOT NULL) STRICT;
  CREATE INDEX factors_by_user ON factors (user_id);
  CREATE TABLE sessions (id TEXT PRIMARY KEY, user_id TEXT NOT NULL, counter INTEGER NOT NULL, hash TEXT NOT NULL,
    rotated_at_ms INTEGER NOT NULL) STRICT;
  CREATE TABLE added (id TEXT PRIMARY KEY, at_ms INTEGER NOT NULL, text TEXT NOT NULL) STRICT;
`);
const addUser = database.prepare('INSERT INTO users VALUES (?, ?, ?)');
const addSession = database.prepare('INSERT INTO sessions VALUES (?, ?, 0, ?, ?)');
const userById = database.prepare('SELECT * FROM users WHERE id = ?');
const factorsOf = database.prepare('SELECT * FROM factors WHERE user_id = ?');
const sessionById = database.prepare('SELECT * FROM sessions WHERE id = ?');
const rotate = database.prepare(
  'UPDATE sessions SET counter = counter + 1, hash = ?, rotated_at_ms = ? WHERE id = ?',
);
const add = database.prepare('INSERT INTO added VALUES (?, ?, ?)');

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const password = 'Tr0ubadour&Kite';
// Source: docs/performance.md#4.
const stored = hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
const dsaEncoding = 'ieee-p1363';
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url');

function makeToken(userId: string, sessionId: string): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = { sub: userId, session_id: sessionId, role: 'authenticated', exp: now + 3600 };
  const text = `${part({ alg: 'ES256', typ: 'JWT' })}.${part(claims)}`;
  const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding });
  return `${text}.${signature.toString('base64url')}`;
}

function readToken(token: string): { readonly sub: string; readonly session_id: string } {
  const [head, claims = '', signature = ''] = token.split('.');
  const signed = Buffer.from(`${head}.${claims}`);
  const key = { key: publicKey, dsaEncoding } as const;
  if (!verify('sha256', signed, key, Buffer.from(signature, 'base64url')))
    throw new Error('A wrong token');
  return JSON.parse(Buffer.from(claims, 'base64url').toString());
}

let waiting: { readonly work: () => void; readonly resolve: () => void }[] = [];

function commit(): void {
  const batch = waiting;
  waiting = [];
  database.transaction(() => {
    for (const { work } of batch) work();
  })();
  for (const { resolve } of batch) resolve();
}

/** Writes that arrive in one turn share one commit, and get their response after it. */
function write(work: () => void): Promise<void> {
  if (waiting.length === 0) setImmediate(commit);
  return new Promise((resolve) => waiting.push({ work, resolve }));
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, string>> {
  const parts: Buffer[] = [];
  for await (const chunk of request) parts.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(parts).toString());
}

function send(response: ServerResponse, type: string, body: Buffer, headers = {}): void {
  response.writeHead(200, { 'content-type': type, 'content-length': body.length, ...headers });
  response.end(body);
}

/** What a client gets of an account. */
const accountOf = (userId: string) => {
  const user = userById.get(userId) as { readonly data: string };
  return { ...user, user_metadata: JSON.parse(user.data), factors: factorsOf.all(userId) };
};

const sendJson = (response: ServerResponse, value: unknown) =>
  send(response, 'application/json; charset=utf-8', Buffer.from(JSON.stringify(value)));

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

const handlers: Readonly<Record<string, Handler>> = {
  '/page': (_request, response) =>
    send(response, 'text/html; charset=utf-8', page, { 'content-encoding': 'br' }),
  '/page-with-headers': (_request, response) => {
    response.writeHead(200, pageHeaders as Record<string, string>).end(page);
  },
  '/book': (_request, response) => send(response, 'application/pdf', book),
  '/small-book': (_request, response) => send(response, 'application/pdf', smallBook),
  '/sign-up': (_request, response) => {
    const [user, session, secret] = [randomUUID(), randomUUID(), randomUUID()];
    addUser.run(user, `${user}@example.com`, JSON.stringify({ full_name: 'An' }));
    addSession.run(session, user, hashOf(secret), Date.now());
    const tokens = {
      access_token: makeToken(user, session),
      refresh_token: `${session}.${secret}`,
    };
    sendJson(response, tokens);
  },
  '/user': (request, response) => {
    const { sub, session_id } = readToken(request.headers.authorization?.slice(7) ?? '');
    if (!sessionById.get(session_id)) throw new Error('No session');
    sendJson(response, accountOf(sub));
  },
  '/hash': async (_request, response) => {
    if (!(await verifyHash(await stored, password))) throw new Error('A wrong hash');
    sendJson(response, {});
  },
  '/refresh': async (request, response) => {
    const [id = '', secret = ''] = (await bodyOf(request))['refresh_token']?.split('.') ?? [];
    const next = randomUUID();
    let userId = '';
    await write(() => {
      const session = sessionById.get(id) as { readonly hash: string; readonly user_id: string };
      if (session.hash !== hashOf(secret)) throw new Error('A wrong secret');
      userId = session.user_id;
      rotate.run(hashOf(next), Date.now(), id);
      add.run(randomUUID(), Date.now(), 'refresh');
    });
    // The session may have ended with a take-over of the account.
    const user = accountOf(userId);
    if (!sessionById.get(id)) throw new Error('No session');
    const tokens = { access_token: makeToken(userId, id), refresh_token: `${id}.${next}` };
    sendJson(response, { ...tokens, user });
  },
  '/contact': async (request, response) => {
    const fields = await bodyOf(request);
    const id = randomUUID();
    await write(() => {
      // The message, and the mail about it.
      add.run(id, Date.now(), JSON.stringify(fields));
      add.run(randomUUID(), Date.now(), JSON.stringify(fields));
    });
    sendJson(response, { id });
  },
};

createServer((request, response) => {
  const handler = handlers[request.url ?? ''];
  if (handler) void handler(request, response);
  else response.writeHead(404, { 'content-length': 0 }).end();
}).listen(Number(port), '127.0.0.1');
