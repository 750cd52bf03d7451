import { createHash, generateKeyPairSync, randomUUID, sign, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { bookFile, pageFile } from './floors.ts';

/*
 * The floor of a server in Node: node:http and nothing else, with the same page and file in memory, and for calls the
 * same work on a database of the same kind: a signature made or verified, the rows read, one durable transaction that
 * requests of one turn share. Called as `node bare-work.ts PORT FOLDER`.
 */

const [port = '0', folder = '.'] = process.argv.slice(2);
const page = readFileSync(join(folder, pageFile));
const book = readFileSync(join(folder, bookFile));

const database = new Sqlite(join(folder, 'bare.sqlite'));
database.pragma('journal_mode = WAL');
database.pragma('synchronous = FULL');
database.exec(`
  CREATE TABLE users (id TEXT PRIMARY KEY, email TEXT NOT NULL, data TEXT NOT NULL) STRICT;
  CREATE TABLE factors (id TEXT PRIMARY KEY, user_id TEXT NOT NULL) STRICT;
  CREATE INDEX factors_by_user ON factors (user_id);
  CREATE TABLE sessions (id TEXT PRIMARY KEY, user_id TEXT NOT NULL, counter INTEGER NOT NULL, hash TEXT NOT NULL,
    rotated_at_ms INTEGER NOT NULL) STRICT;
  CREATE TABLE events (id TEXT PRIMARY KEY, at_ms INTEGER NOT NULL, text TEXT NOT NULL) STRICT;
  CREATE TABLE messages (id TEXT PRIMARY KEY, at_ms INTEGER NOT NULL, text TEXT NOT NULL) STRICT;
  CREATE TABLE mails (id TEXT PRIMARY KEY, at_ms INTEGER NOT NULL, text TEXT NOT NULL) STRICT;
`);
const sql = {
  addUser: database.prepare('INSERT INTO users VALUES (?, ?, ?)'),
  addSession: database.prepare('INSERT INTO sessions VALUES (?, ?, 0, ?, ?)'),
  user: database.prepare('SELECT * FROM users WHERE id = ?'),
  factors: database.prepare('SELECT * FROM factors WHERE user_id = ?'),
  session: database.prepare('SELECT * FROM sessions WHERE id = ?'),
  rotate: database.prepare(
    'UPDATE sessions SET counter = counter + 1, hash = ?, rotated_at_ms = ? WHERE id = ?',
  ),
  addEvent: database.prepare('INSERT INTO events VALUES (?, ?, ?)'),
  addMessage: database.prepare('INSERT INTO messages VALUES (?, ?, ?)'),
  addMail: database.prepare('INSERT INTO mails VALUES (?, ?, ?)'),
};

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
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
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding },
    Buffer.from(signature, 'base64url'),
  );
  if (!isRight) throw new Error('A wrong token');
  return JSON.parse(Buffer.from(claims, 'base64url').toString());
}

/** Writes that arrive in one turn share one commit, and get their response after it. */
let waiting: (() => void)[] = [];
function write(work: () => void): Promise<void> {
  if (waiting.length === 0) {
    setImmediate(() => {
      const now = waiting;
      waiting = [];
      database.transaction(() => {
        for (const run of now) run();
      })();
      for (const resolve of resolvers.splice(0)) resolve();
    });
  }
  waiting.push(work);
  return new Promise((resolve) => resolvers.push(resolve));
}
const resolvers: (() => void)[] = [];

async function bodyOf(request: IncomingMessage): Promise<Record<string, string>> {
  const parts: Buffer[] = [];
  for await (const chunk of request) parts.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(parts).toString());
}

function sendJson(response: ServerResponse, value: unknown): void {
  const text = JSON.stringify(value);
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

function newSession(userId: string): { access_token: string; refresh_token: string } {
  const [id, secret] = [randomUUID(), randomUUID()];
  sql.addSession.run(id, userId, hashOf(secret), Date.now());
  return { access_token: makeToken(userId, id), refresh_token: `${id}.${secret}` };
}

const handlers: Readonly<Record<string, Handler>> = {
  '/page': (_request, response) => {
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'br',
      'content-length': page.length,
    });
    response.end(page);
  },
  '/book': (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': book.length });
    response.end(book);
  },
  '/sign-up': (_request, response) => {
    const id = randomUUID();
    sql.addUser.run(id, `${id}@example.com`, JSON.stringify({ full_name: 'An' }));
    sendJson(response, newSession(id));
  },
  '/user': (request, response) => {
    const { sub, session_id } = readToken(request.headers.authorization?.slice(7) ?? '');
    if (!sql.session.get(session_id)) throw new Error('No session');
    const user = sql.user.get(sub) as { readonly data: string };
    const factors = sql.factors.all(sub);
    sendJson(response, { ...user, user_metadata: JSON.parse(user.data), factors });
  },
  '/refresh': async (request, response) => {
    const [id = '', secret = ''] = (await bodyOf(request))['refresh_token']?.split('.') ?? [];
    const next = randomUUID();
    let userId = '';
    await write(() => {
      const session = sql.session.get(id) as { readonly hash: string; readonly user_id: string };
      if (session.hash !== hashOf(secret)) throw new Error('A wrong secret');
      userId = session.user_id;
      sql.rotate.run(hashOf(next), Date.now(), id);
      sql.addEvent.run(randomUUID(), Date.now(), 'refresh');
    });
    sendJson(response, { access_token: makeToken(userId, id), refresh_token: `${id}.${next}` });
  },
  '/contact': async (request, response) => {
    const fields = await bodyOf(request);
    const id = randomUUID();
    await write(() => {
      sql.addMessage.run(id, Date.now(), JSON.stringify(fields));
      sql.addMail.run(randomUUID(), Date.now(), JSON.stringify(fields));
    });
    sendJson(response, { id });
  },
};

createServer((request, response) => {
  const handler = handlers[request.url ?? ''];
  if (handler) void handler(request, response);
  else response.writeHead(404, { 'content-length': 0 }).end();
}).listen(Number(port), '127.0.0.1');
