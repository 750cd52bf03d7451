import { type Api, createAuthClient, createSessionKeeper } from '@coachsite/adapters/browser';
import { ok } from 'neverthrow';
import { expect, test } from 'vitest';

/** A client in a browser that keeps a session, or not; and the paths that it asked for. */
function clientIn(canKeep: boolean) {
  const paths: string[] = [];
  const asked = async <T>(path: string) => {
    paths.push(path.replace(/\?.*/, ''));
    return ok({} as T);
  };
  const api: Api = { get: asked, delete: asked, post: asked, put: asked, patch: asked };
  const storage = { read: () => null, write: () => {} };
  const keeper = createSessionKeeper({ api, storage, now: () => 0, wait: async () => {} });
  const circumstances = () => ({ now: 0, userAgent: 'test', url: 'https://site.test/' });
  const client = createAuthClient({ api, keeper, circumstances, canKeepSession: () => canKeep });
  const challenge = { code_challenge: 'c', code_challenge_method: 's256' } as const;
  const site = { redirectTo: 'https://site.test', language: 'nl' };
  const calls = [
    () => client.signIn('a@example.com', 'secret'),
    () => client.signUp('a@example.com', 'secret', site),
    () => client.sendOtp('a@example.com', site.redirectTo),
    () => client.verifyCode('email', 'a@example.com', '123456'),
    () => client.confirm('magiclink', 'hash'),
    () => client.exchangeCode('code', 'verifier'),
    () => client.ssoUrl('example.com', site.redirectTo, challenge),
  ];
  return { client, calls, paths };
}

test('where a browser keeps no session, none is begun', async () => {
  const { client, calls, paths } = clientIn(false);
  for (const call of calls)
    expect((await call())._unsafeUnwrapErr()).toEqual({ kind: 'session_blocked' });
  expect(paths).toEqual([]);
  // What begins none goes on.
  expect((await client.recover('a@example.com', 'https://site.test')).isOk()).toBe(true);
  expect((await client.confirm('email_change', 'hash')).isOk()).toBe(true);
});

test('elsewhere each is asked for', async () => {
  const { calls, paths } = clientIn(true);
  for (const call of calls) expect((await call()).isOk()).toBe(true);
  expect(paths).toHaveLength(calls.length);
});
