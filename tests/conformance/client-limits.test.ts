import { AuthClient, createClient, type SupabaseClientOptions } from '@supabase/supabase-js';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { call, goodPassword, newEmail } from '../support/auth-client.ts';
import { startTestServer } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import { member, need } from './support/client.ts';

const server = await sharedServer({ env: { AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0' } });
afterEach(() => vi.useRealTimers());

/** Replaces the network of one client. */
interface Wire {
  /** Method and path of each call so far. */
  readonly calls: string[];
  /** Responses that replace the server's, for paths that contain `part`, in order. */
  fail(part: string, ...responses: readonly (Response | 'network')[]): void;
}

/** A store for one test; tabs may share it, and it records which keys were read. */
const memory = (stored = new Map<string, string>(), asked: string[] = []) => ({
  getItem: (key: string) => {
    asked.push(key);
    return stored.get(key) ?? null;
  },
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
});

/** The published client over a wire that can be cut, with a store that two of them may share. */
function open(
  auth: SupabaseClientOptions<'public'>['auth'] = {},
  stored = new Map<string, string>(),
) {
  const failures: { readonly part: string; readonly response: Response | 'network' }[] = [];
  const wire: Wire = {
    calls: [],
    fail: (part, ...responses) =>
      void failures.push(...responses.map((response) => ({ part, response }))),
  };
  const client = createClient(server.url, server.config.publishableKey, {
    auth: {
      autoRefreshToken: false,
      storage: memory(stored),
      ...auth,
    },
    global: {
      fetch: async (target, init) => {
        const { pathname, search } = new URL(String(target));
        wire.calls.push(`${init?.method ?? 'GET'} ${pathname}${search}`);
        const at = failures.findIndex(({ part }) => `${pathname}${search}`.includes(part));
        if (at < 0) return fetch(target, init);
        const [failure] = failures.splice(at, 1);
        if (failure?.response === 'network') throw new TypeError('fetch failed');
        return need(failure).response as Response;
      },
    },
  });
  return { client, auth: client.auth, wire, stored };
}

async function signedIn(...options: Parameters<typeof open>) {
  const opened = open(...options);
  const { data, error } = await opened.auth.signUp({
    email: newEmail(),
    password: goodPassword,
  });
  if (error) throw error;
  opened.wire.calls.length = 0;
  return { ...opened, session: need(data.session, 'session') };
}

const refreshes = ({ calls }: Wire) => calls.filter((each) => each.includes('refresh_token'));
const unavailable = (headers = {}) => new Response('{}', { status: 503, headers });
const moveTo = (epochMs: number) => vi.setSystemTime(epochMs);

describe('docs/wire.md#10 refreshing', () => {
  test('the timer looks every 30 s, and refreshes 90 s before the token ends', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    const { auth, wire, session } = await signedIn({ autoRefreshToken: true });
    await auth.startAutoRefresh();
    const endsAt = need(session.expires_at) * 1000;
    const settle = () => auth.getSession();
    moveTo(endsAt - 150_000);
    await vi.advanceTimersByTimeAsync(29_999);
    await settle();
    expect(refreshes(wire)).toEqual([]);
    // Three ticks are left at most: it is time.
    await vi.advanceTimersByTimeAsync(30_002);
    await expect.poll(() => refreshes(wire)).toHaveLength(1);
    await auth.stopAutoRefresh();
  });

  test('getSession refreshes within 90 s of the end, and not before', async () => {
    const { auth, wire, session } = await signedIn();
    vi.useFakeTimers({ toFake: ['Date'] });
    moveTo(need(session.expires_at) * 1000 - 91_000);
    await auth.getSession();
    expect(refreshes(wire)).toEqual([]);
    moveTo(need(session.expires_at) * 1000 - 89_000);
    const { data } = await auth.getSession();
    expect(refreshes(wire)).toHaveLength(1);
    expect(data.session?.refresh_token).not.toBe(session.refresh_token);
  });

  test('a server that is down for a moment, and a lost connection, are tried again', async () => {
    const { auth, wire, session } = await signedIn();
    wire.fail('refresh_token', unavailable(), 'network');
    const { data, error } = await auth.refreshSession();
    expect([error, refreshes(wire).length]).toEqual([null, 3]);
    expect(data.session?.refresh_token).not.toBe(session.refresh_token);
  });

  test('a lost response costs no session: the next try is a reuse in time', async () => {
    const { auth, session } = await signedIn();
    await call(server, 'POST', '/auth/v1/token?grant_type=refresh_token', {
      body: { refresh_token: session.refresh_token },
    });
    const { data, error } = await auth.refreshSession();
    expect(error).toBeNull();
    expect((await auth.getUser()).data.user?.id).toBe(data.user?.id);
  });

  test('a rejection is cached for 60 s, and not requested again', async () => {
    const { auth, wire, session } = await signedIn();
    await call(server, 'POST', '/auth/v1/logout', { bearer: session.access_token });
    const first = await auth.refreshSession();
    const second = await auth.refreshSession();
    expect(second.error?.code).toBe(first.error?.code);
    expect(refreshes(wire)).toHaveLength(1);
    vi.useFakeTimers({ toFake: ['Date'] });
    moveTo(Date.now() + 60_001);
    await auth.refreshSession();
    expect(refreshes(wire)).toHaveLength(2);
  });

  test('a rejection ends the session only when its access token has expired', async () => {
    const { auth, session } = await signedIn();
    await call(server, 'POST', '/auth/v1/logout', { bearer: session.access_token });
    expect((await auth.refreshSession()).error).not.toBeNull();
    expect((await auth.getSession()).data.session).not.toBeNull();
    vi.useFakeTimers({ toFake: ['Date'] });
    moveTo(need(session.expires_at) * 1000 + 61_000);
    expect((await auth.getSession()).data.session).toBeNull();
  });

  test('of two tabs that refresh at once, both go on with a session that works', async () => {
    const first = await signedIn();
    const second = open({}, first.stored);
    await second.auth.initialize();
    await Promise.all([first.auth.refreshSession(), second.auth.refreshSession()]);
    for (const { auth } of [first, second]) {
      const { data, error } = await auth.getUser();
      expect([error, data.user?.id]).toEqual([null, first.session.user.id]);
    }
    const kept = [...first.stored.values()].map((text) => JSON.parse(text).refresh_token);
    const { error } = await open({}, first.stored).auth.refreshSession();
    expect([kept.length, error]).toEqual([1, null]);
  });
});

describe('docs/wire.md#10 keys, locks and names', () => {
  test('getClaims fetches the keys once for 600 s, and again for a key it does not know', async () => {
    const storageKey = `keys-${crypto.randomUUID()}`;
    const { auth, wire } = await signedIn({ storageKey });
    const keysRead = () => wire.calls.filter((each) => each.includes('jwks.json')).length;
    for (let i = 0; i < 3; i += 1) expect((await auth.getClaims()).error).toBeNull();
    expect(keysRead()).toBe(1);
    const other = await startTestServer();
    const foreign = await member(other);
    expect((await auth.getClaims(foreign.session.access_token)).error).not.toBeNull();
    expect(keysRead()).toBe(2);
    // The client verifies such a token with the server.
    expect(wire.calls.at(-1)).toBe('GET /auth/v1/user');
    await other.stop();
    vi.useFakeTimers({ toFake: ['Date'] });
    moveTo(Date.now() + 600_001);
    expect((await auth.getClaims()).error).toBeNull();
    expect(keysRead()).toBe(3);
  });

  test('a lock of one’s own is asked for with 5 s, around each use of the session', async () => {
    const waits: number[] = [];
    const auth = new AuthClient({
      url: `${server.url}/auth/v1`,
      headers: { apikey: server.config.publishableKey },
      storage: memory(),
      autoRefreshToken: false,
      lock: async (_name, acquireTimeoutMs, run) => {
        waits.push(acquireTimeoutMs);
        return run();
      },
    });
    await auth.signUp({ email: newEmail(), password: goodPassword });
    expect((await auth.getUser()).error).toBeNull();
    expect(new Set(waits)).toEqual(new Set([5000]));
  });

  test('the flow is implicit unless asked otherwise', async () => {
    const { auth, wire } = open();
    const { data } = await auth.signInWithOAuth({
      provider: 'google',
      options: { skipBrowserRedirect: true },
    });
    expect(new URL(need(data.url)).searchParams.has('code_challenge')).toBe(false);
    expect(wire.calls).toEqual([]);
  });

  test.each([
    ['http://127.0.0.1:1', 'sb-127-auth-token'],
    ['http://localhost:1', 'sb-localhost-auth-token'],
  ])('at %s the session is kept under %s', async (url, key) => {
    const asked: string[] = [];
    const { auth } = createClient(url, 'key', {
      auth: { storage: memory(new Map(), asked), autoRefreshToken: false },
    });
    await auth.getSession();
    expect(asked).toContain(key);
  });

  test('it runs on this Node without a socket of its own', () => {
    expect(Number(process.versions.node.split('.')[0])).toBeGreaterThanOrEqual(22);
    expect(() => createClient(server.url, server.config.publishableKey)).not.toThrow();
  });
});

describe('docs/wire.md#10 signing out and taking over', () => {
  test.each([
    ['global', true],
    ['others', true],
    ['local', false],
  ] as const)('signOut %s that fails leaves the session: %s', async (scope, isKept) => {
    const { auth, wire } = await signedIn();
    wire.fail('/logout', new Response('{}', { status: 500 }));
    expect((await auth.signOut({ scope })).error).not.toBeNull();
    expect((await auth.getSession()).data.session !== null).toBe(isKept);
  });

  test('setSession fetches the user, and first refreshes a session that has expired', async () => {
    const { session } = await signedIn();
    const { auth, wire } = open();
    expect((await auth.setSession(session)).data.user?.id).toBe(session.user.id);
    expect(wire.calls).toEqual(['GET /auth/v1/user']);
    vi.useFakeTimers({ toFake: ['Date'] });
    moveTo(need(session.expires_at) * 1000 + 1000);
    const late = open();
    expect((await late.auth.setSession(session)).error).toBeNull();
    expect(refreshes(late.wire)).toHaveLength(1);
  });
});

describe('docs/wire.md#10 the data service', () => {
  const soon = { 'retry-after': '0' };

  test('a read is tried three times more, a call of a function never', async () => {
    const { client, wire } = await signedIn();
    wire.fail('user_roles', unavailable(soon), unavailable(soon), unavailable(soon));
    const rows = await client.from('user_roles').select();
    expect([rows.status, rows.data, wire.calls.length]).toEqual([200, [], 4]);
    wire.calls.length = 0;
    wire.fail('check_rate_limit', unavailable(soon));
    const args = { identifier: newEmail(), action_type: 'signin_attempt' };
    expect((await client.rpc('check_rate_limit', args)).status).toBe(503);
    expect(wire.calls).toHaveLength(1);
  });
});
