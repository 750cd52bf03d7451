import type { Result } from 'neverthrow';
import type { Api, ApiError } from './api.ts';
import { cookieTransport, type KeptSession, type SessionKeeper } from './session-keeper.ts';
import { createSignedInApi } from './signed-in-api.ts';

type ApiResult<T> = Promise<Result<T, ApiError>>;

/** A new authenticator app: shown once. `qr_code` is SVG. */
export interface EnrolledApp {
  readonly id: string;
  readonly totp: { readonly qr_code: string; readonly secret: string; readonly uri: string };
}

/** An open question for a code. `expires_at` in Unix seconds. */
export interface CodeChallenge {
  readonly id: string;
  readonly expires_at: number;
}

/** The second factors of the signed-in user, as the site's own pages use them. Source: docs/wire.md#6. */
export interface FactorClient {
  readonly enrollApp: (name: string, issuer: string) => ApiResult<EnrolledApp>;
  readonly enrollPhone: (name: string, phone: string) => ApiResult<{ readonly id: string }>;
  /** Asks for a code; a phone gets it by text message. */
  readonly ask: (factorId: string) => ApiResult<CodeChallenge>;
  /** Answers with a code; the session comes back raised. */
  readonly answer: (factorId: string, challengeId: string, code: string) => ApiResult<KeptSession>;
  readonly remove: (factorId: string) => ApiResult<unknown>;
}

/** Builds the client of the second factors. It stores nothing: sessions are the keeper's. */
export function createFactorClient(api: Api, keeper: SessionKeeper): FactorClient {
  const signedIn = createSignedInApi(api, keeper);
  const headers = cookieTransport;
  const post = <T>(path: string, body: unknown) =>
    signedIn.post<T>(`/auth/v1/factors${path}`, body, { headers });
  return {
    enrollApp: (name, issuer) => post('', { factor_type: 'totp', friendly_name: name, issuer }),
    enrollPhone: (name, phone) => post('', { factor_type: 'phone', friendly_name: name, phone }),
    ask: (factorId) => post(`/${factorId}/challenge`, {}),
    answer: (factorId, challengeId, code) =>
      post(`/${factorId}/verify`, { challenge_id: challengeId, code }),
    remove: (factorId) => signedIn.delete(`/auth/v1/factors/${factorId}`, { headers }),
  };
}
