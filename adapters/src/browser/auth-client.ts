import type { EpochMs } from '@coachsite/core/kernel';
import { defaultRateLimit, signInAction } from '@coachsite/core/rate-limit';
import { type ClientAction, securityEvent } from '@coachsite/core/security-log';
import type { SignOutScope } from '@coachsite/core/session';
import type { Result } from 'neverthrow';
import type { Api, ApiError } from './api.ts';
import { cookieTransport, type KeptSession, type SessionKeeper } from './session-keeper.ts';
import { createSignedInApi } from './signed-in-api.ts';

/** One way the user is known, as far as the pages look. Source: docs/wire.md#2. */
export interface AuthIdentity {
  readonly identity_id: string;
  readonly provider: string;
  readonly email?: string;
}

/** The challenge of a sign-in that comes back with a code. Source: docs/wire.md#7. */
export interface Challenge {
  readonly code_challenge: string;
  readonly code_challenge_method: 's256';
}

/** The user as the auth service describes them, as far as the pages look. Source: docs/wire.md#2. */
export type AuthUser = KeptSession['user'] & {
  readonly email_confirmed_at?: string;
  readonly new_email?: string;
  readonly identities?: readonly AuthIdentity[];
  readonly user_metadata?: { readonly language?: unknown };
};

/** What the browser tells about where it is. */
export interface Circumstances {
  readonly now: EpochMs;
  readonly userAgent: string;
  readonly url: string;
}

/** What the calls of the sign-in pages touch. */
export interface AuthClientPorts {
  readonly api: Api;
  readonly keeper: SessionKeeper;
  readonly circumstances: () => Circumstances;
  /** The answer to the puzzle of the page, taken once; absent where none is asked. */
  readonly captcha?: () => string | undefined;
}

type ApiResult<T> = Promise<Result<T, ApiError>>;

/** What a user may change about the account. The nonce proves the mailbox when the session is old. */
export interface AccountChange {
  readonly email?: string;
  readonly password?: string;
  readonly nonce?: string;
  readonly data?: Readonly<Record<string, string>>;
}

/** What a mailed link or its code proved: a session, or the first of the two addresses of a change. */
export type Confirmed = { readonly session: KeptSession } | { readonly half: true };

/**
 * The auth and data services as the site's own pages call them, tokens in cookies. Source: docs/rules.md#7,
 * docs/contract.md#4.
 */
export interface AuthClient {
  readonly signIn: (email: string, password: string) => ApiResult<KeptSession>;
  /** Undefined: the address has to be confirmed by mail first. */
  readonly signUp: (
    email: string,
    password: string,
    options: { readonly redirectTo: string; readonly language: string },
  ) => ApiResult<KeptSession | undefined>;
  readonly resend: (
    type: 'signup' | 'email_change',
    email: string,
    redirectTo: string,
  ) => ApiResult<unknown>;
  readonly recover: (email: string, redirectTo: string) => ApiResult<unknown>;
  readonly confirm: (type: string, tokenHash: string) => ApiResult<Confirmed>;
  /** Mails a link and a code to sign in with; the answer is the same for every address. */
  readonly sendOtp: (email: string, redirectTo: string) => ApiResult<unknown>;
  /** A code typed in, with the address it was mailed to. */
  readonly verifyCode: (
    type: 'email' | 'signup' | 'recovery' | 'email_change',
    email: string,
    code: string,
  ) => ApiResult<Confirmed>;
  /** Trades the code that a provider's answer came with for a session. */
  readonly exchangeCode: (code: string, verifier: string) => ApiResult<KeptSession>;
  /** Where the people of a domain sign in at their employer. */
  readonly ssoUrl: (domain: string, redirectTo: string, challenge: Challenge) => ApiResult<string>;
  /** Where the signed-in user links an account at a provider. */
  readonly linkUrl: (
    provider: string,
    redirectTo: string,
    challenge: Challenge,
  ) => ApiResult<string>;
  readonly unlink: (identityId: string) => ApiResult<unknown>;
  readonly user: () => ApiResult<AuthUser>;
  /** With a `device`, a new password starts the count of its attempts to sign in anew. */
  readonly changeUser: (
    change: AccountChange,
    redirectTo: string,
    device?: string,
  ) => ApiResult<AuthUser>;
  readonly reauthenticate: () => ApiResult<unknown>;
  /** Ends sessions on the server; what the page keeps is the caller's to forget. */
  readonly signOut: (scope: SignOutScope) => ApiResult<unknown>;
  readonly isAdmin: (userId: string) => ApiResult<boolean>;
  /** Whether one more sign-in is allowed; an error allows it. */
  readonly mayTrySignIn: (identifier: string) => Promise<boolean>;
  readonly log: (action: ClientAction) => Promise<void>;
}

