import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { argon2PasswordHasher } from '@coachsite/adapters/argon2';
import { jwtSigner } from '@coachsite/adapters/jwt';
import { openSqlite } from '@coachsite/adapters/sqlite';
import * as stores from '@coachsite/adapters/stores';
import { cryptoIds, cryptoRandom, sha256, systemClock } from '@coachsite/adapters/system';
import { publicUser } from '@coachsite/core/account';
import { defaultLockout } from '@coachsite/core/defaults';
import type { RequestContext } from '@coachsite/core/security-log';
import * as session from '@coachsite/core/session';
import { type SignedIn, type SignedUp, signInWithPassword, signUp } from '@coachsite/core/sign-in';

const { DATA_DIR: directory = '.', PORT = '0' } = process.env;
const database = openSqlite(`${directory}/auth.sqlite`);
const ports = {
  users: stores.sqlUserStore(database),
  sessions: stores.sqlSessionStore(database),
  tokens: stores.sqlTokenStore(database),
  lockouts: stores.sqlLockoutStore(database),
  attempts: stores.sqlAttemptStore(database),
  ...{ securityLog: stores.sqlSecurityLog(database), reportLostEvent: console.error },
  passwords: argon2PasswordHasher(),
  signer: jwtSigner({ directory, tokenTtlMs: 3_600_000, clock: systemClock }),
  messenger: { send: async () => undefined }, // with `autoconfirm` nothing waits for a mail
  ...{ clock: systemClock, random: cryptoRandom, ids: cryptoIds, digest: sha256 },
};
const settings = {
  ...{ issuer: 'urn:auth', siteName: 'Auth', allowsSignUp: true, autoconfirm: true },
  ...{ accessTokenTtlSeconds: 3600, refreshReuseIntervalMs: 10_000, lockout: defaultLockout },
  ...{ linkTtlMs: 3_600_000, codeTtlMs: 600_000, emailIntervalMs: 60_000 },
};
const link = { redirectTo: '/', transport: 'bearer', challenge: undefined } as const;

const calls = (body: Record<'email' | 'password' | 'token', unknown>, context: RequestContext) => ({
  '/signup': () =>
    signUp(ports, settings, { ...body, data: {}, link: { ...link, language: 'en' }, context }),
  '/signin': () => signInWithPassword(ports, settings, { ...body, context }),
  '/refresh': () => session.refreshSession(ports, settings, { ...body, context }),
  '/user': () => session.identifyUser(ports, settings, body),
});
const shown = (done: SignedUp | SignedIn | session.GrantedSession | session.CurrentUser) => {
  if ('granted' in done) return session.publicSession(done.granted); // no hash leaves
  return 'accessToken' in done ? session.publicSession(done) : { user: publicUser(done.user) };
};

const server = createServer(async (request, response) => {
  const given = (await json(request).catch(() => null)) as Record<string, unknown> | null;
  const body = { email: given?.email, password: given?.password, token: given?.token };
  const context = { ip: `${request.socket.remoteAddress}`, userAgent: '' };
  const result = await calls(body, context)[request.url as '/user']?.();
  response.statusCode = result ? (result.isOk() ? 200 : 400) : 404;
  response.end(JSON.stringify(result?.isOk() ? { value: shown(result.value) } : result));
});
server.listen(Number(PORT), '127.0.0.1', () => console.log(server.address()));
