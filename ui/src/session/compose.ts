import {
  type Api,
  type AuthClient,
  type AuthUser,
  api,
  createAuthClient,
  createFactorClient,
  createSessionKeeper,
  createSignedInApi,
  type FactorClient,
  type SessionKeeper,
} from '@coachsite/adapters/browser';
import type { PageGuard } from '@coachsite/adapters/contract';
import { loadingLimitMs } from '@coachsite/core/roles';
import { refreshBackoffMs } from '@coachsite/core/session';
import type { Result } from 'neverthrow';
import { emit } from '../browser/page-events.ts';
import { read, write } from '../browser/storage.ts';
import { canKeepSession } from './can-keep-session.ts';
import { takeCaptchaToken } from './captcha-token.ts';

/*
 * Wires the clients that the pages use, as `server/src/compose/index.ts` does for the server. Import has no effect on storage
 * or network, so the server may import it too.
 */

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** The session keeper of this page. */
export const keeper: SessionKeeper = createSessionKeeper({
  api,
  storage: { read, write },
  now: () => Date.now(),
  wait,
});

/** The auth and data services. */
export const auth: AuthClient = createAuthClient({
  api,
  keeper,
  circumstances: () => ({
    now: Date.now(),
    userAgent: navigator.userAgent,
    url: location.href,
  }),
  captcha: takeCaptchaToken,
  canKeepSession,
});

/** The second factors of the signed-in user. */
export const factors: FactorClient = createFactorClient(api, keeper);

/** The calls of the site's own API that need a signed-in user. */
export const calls: Api = createSignedInApi(api, keeper);

let isKept = false;

/** Keeps the session alive from now on; a second call has no effect. */
export function keepSession(): void {
  if (isKept) return;
  isKept = true;
  keeper.start();
}

keeper.subscribe((event, session) => {
  if (session && event !== 'initial_session') keepSession();
  // The header shows whether a session is stored.
  emit('session');
});

/** The visitor of a protected page. */
export interface Visitor {
  readonly user: AuthUser;
  readonly isAdmin: boolean;
}

/** Retries while the server cannot be reached, for as long as the guard waits. */
async function retryWhileOffline<T, E extends { readonly kind: string }>(
  call: () => Promise<Result<T, E>>,
): Promise<Result<T, E>> {
  for (let retry = 1; ; retry += 1) {
    const result = await call();
    const pauseMs = refreshBackoffMs(retry);
    if (result.isOk() || result.error.kind !== 'network' || pauseMs >= loadingLimitMs)
      return result;
    await wait(pauseMs);
  }
}

/**
 * Reads the visitor. Without a stored session no request is made; an expired one is refreshed first; user and role come
 * from the server. Source: docs/rules.md#7, docs/contract.md#4.
 */
export async function readVisitor(level: PageGuard): Promise<Visitor | undefined> {
  if (!keeper.current()) return undefined;
  await keeper.check();
  const id = keeper.current()?.user.id;
  if (id === undefined) return undefined;
  const [user, isAdmin] = await Promise.all([
    retryWhileOffline(() => auth.user()),
    level === 'admin' ? retryWhileOffline(() => auth.isAdmin(id)) : undefined,
  ]);
  if (user.isErr() || isAdmin?.isErr()) return undefined;
  return { user: user.value, isAdmin: isAdmin?.unwrapOr(false) ?? false };
}