const withRedirect = (path: string, redirectTo: string) =>
  `${path}?redirect_to=${encodeURIComponent(redirectTo)}`;

const isSession = (answer: unknown): answer is KeptSession =>
  typeof (answer as KeptSession | undefined)?.expires_at === 'number';

const confirmedBy = (answer: unknown): Confirmed =>
  isSession(answer) ? { session: answer } : { half: true };

/** Builds the client of the auth service. It stores nothing: sessions are the keeper's. */
export function createAuthClient(ports: AuthClientPorts): AuthClient {
  const { api, keeper, circumstances } = ports;
  const signedIn = createSignedInApi(api, keeper);
  const headers = cookieTransport;
  const post = <T>(path: string, body: unknown) =>
    api.post<T>(`/auth/v1${path}`, body, { headers });
  /** The body with the answer to the page's puzzle, if it asked one. */
  const solved = (body: object) => {
    const token = ports.captcha?.();
    return token === undefined ? body : { ...body, gotrue_meta_security: { captcha_token: token } };
  };
  const urlIn = (answer: { readonly url: string }) => answer.url;
  return {
    signIn: (email, password) => post('/token?grant_type=password', solved({ email, password })),
    signUp: async (email, password, { redirectTo, language }) => {
      const body = solved({ email, password, data: { language } });
      const answer = await post<unknown>(withRedirect('/signup', redirectTo), body);
      return answer.map((given) => (isSession(given) ? given : undefined));
    },
    resend: (type, email, redirectTo) => post(withRedirect('/resend', redirectTo), { type, email }),
    recover: (email, redirectTo) => post(withRedirect('/recover', redirectTo), solved({ email })),
    sendOtp: (email, redirectTo) =>
      post(withRedirect('/otp', redirectTo), solved({ email, create_user: false })),
    verifyCode: async (type, email, code) =>
      (await post<unknown>('/verify', { type, email, token: code })).map(confirmedBy),
    exchangeCode: (code, verifier) =>
      post('/token?grant_type=pkce', { auth_code: code, code_verifier: verifier }),
    ssoUrl: async (domain, redirectTo, challenge) => {
      const body = { domain, redirect_to: redirectTo, skip_http_redirect: true, ...challenge };
      return (await post<{ readonly url: string }>('/sso', body)).map(urlIn);
    },
    linkUrl: async (provider, redirectTo, challenge) => {
      const query = new URLSearchParams({
        provider,
        redirect_to: redirectTo,
        skip_http_redirect: 'true',
        ...challenge,
      });
      const path = `/auth/v1/user/identities/authorize?${query}`;
      return (await signedIn.get<{ readonly url: string }>(path, { headers })).map(urlIn);
    },
    unlink: (identityId) => signedIn.delete(`/auth/v1/user/identities/${identityId}`, { headers }),
    confirm: async (type, tokenHash) => {
      const answer = await post<unknown>('/verify', { type, token_hash: tokenHash });
      return answer.map(confirmedBy);
    },
    user: () => signedIn.get('/auth/v1/user', { headers }),
    changeUser: (change, redirectTo, device) =>
      signedIn.put(withRedirect('/auth/v1/user', redirectTo), change, {
        headers: device === undefined ? headers : { ...headers, 'x-device': device },
      }),
    reauthenticate: () => signedIn.get('/auth/v1/reauthenticate', { headers }),
    signOut: (scope) => post(`/logout?scope=${scope}`, {}),
    isAdmin: async (userId) => {
      const rows = await signedIn.get<readonly { readonly role: string }[]>(
        `/rest/v1/user_roles?select=role&user_id=eq.${encodeURIComponent(userId)}&role=eq.admin`,
      );
      return rows.map((found) => found.some(({ role }) => role === 'admin'));
    },
    mayTrySignIn: async (identifier) => {
      const { maxAttempts, windowMs } = defaultRateLimit;
      const answer = await api.post<boolean>('/rest/v1/rpc/check_rate_limit', {
        identifier,
        action_type: signInAction,
        max_attempts: maxAttempts,
        time_window_minutes: windowMs / 60_000,
      });
      return answer.unwrapOr(true);
    },
    log: async (action) => {
      await api.post('/rest/v1/rpc/log_security_event', securityEvent(action, circumstances()));
    },
  };
}
