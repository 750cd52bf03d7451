import type { KeptSession } from '@coachsite/adapters/browser';
import { err, ok } from 'neverthrow';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isInAppBrowser } from '#ui/src/browser/in-app.ts';
import {
  offerInField,
  type PasskeySignInPorts,
  signInWithPasskey,
} from '#ui/src/features/auth/passkey-sign-in.ts';

const session = { expires_at: 1, user: { id: 'ann' } } as unknown as KeptSession;

type Answer = Awaited<ReturnType<PasskeySignInPorts['passkeys']['signIn']>>;

/** A page whose browser gives these answers, one after the other, then waits until it is told to stop. */
function pageWith(...answers: readonly Answer[]) {
  const left = [...answers];
  const seen = { asked: 0, adopted: 0, logged: [] as string[] };
  const next = (until?: AbortSignal): Promise<Answer> => {
    seen.asked += 1;
    const answer = left.shift();
    if (answer) return Promise.resolve(answer);
    return new Promise((resolve) => {
      until?.addEventListener('abort', () => resolve(err({ kind: 'passkey_cancelled' })));
    });
  };
  const ports = {
    auth: {
      log: (event: string) => {
        seen.logged.push(event);
        return Promise.resolve();
      },
    },
    keeper: {
      adopt: () => {
        seen.adopted += 1;
      },
    },
    canKeepSession: () => true,
    passkeys: { signIn: () => next(), signInFromField: next },
  } as unknown as PasskeySignInPorts;
  return { ports, seen };
}

const unheard = (): never => {
  throw new Error('Nothing was to be said');
};

const forever = () => new AbortController().signal;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a passkey begins a session, which is kept and logged', async () => {
  const { ports, seen } = pageWith(ok(session));
  expect((await signInWithPasskey(ports)).isOk()).toBe(true);
  expect(seen).toMatchObject({ adopted: 1, logged: ['auth_success'] });
});

test.each([
  ['passkey_cancelled', []],
  ['network', []],
  ['webauthn_verification_failed', ['auth_failure']],
] as const)('%s is no session', async (kind, logged) => {
  const { ports, seen } = pageWith(err({ kind } as never));
  expect((await signInWithPasskey(ports)).isErr()).toBe(true);
  expect(seen).toMatchObject({ adopted: 0, logged });
});

test('a browser that keeps no session is not asked', async () => {
  const { ports, seen } = pageWith(ok(session));
  const blocked = await signInWithPasskey({ ...ports, canKeepSession: () => false });
  expect(blocked._unsafeUnwrapErr().kind).toBe('session_blocked');
  expect(seen.asked).toBe(0);
});

test('the field offers passkeys anew before each challenge ends, until one is chosen', async () => {
  const { ports, seen } = pageWith();
  const stop = new AbortController();
  const offered = offerInField(ports, stop.signal, unheard);
  await vi.advanceTimersByTimeAsync(14 * 60_000);
  expect(seen.asked).toBe(4);
  stop.abort();
  expect(await offered).toBeUndefined();
  expect(seen.asked).toBe(4);
});

test.each(['passkey_cancelled', 'network', 'over_request_rate_limit'])(
  'after %s the field offers nothing more, and nothing is said',
  async (kind) => {
    const { ports, seen } = pageWith(err({ kind } as never));
    expect(await offerInField(ports, forever(), unheard)).toBeUndefined();
    expect(seen.asked).toBe(1);
  },
);

test('a challenge that grew old while the device slept is asked anew in a dialog', async () => {
  const { ports, seen } = pageWith(
    err({ kind: 'webauthn_challenge_expired' } as never),
    ok(session),
  );
  expect(await offerInField(ports, forever(), unheard)).toBe(session);
  expect(seen.asked).toBe(2);
});

test('an offer that ended while nobody looked does not begin again', async () => {
  const { ports, seen } = pageWith();
  const stop = new AbortController();
  const offered = offerInField(ports, stop.signal, unheard);
  await vi.advanceTimersByTimeAsync(0);
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  stop.abort();
  vi.restoreAllMocks();
  expect(await offered).toBeUndefined();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(seen.asked).toBe(1);
});

test('after a refusal, which is said, the field offers anew', async () => {
  const { ports, seen } = pageWith(err({ kind: 'user_banned' } as never), ok(session));
  const heard: string[] = [];
  const entered = await offerInField(ports, forever(), ({ kind }) => heard.push(kind));
  expect(entered).toBe(session);
  expect(heard).toEqual(['user_banned']);
  expect(seen.asked).toBe(2);
});

test.each([
  [
    true,
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22F76 Instagram 385.0.0.28.73 (iPhone16,1; iOS 18_5; nl_BE; scale=3.00)',
  ],
  [
    true,
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22F76 [FBAN/FBIOS;FBAV/517.0.0.40.107;FBBV/732945612]',
  ],
  [
    true,
    'Mozilla/5.0 (Linux; Android 15; Pixel 8 Build/AP4A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/138.0.0.0 Mobile Safari/537.36',
  ],
  [
    false,
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  ],
  [
    false,
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36',
  ],
  [false, 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
])('in another app: %s', (isIn, userAgent) => {
  expect(isInAppBrowser(userAgent)).toBe(isIn);
});
