import type { EpochMs } from '@coachsite/core/kernel';
import type { AssuranceLevel } from '@coachsite/core/roles';
import {
  type AuthEvent,
  mayRetryRefresh,
  type RefreshFailure,
  refreshBackoffMs,
  refreshOutcome,
  refreshTickMs,
  shouldRefresh,
} from '@coachsite/core/session';
import type { Api, ApiError } from './api.ts';

/** Storage key of the session, which is kept without its tokens. Source: docs/contract.md#4, docs/contract.md#6. */
export const sessionKey = 'session';

/** Asks the auth service to keep the tokens in cookies that no script can read. */
export const cookieTransport: Readonly<Record<string, string>> = {
  'x-session-transport': 'cookie',
};

/** A second factor as the auth service describes it. Source: docs/wire.md#2. */
export interface AuthFactor {
  readonly id: string;
  readonly factor_type: 'totp' | 'phone';
  readonly status: 'unverified' | 'verified';
  readonly friendly_name?: string;
  readonly phone?: string;
}

/**
 * The session without its tokens, as pages know it. `expires_at` in Unix seconds, `expires_in` in seconds.
 * Source: docs/rules.md#3.
 */
export interface KeptSession {
  readonly expires_at: number;
  readonly expires_in: number;
  readonly token_type: string;
  readonly aal?: AssuranceLevel;
  readonly user: {
    readonly id: string;
    readonly email?: string;
    readonly phone?: string;
    readonly factors?: readonly AuthFactor[];
    readonly [field: string]: unknown;
  };
}

/** The browser as the session keeper uses it. Blocked storage reads null and drops what is written. */
export interface SessionKeeperPorts {
  readonly api: Api;
  readonly storage: {
    readonly read: (key: string) => string | null;
    readonly write: (key: string, value: string | null) => void;
  };
  readonly now: () => EpochMs;
  readonly wait: (ms: number) => Promise<void>;
}

type SessionListener = (event: AuthEvent, session: KeptSession | undefined) => void;

export interface SessionKeeper {
  /** The stored session, or undefined when no user is signed in. */
  readonly current: () => KeptSession | undefined;
  /** Stores a session that the server has just issued, and emits `event`. */
  readonly adopt: (session: KeptSession, event: AuthEvent) => void;
  /**
   * Stores what a call changed about the session, and emits `event`. Returns false, and does neither, when that session
   * ended during the call or another user signed in.
   */
  readonly change: (
    changed: Pick<KeptSession, 'user'> & Partial<KeptSession>,
    event: 'mfa_verified' | 'user_updated',
  ) => boolean;
  /** Removes the session without a call to the server. */
  readonly forget: () => void;
  /** Refreshes when at most 90 s are left; concurrent calls share one request. Source: docs/rules.md#9. */
  readonly check: () => Promise<void>;
  /** Refreshes now, because the user has changed. Resolves to whether there is a session afterwards. */
  readonly refresh: () => Promise<boolean>;
  readonly subscribe: (listener: SessionListener) => () => void;
  /** Emits the initial session, then checks every 30 s; returns the function that stops it. */
  readonly start: () => () => void;
}

function parse(text: string | null): KeptSession | undefined {
  try {
    const session = JSON.parse(text ?? 'null') as KeptSession | null;
    return typeof session?.user?.id === 'string' && typeof session.expires_at === 'number'
      ? session
      : undefined;
  } catch {
    return undefined;
  }
}

/** An error with a code came with a 4xx status; all others are network errors. */
function toFailure(error: ApiError): RefreshFailure {
  if (error.kind === 'network') {
    return error.status === undefined ? { network: true } : { status: error.status };
  }
  return { status: error.kind === 'over_request_rate_limit' ? 429 : 400 };
}

/**
 * Keeps the session of a page alive: cookies carry the tokens; the keeper stores the rest and requests new tokens in
 * time. Source: docs/rules.md#4, docs/rules.md#reading-session.
 */
export function createSessionKeeper(ports: SessionKeeperPorts): SessionKeeper {
  const { api, storage } = ports;
  const listeners = new Set<SessionListener>();
  const emit: SessionListener = (event, session) => {
    for (const listener of listeners) listener(event, session);
  };
  const current = () => parse(storage.read(sessionKey));
  const adopt = (session: KeptSession, event: AuthEvent) => {
    const { expires_at, expires_in, token_type, aal, user } = session;
    storage.write(sessionKey, JSON.stringify({ expires_at, expires_in, token_type, aal, user }));
    emit(event, session);
  };
  const change: SessionKeeper['change'] = (changed, event) => {
    const session = current();
    if (session?.user.id !== changed.user.id) return false;
    adopt({ ...session, ...changed }, event);
    return true;
  };
  const forget = () => {
    storage.write(sessionKey, null);
    emit('signed_out', undefined);
  };

  /** Removes a session that the server no longer refreshes. The page does not wait for the sign-out. */
  function remove(rejected: string | null): void {
    // Another tab may have signed in again meanwhile: its session is not the rejected one.
    if (storage.read(sessionKey) !== rejected) return;
    forget();
    void api.post('/auth/v1/logout?scope=local', {}, { headers: cookieTransport });
  }

  async function requestTokens(): Promise<boolean> {
    const startedAt = ports.now();
    const before = storage.read(sessionKey);
    for (let retry = 0; ; retry += 1) {
      if (retry > 0) await ports.wait(refreshBackoffMs(retry));
      const response = await api.post<KeptSession>(
        '/auth/v1/token?grant_type=refresh_token',
        {},
        { headers: cookieTransport },
      );
      if (response.isOk()) {
        // A sign-out in another tab during the call takes precedence over the response.
        if (storage.read(sessionKey) === null) return false;
        adopt(response.value, 'token_refreshed');
        return true;
      }
      const { retryable, keepSession } = refreshOutcome(toFailure(response.error));
      if (!keepSession) {
        remove(before);
        return false;
      }
      if (!retryable || !mayRetryRefresh({ startedAt, now: ports.now(), retry: retry + 1 })) {
        return current() !== undefined;
      }
    }
  }

  let pending: Promise<boolean> | undefined;
  const refresh = () => {
    pending ??= requestTokens().finally(() => {
      pending = undefined;
    });
    return pending;
  };
  const check = async () => {
    const session = current();
    if (session && shouldRefresh({ expiresAtSeconds: session.expires_at, now: ports.now() })) {
      await refresh();
    }
  };

  return {
    current,
    adopt,
    change,
    forget,
    check,
    refresh,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start: () => {
      const session = current();
      // Remove a session that cannot be parsed, or the header would offer to sign out.
      if (!session) storage.write(sessionKey, null);
      emit('initial_session', session);
      void check();
      const timer = setInterval(() => void check(), refreshTickMs);
      return () => clearInterval(timer);
    },
  };
}
