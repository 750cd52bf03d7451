import { defaultRateLimit } from '@coachsite/core/defaults';
import type { EpochMs } from '@coachsite/core/kernel';
import { signInAction } from '@coachsite/core/rate-limit';
import { type ClientAction, securityEvent } from '@coachsite/core/security-log';
import type { SignOutScope } from '@coachsite/core/session';
import { err, type Result } from 'neverthrow';
import type { Api, ApiError } from './api.ts';
import { cookieTransport, type KeptSession, type SessionKeeper } from './session-keeper.ts';
import { createSignedInApi } from './signed-in-api.ts';

/** An identity of a user: the fields that pages use. Source: docs/wire.md#2. */
export interface AuthIdentity {
  readonly identity_id: string;
  readonly provider: string;
  readonly email?: string;
}

/** The PKCE challenge of a sign-in that returns with an authorization code. Source: docs/wire.md#7. */
interface Challenge {
  readonly code_challenge: string;
  readonly code_challenge_method: 's256';
}

/** A user of the auth service: the fields that pages use. */
export type AuthUser = KeptSession['user'] & {
  readonly email_confirmed_at?: string;
  readonly new_email?: string;
  readonly identities?: readonly AuthIdentity[];
  readonly user_metadata?: { readonly language?: unknown; readonly new_device_mail?: unknown };
};

/** Time, browser and URL of an event in the security log. */
interface Circumstances {
  readonly now: EpochMs;
  readonly userAgent: string;
  readonly url: string;
}

/** Dependencies of the auth client. */
export interface AuthClientPorts {
  readonly api: Api;
  readonly keeper: SessionKeeper;
  readonly circumstances: () => Circumstances;
  /** Takes the captcha token of the page, which is valid once; undefined when there is none. */
  readonly captcha?: () => string | undefined;
  /**
   * Whether the browser keeps what a session needs. Without, the calls that begin one fail with `session_blocked`, so that
   * no session is left behind that nobody has. True when absent.
   */
  readonly canKeepSession?: () => boolean;
}

type ApiResult<T> = Promise<Result<T, ApiError>>;

/** What a user may change about the account. `nonce` is the mailed code that an old session needs. */
export interface AccountChange {
  readonly email?: string;
  readonly password?: string;
  readonly current_password?: string;
  readonly nonce?: string;
  readonly data?: Readonly<Record<string, string>>;
}

/** Result of a mailed link or code: a session, or the first of the two confirmations of an e-mail change. */
export type Confirmed = { readonly session: KeptSession } | { readonly half: true };

/**
 * Client of the auth and data services for the site's own pages; tokens travel in cookies. Source: docs/rules.md#7,
 * docs/contract.md#4.
 */
export interface AuthClient {
  readonly signIn: (email: string, password: string) => ApiResult<KeptSession>;
  /** Undefined: the e-mail address has to be confirmed first. */
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
  /** Mails a sign-in link and code; the response is the same for every address. */
  readonly sendOtp: (email: string, redirectTo: string) => ApiResult<unknown>;
  /** Verifies a typed code with the address it was mailed to. */
  readonly verifyCode: (
    type: 'email' | 'signup' | 'recovery' | 'email_change',
    email: string,
    code: string,
  ) => ApiResult<Confirmed>;
  /** Exchanges the authorization code of a provider sign-in for a session. */
  readonly exchangeCode: (code: string, verifier: string) => ApiResult<KeptSession>;
  /** URL at which users of an e-mail domain sign in through SAML. */
  readonly ssoUrl: (domain: string, redirectTo: string, challenge: Challenge) => ApiResult<string>;
  /** URL at which the signed-in user links an account at a provider. */
  readonly linkUrl: (
    provider: string,
    redirectTo: string,
    challenge: Challenge,
  ) => ApiResult<string>;
  readonly unlink: (identityId: string) => ApiResult<unknown>;
  readonly user: () => ApiResult<AuthUser>;
  /** With a `device`, a new password resets the sign-in attempts counted for that device. */
  readonly changeUser: (
    change: AccountChange,
    redirectTo: string,
    device?: string,
  ) => ApiResult<AuthUser>;
  readonly reauthenticate: () => ApiResult<unknown>;
  /** Ends sessions on the server. The session that the page keeps is not removed. */
  readonly signOut: (scope: SignOutScope) => ApiResult<unknown>;
  readonly isAdmin: (userId: string) => ApiResult<boolean>;
  /** Whether another sign-in attempt is allowed; true when the check itself fails. */
  readonly mayTrySignIn: (identifier: string) => Promise<boolean>;
  readonly log: (action: ClientAction) => Promise<void>;
}

