import { createHash } from 'node:crypto';
import { addAdmin, banAccount, endSessions } from '@coachsite/core/admins';
import { emailOf } from '@coachsite/core/testing';
import { describe, expect, test } from 'vitest';
import {
  type ApiResponse,
  call,
  getUser,
  goodPassword,
  newEmail,
  otherPassword,
  refresh,
  signIn,
  signUp,
  statusAndCode,
} from '../support/auth-client.ts';
import type { TestServer } from '../support/server.ts';
import { openBrowser } from './support/browser.ts';
import { connect, lastMail, linkOf, member, need } from './support/client.ts';
import { enroll } from './support/mfa-site.ts';
import { openOAuthSite, person } from './support/oauth-sites.ts';
import { parametersOf, ssoSignIn } from './support/saml.ts';
import { employee, openSamlSite } from './support/saml-site.ts';
import { totp } from './support/totp.ts';

/**
 * What has begun before an account is taken over, banned, or has all its sessions ended, and is completed afterwards. Every
 * call of every port is overtaken in `tests/core/taken-over.test.ts`; here the databases are.
 */

const { server, provider } = await openOAuthSite();
const context = { ip: '', userAgent: 'the operator' };

type Port = 'sessions' | 'users' | 'tokens' | 'roles';
type Moment = 'before' | 'after';

/** Runs `act` once, right before the next call of this method or, as `after`, before its caller gets the result. */
function once(
  { everyServer }: TestServer,
  [port, method]: readonly [Port, string],
  act: () => Promise<unknown>,
  moment: Moment = 'before',
): { readonly isDone: () => boolean } {
  let isDone = false;
  for (const { ports } of everyServer) {
    const own = Reflect.get(ports[port], method) as (...given: unknown[]) => Promise<unknown>;
    const held = async (...given: unknown[]) => {
      const isFirst = !isDone;
      isDone = true;
      if (isFirst && moment === 'before') await act();
      const result = await own(...given);
      if (isFirst && moment === 'after') await act();
      return result;
    };
    Object.assign(ports[port], { [method]: held });
  }
  return { isDone: () => isDone };
}

/** The coach takes the account of this address over. */
async function takeOver(email: string, on: TestServer = server) {
  const owner = { email, password: otherPassword, context };
  (await addAdmin(on.ports, { siteName: on.config.site.name }, owner))._unsafeUnwrap();
}

/** Expects nothing but the account that the coach has made. */
async function expectOwners(email: string) {
  const user = need(await server.ports.users.byEmail(emailOf(email)));
  expect(await server.ports.sessions.ofUser(user.id)).toEqual([]);
  expect(user.identities).toMatchObject([{ provider: 'email' }]);
  expect((await signIn(server, email, goodPassword)).status).toBe(400);
  const owner = await signIn(server, email, otherPassword);
  expect(owner.status).toBe(200);
  const { body } = await call(server, 'GET', '/auth/v1/user', { bearer: owner.body.access_token });
  expect(body.factors).toBeUndefined();
}

const post = (path: string, body: object, bearer?: string) =>
  call(server, 'POST', `/auth/v1${path}`, { body, bearer });
const mailed = async (path: string, email: string, more: object = {}) => {
  await post(path, { email, ...more });
  return lastMail(server, email);
};
const follow = async (email: string) => {
  const mail = await lastMail(server, email);
  const { headers } = await openBrowser().step(linkOf(server, mail));
  return parametersOf(new URL(need(headers.get('location'))));
};
const verifier = 'verifier-'.repeat(6);
const challenge = {
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
};
const rejected = (response: ApiResponse) => statusAndCode(response);

/** Begins to sign in to an account; the rest is what is overtaken, and what the stranger gets. */
const signIns: Readonly<
  Record<string, (email: string) => Promise<() => Promise<readonly unknown[]>>>
> = {
  'a password': async (email) => {
    await signUp(server, email);
    return async () => rejected(await signIn(server, email, goodPassword));
  },
  'a mailed code': async (email) => {
    await signUp(server, email);
    const { code } = await mailed('/otp', email);
    return async () => rejected(await post('/verify', { type: 'email', email, token: code }));
  },
  'a recovery link': async (email) => {
    await signUp(server, email);
    await mailed('/recover', email);
    return async () => {
      const { error_code, access_token } = await follow(email);
      return [access_token === undefined ? 403 : 200, error_code];
    };
  },
  'a code for a verifier': async (email) => {
    await signUp(server, email);
    await mailed('/otp', email, challenge);
    const { code } = await follow(email);
    const body = { auth_code: code, code_verifier: verifier };
    return async () => rejected(await post('/token?grant_type=pkce', body));
  },
  'an ID token': async (email) => {
    const who = person({ email });
    const grant = (claims: typeof who) =>
      post('/token?grant_type=id_token', {
        provider: 'partner',
        id_token: provider.idToken(claims),
      });
    await grant(who);
    return async () => rejected(await grant({ ...who, email_verified: false }));
  },
};
const codes: Readonly<Record<string, readonly unknown[]>> = {
  'a password': [400, 'invalid_credentials'],
  'a mailed code': [403, 'otp_expired'],
  'a recovery link': [403, 'otp_expired'],
  'a code for a verifier': [404, 'flow_state_not_found'],
  'an ID token': [403, 'session_not_found'],
};

