import { createHash } from 'node:crypto';
import { oidcClient } from '@coachsite/adapters/oidc';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openBrowser } from '../conformance/support/browser.ts';
import {
  type Misbehaviour,
  type Refusal,
  startOpenIdProvider,
} from '../support/fake-services/openid-provider.ts';

const redirectUri = 'http://127.0.0.1:9/callback';

async function started() {
  const provider = await startOpenIdProvider({ redirectUri });
  onTestFinished(() => provider.close());
  const report = vi.fn();
  const client = oidcClient([provider.setting()], report);
  const verify = () => client.verifyIdToken('partner', provider.idToken({ sub: 'ann' }), undefined);
  return { provider, report, client, verify };
}

test('keys of a provider that are not to be had are its trouble, which the operator reads', async () => {
  const { provider, report, verify } = await started();
  for (const how of ['failing', 'redirect'] as const) {
    provider.misbehave({ trouble: { path: '/jwks', how } });
    expect([how, await verify()]).toEqual([
      how,
      expect.objectContaining({ error: { kind: 'provider_unavailable' } }),
    ]);
  }
  expect(report).toHaveBeenCalledTimes(2);
  provider.honest();
  expect((await verify()).isOk()).toBe(true);
});

test('what a provider publishes is read again after ten minutes, also when the clock was set back', async () => {
  const { provider, verify } = await started();
  const reads = () =>
    provider.requestedPaths.filter((path) => path.startsWith('/.well-known')).length;
  await verify();
  await verify();
  expect(reads()).toBe(1);
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 10 * 60_000);
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 86_400_000);
  onTestFinished(() => void vi.restoreAllMocks());
  await verify();
  expect(reads()).toBe(2);
});

const json = { 'content-type': 'application/json' };
const word = (status: number, error: string) => ({
  status,
  headers: json,
  body: JSON.stringify({ error }),
});

/** Signs in at a provider that refuses; returns the outcome and how often a token was asked for. */
async function exchangeAt(
  authMethod: 'client_secret_basic' | 'client_secret_post',
  refuses: Omit<Refusal, 'path'> & { readonly path?: string },
) {
  const { isIn, asks } = await exchange(authMethod, { refuses: { path: '/token', ...refuses } });
  return { isIn, asks };
}

/** Signs in at a provider that misbehaves; returns the outcome too, and what was reported. */
async function exchange(
  authMethod: 'client_secret_basic' | 'client_secret_post',
  misbehaviour: Misbehaviour,
) {
  const provider = await startOpenIdProvider({ redirectUri, authMethod });
  onTestFinished(() => provider.close());
  provider.signsIn({ sub: 'ann' });
  provider.misbehave(misbehaviour);
  const report = vi.fn();
  const client = oidcClient([provider.setting()], report);
  const codeVerifier = 'v'.repeat(43);
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
  const own = { state: 'state', nonce: 'nonce' };
  const asked = { redirectUri, codeChallenge, scopes: [], extra: {}, ...own };
  const url = (await client.authorizationUrl('partner', asked))._unsafeUnwrap();
  const back = await openBrowser().go(url, ({ href }) => href.startsWith(redirectUri));
  const done = await client.exchange('partner', { callbackUrl: back.href, codeVerifier, ...own });
  const asks = provider.requestedPaths.filter((path) => path === '/token').length;
  return { isIn: done.isOk(), asks, reported: report.mock.calls.map(([, about]) => about) };
}

test.each<[string, Omit<Refusal, 'path'>]>([
  ['invalid_client', word(401, 'invalid_client')],
  ['unauthorized_client', word(400, 'unauthorized_client')],
  ['invalid_request, as it sees no secret', word(400, 'invalid_request')],
  ['a word of its own with 401', word(401, 'wrong_secret')],
  ['a word of its own with 403', word(403, 'access_denied')],
  ['a challenge', { status: 401, headers: { 'www-authenticate': 'Basic realm="x"' } }],
  ['a page with 401', { status: 401, headers: { 'content-type': 'text/html' }, body: '<p>No</p>' }],
  ['nothing but 403', { status: 403 }],
  ['a word of its own with 400', word(400, 'bad_client_secret')],
  ['access_denied', word(400, 'access_denied')],
  ['invalid_scope', word(400, 'invalid_scope')],
  ['a text with 400', { status: 400, headers: { 'content-type': 'text/plain' }, body: 'No' }],
  ['a word with 500', word(500, 'invalid_client_secret')],
  ['nothing but 503', { status: 503 }],
  ['a word with 200', word(200, 'incorrect_client_credentials')],
])(
  'a provider that refuses the client with %s is asked once more, in the other way',
  async (_name, refusal) => {
    const post = await exchangeAt('client_secret_post', { to: 'basic', ...refusal });
    expect(post).toEqual({ isIn: true, asks: 2 });
    const neither = await exchangeAt('client_secret_basic', refusal);
    expect(neither).toEqual({ isIn: false, asks: 2 });
  },
);

test.each<[string, Omit<Refusal, 'path'>]>([
  ['a code that is used up or wrong', word(400, 'invalid_grant')],
  ['such a code, with 401', word(401, 'invalid_grant')],
  ['such a code, with 200', word(200, 'invalid_grant')],
  ['an answer without tokens', { status: 200, headers: json, body: '{}' }],
])('a provider that answers with %s is not asked again', async (_name, refusal) => {
  const outcome = await exchangeAt('client_secret_basic', refusal);
  expect(outcome).toEqual({ isIn: false, asks: 1 });
});

test.each<[string, Omit<Refusal, 'path'>]>([
  ['403', { status: 403 }],
  ['a challenge', { status: 401, headers: { 'www-authenticate': 'Basic realm="x"' } }],
  ['a word', word(400, 'invalid_client')],
  ['a word with 200', word(200, 'invalid_client')],
])(
  'a code that gave tokens is not used twice when the keys are refused with %s',
  async (_name, refusal) => {
    const outcome = await exchangeAt('client_secret_basic', { path: '/jwks', ...refusal });
    expect(outcome).toEqual({ isIn: false, asks: 1 });
  },
);

test('a code that gave tokens is not used twice when the user info is refused', async () => {
  const challenge = { 'www-authenticate': 'Bearer error="invalid_token"' };
  const refusal = { path: '/me', status: 401, headers: challenge };
  expect(await exchangeAt('client_secret_basic', refusal)).toEqual({ isIn: false, asks: 1 });
});

test.each<[string, Misbehaviour]>([
  ['invalid_client', { refuses: { path: '/token', ...word(401, 'invalid_client') } }],
  ['aud', { claims: (claims) => ({ ...claims, aud: 'other' }) }],
  ['exp', { claims: (claims) => ({ ...claims, exp: 1 }) }],
  ['sub', { userinfo: (claims) => ({ ...claims, sub: 'somebody else' }) }],
  ['HS512', { algorithm: 'HS512' }],
  ['status_404', { refuses: { path: '/jwks', status: 404 } }],
])('the operator reads %s where a sign-in fails for that', async (detail, misbehaviour) => {
  const { isIn, reported } = await exchange('client_secret_basic', misbehaviour);
  expect(isIn).toBe(false);
  expect(reported).toEqual([{ name: 'partner', detail }]);
});

test('what a provider says in place of a code is not reported', async () => {
  const refuses = { path: '/token', ...word(400, 'Ann Peeters is not known') };
  const { reported } = await exchange('client_secret_basic', { refuses });
  expect(reported).toEqual([{ name: 'partner', detail: undefined }]);
});