const withRedirect = (path: string, redirectTo: string) =>
  `${path}?redirect_to=${encodeURIComponent(redirectTo)}`;

const isSession = (response: unknown): response is KeptSession =>
  typeof (response as KeptSession | undefined)?.expires_at === 'number';

const confirmedBy = (response: unknown): Confirmed =>
  isSession(response) ? { session: response } : { half: true };

/** Creates the client of the auth service. It stores nothing: sessions belong to the session keeper. */
export function createAuthClient(ports: AuthClientPorts): AuthClient {
  const { api, keeper, circumstances } = ports;
  const signedIn = createSignedInApi(api, keeper);
  const headers = cookieTransport;
  const post = <T>(path: string, body: unknown) =>
    api.post<T>(`/auth/v1${path}`, body, { headers });
  /** Adds the captcha token to a body, if there is one. */
  const solved = (body: object) => {
    const token = ports.captcha?.();
    return token === undefined ? body : { ...body, gotrue_meta_security: { captcha_token: token } };
  };
  /** The same for a call that begins a session. */
  const begin = async <T>(path: string, body: () => unknown): ApiResult<T> =>
    ports.canKeepSession?.() === false ? err({ kind: 'session_blocked' }) : post<T>(path, body());
  const urlIn = (response: { readonly url: string }) => response.url;
  return {
    signIn: (email, password) =>
      begin('/token?grant_type=password', () => solved({ email, password })),
    signUp: async (email, password, { redirectTo, language }) => {
      const body = () => solved({ email, password, data: { language } });
      const response = await begin<unknown>(withRedirect('/signup', redirectTo), body);
      return response.map((given) => (isSession(given) ? given : undefined));
    },
    resend: (type, email, redirectTo) => post(withRedirect('/resend', redirectTo), { type, email }),
    recover: (email, redirectTo) => post(withRedirect('/recover', redirectTo), solved({ email })),
    sendOtp: (email, redirectTo) =>
      begin(withRedirect('/otp', redirectTo), () => solved({ email, create_user: false })),
    verifyCode: async (type, email, code) =>
      (await begin<unknown>('/verify', () => ({ type, email, token: code }))).map(confirmedBy),
    exchangeCode: (code, verifier) =>
      begin('/token?grant_type=pkce', () => ({ auth_code: code, code_verifier: verifier })),
    ssoUrl: async (domain, redirectTo, challenge) => {
      const body = { domain, redirect_to: redirectTo, skip_http_redirect: true, ...challenge };
      return (await begin<{ readonly url: string }>('/sso', () => body)).map(urlIn);
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
      const body = { type, token_hash: tokenHash };
      // The first half of a change of address begins none.
      const isHalf = type === 'email_change';
      const response = await (isHalf
        ? post<unknown>('/verify', body)
        : begin<unknown>('/verify', () => body));
      return response.map(confirmedBy);
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
      const response = await api.post<boolean>('/rest/v1/rpc/check_rate_limit', {
        identifier,
        action_type: signInAction,
        max_attempts: maxAttempts,
        time_window_minutes: windowMs / 60_000,
      });
      return response.unwrapOr(true);
    },
    log: async (action) => {
      await api.post('/rest/v1/rpc/log_security_event', securityEvent(action, circumstances()));
    },
  };
}