describe.each(Object.entries(signIns))('a sign-in by %s', (name, begin) => {
  test.each([
    ['taken over', takeOver],
    [
      'banned',
      (email: string) => banAccount(server.ports, { recipient: email, force: true, context }),
    ],
    [
      'signed out everywhere',
      (email: string) => endSessions(server.ports, { recipient: email, context }),
    ],
  ])('is rejected when the account is %s right before it is completed', async (what, act) => {
    const email = newEmail();
    const finish = await begin(email);
    const paused = once(server, ['sessions', 'create'], () => act(email));
    expect(await finish()).toEqual(codes[name]);
    expect(paused.isDone()).toBe(true);
    const user = need(await server.ports.users.byEmail(emailOf(email)));
    expect(await server.ports.sessions.ofUser(user.id)).toEqual([]);
    if (what === 'taken over') await expectOwners(email);
  });
});

test('a code or link that was taken signs nobody in to an account that was taken over since', async () => {
  for (const [name, method] of [
    ['a mailed code', 'takeByCode'],
    ['a recovery link', 'takeByLink'],
  ] as const) {
    const email = newEmail();
    const finish = await need(signIns[name])(email);
    const paused = once(server, ['tokens', method], () => takeOver(email), 'after');
    expect(await finish()).toEqual([403, 'otp_expired']);
    expect(paused.isDone()).toBe(true);
    await expectOwners(email);
  }
});

test('the known identity of a provider is that of nobody once the account is taken over', async () => {
  const email = newEmail();
  const finish = await need(signIns['an ID token'])(email);
  const paused = once(server, ['users', 'change'], () => takeOver(email));
  await finish();
  expect(paused.isDone()).toBe(true);
  await expectOwners(email);
});

test('no identity is linked to an account that is taken over right before', async () => {
  const connected = await member(server);
  const { email, session } = connected;
  const paused = once(server, ['users', 'change'], () => takeOver(email));
  const id_token = provider.idToken(person());
  const body = { provider: 'partner', id_token, link_identity: true };
  const linked = await post('/token?grant_type=id_token', body, session.access_token);
  expect(statusAndCode(linked)).toEqual([403, 'session_not_found']);
  expect(paused.isDone()).toBe(true);
  await expectOwners(email);
});

test.each([
  ['before', 403],
  ['after', 200],
] as const)(
  'a second factor or a refresh that is overtaken %s its session is changed opens nothing',
  async (moment, status) => {
    const connected = await member(server);
    const { email, session } = connected;
    const { id, secret } = await enroll(connected);
    const asked = await post(`/factors/${id}/challenge`, {}, session.access_token);
    const code = totp(secret, server.ports.clock.now());
    once(server, ['sessions', 'change'], () => takeOver(email), moment);
    const body = { challenge_id: asked.body.id, code };
    const raised = await post(`/factors/${id}/verify`, body, session.access_token);
    expect(raised.status).toBe(status);
    if (status === 200) expect((await getUser(server, raised.body.access_token)).status).toBe(403);
    await expectOwners(email);

    const other = await member(server);
    once(server, ['sessions', 'change'], () => takeOver(other.email), moment);
    const renewed = await refresh(server, other.session.refresh_token);
    expect(statusAndCode(renewed)).toEqual([400, 'session_not_found']);
    await expectOwners(other.email);
  },
);

test('a request of the stranger that is being looked at does not get the role of the coach', async () => {
  const { email, session } = await member(server);
  const paused = once(server, ['roles', 'rolesOf'], () => takeOver(email));
  const bearer = session.access_token;
  const read = await call(server, 'GET', '/api/admin/messages', { bearer });
  expect([read.status, read.body.code]).toEqual([401, 'session_not_found']);
  expect(paused.isDone()).toBe(true);
});

test('an employee is not signed in once all sessions of all accounts ended', async () => {
  const saml = await openSamlSite();
  const nameId = employee();
  const end = () => endSessions(saml.server.ports, { recipient: undefined, context });
  const paused = once(saml.server, ['sessions', 'create'], end);
  const statement = { nameId, attributes: { email: `${nameId}@corp.example` } };
  const at = await ssoSignIn(await connect(saml.server), saml.provider, statement);
  expect(saml.rejected(at)).toBe('session_not_found');
  expect(paused.isDone()).toBe(true);
});
