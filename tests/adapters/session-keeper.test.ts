import {
  type Api,
  type ApiError,
  createSessionKeeper,
  type KeptSession,
  sessionKey,
} from '@coachsite/adapters/browser';
import type { AuthEvent } from '@coachsite/core/session';
import { err, ok, type Result } from 'neverthrow';
import { describe, expect, test } from 'vitest';

const start = 1_700_000_000_000;
const session = (secondsLeft: number): KeptSession => ({
  expires_at: start / 1000 + secondsLeft,
  expires_in: 3600,
  token_type: 'bearer',
  user: { id: 'user-1', email: 'a@example.com' },
});
const offline = { kind: 'network' } as const;
const rejected = { kind: 'refresh_token_not_found' } as unknown as ApiError;
const tooMany = { kind: 'over_request_rate_limit', retryAfterSeconds: 5 } as unknown as ApiError;

/** A page with its own clock and a server that gives the responses in turn, then repeats the last. */
function open(responses: readonly Result<KeptSession, ApiError>[], stored?: KeptSession) {
  const kept = new Map<string, string>(stored ? [[sessionKey, JSON.stringify(stored)]] : []);
  const waits: number[] = [];
  const calls: string[] = [];
  const events: AuthEvent[] = [];
  let now = start;
  let requests = 0;
  const post = async (path: string) => {
    calls.push(path);
    if (!path.includes('refresh_token')) return ok(undefined);
    const response = responses[Math.min(requests, responses.length - 1)];
    requests += 1;
    return response ?? err(offline);
  };
  const keeper = createSessionKeeper({
    api: { post } as unknown as Api,
    storage: {
      read: (key) => kept.get(key) ?? null,
      write: (key, value) => (value === null ? kept.delete(key) : kept.set(key, value)),
    },
    now: () => now,
    wait: async (ms) => {
      waits.push(ms);
      now += ms;
    },
  });
  keeper.subscribe((event) => events.push(event));
  return { keeper, kept, waits, calls, events };
}

describe('the session keeper', () => {
  test.each(['garbage', '{}', 'null', '[]', '{"user":null}', ''])(
    'treats %s as no session',
    async (stored) => {
      const page = open([ok(session(3600))]);
      page.kept.set(sessionKey, stored);
      page.keeper.start()();
      await page.keeper.check();
      await page.keeper.check();
      expect(page.kept.has(sessionKey)).toBe(false);
      expect([page.events, page.calls]).toEqual([['initial_session'], []]);
    },
  );

  test('leaves a session alone that has more than 90 seconds left', async () => {
    const page = open([ok(session(3600))], session(91));
    await page.keeper.check();
    expect(page.calls).toEqual([]);
  });

  test('refreshes at 90 seconds left and stores the response without tokens', async () => {
    const response = { ...session(3600), access_token: 'a', refresh_token: 'r' };
    const page = open([ok(response)], session(90));
    await page.keeper.check();
    expect(page.keeper.current()?.expires_at).toBe(session(3600).expires_at);
    expect(page.kept.get(sessionKey)).not.toMatch(/access_token|refresh_token/);
    expect(page.events).toEqual(['token_refreshed']);
  });

  test('sends one request for any number of concurrent calls', async () => {
    const page = open([ok(session(3600))], session(10));
    await Promise.all(Array.from({ length: 10 }, () => page.keeper.check()));
    expect(page.calls).toHaveLength(1);
  });

  test('waits 200, 400 and 800 ms between retries while offline, then goes on', async () => {
    const page = open([err(offline), err(offline), err(offline), ok(session(3600))], session(10));
    await page.keeper.check();
    expect(page.waits).toEqual([200, 400, 800]);
    expect(page.keeper.current()?.expires_at).toBe(session(3600).expires_at);
  });

  test('ends a check before the next one is due, and keeps the session', async () => {
    const page = open([err(offline)], session(10));
    await page.keeper.check();
    expect(page.waits.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(30_000);
    expect(page.keeper.current()).toBeDefined();
  });

  test('keeps the session without a retry after too many requests', async () => {
    const page = open([err(tooMany)], session(10));
    expect(await page.keeper.refresh()).toBe(true);
    expect(page.waits).toEqual([]);
    expect(page.keeper.current()).toBeDefined();
  });

  test('removes a rejected session, reports it, and ends it on the server', async () => {
    const page = open([err(rejected)], session(10));
    expect(await page.keeper.refresh()).toBe(false);
    expect(page.keeper.current()).toBeUndefined();
    expect(page.events).toEqual(['signed_out']);
    expect(page.calls.at(-1)).toBe('/auth/v1/logout?scope=local');
  });

  test('stores what a call changed, unless the session of that user has ended meanwhile', () => {
    const page = open([], session(3600));
    const user = { ...session(3600).user, email: 'b@example.com' };
    expect(page.keeper.change({ user }, 'user_updated')).toBe(true);
    expect(page.keeper.current()).toEqual({ ...session(3600), user });
    expect(page.keeper.change({ user: { ...user, id: 'user-2' } }, 'user_updated')).toBe(false);
    expect(page.keeper.current()?.user).toEqual(user);
    page.keeper.forget();
    expect(page.keeper.change({ ...session(3600), aal: 'aal2' }, 'mfa_verified')).toBe(false);
    expect(page.keeper.current()).toBeUndefined();
    expect(page.events).toEqual(['user_updated', 'signed_out']);
  });

  test('a sign-out during a refresh wins over its response', async () => {
    const page = open([err(offline), ok(session(3600))], session(10));
    const checked = page.keeper.check();
    page.keeper.forget();
    await checked;
    expect(page.keeper.current()).toBeUndefined();
  });

  test('treats an unreadable stored session as signed out', async () => {
    const page = open([ok(session(3600))]);
    page.kept.set(sessionKey, '{"user":');
    await page.keeper.check();
    expect(page.keeper.current()).toBeUndefined();
    expect(page.calls).toEqual([]);
  });
});
