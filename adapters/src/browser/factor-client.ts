import type { Result } from 'neverthrow';
import type { Api, ApiError } from './api.ts';
import { cookieTransport, type KeptSession, type SessionKeeper } from './session-keeper.ts';
import { createSignedInApi } from './signed-in-api.ts';

type ApiResult<T> = Promise<Result<T, ApiError>>;

/** A newly enrolled authenticator app; its secret is shown once. `qr_code` is SVG. */
export interface EnrolledApp {
  readonly id: string;
  readonly totp: { readonly qr_code: string; readonly secret: string; readonly uri: string };
}

/** A challenge that waits for its code. `expires_at` in Unix seconds. */
interface CodeChallenge {
  readonly id: string;
  readonly expires_at: number;
}

/** Client of the second factors of the signed-in user. Source: docs/wire.md#6. */
export interface FactorClient {
  readonly enrollApp: (name: string, issuer: string) => ApiResult<EnrolledApp>;
  readonly enrollPhone: (name: string, phone: string) => ApiResult<{ readonly id: string }>;
  /** Creates a challenge; a phone factor receives its code by text message. */
  readonly challenge: (factorId: string) => ApiResult<CodeChallenge>;
  /** Verifies a code; returns the session at AAL2. */
  readonly verify: (factorId: string, challengeId: string, code: string) => ApiResult<KeptSession>;
  readonly remove: (factorId: string) => ApiResult<unknown>;
}

/** Creates the client of the second factors. It stores nothing: sessions belong to the session keeper. */
export function createFactorClient(api: Api, keeper: SessionKeeper): FactorClient {
  const signedIn = createSignedInApi(api, keeper);
  const headers = cookieTransport;
  const post = <T>(path: string, body: unknown) =>
    signedIn.post<T>(`/auth/v1/factors${path}`, body, { headers });
  return {
    enrollApp: (name, issuer) => post('', { factor_type: 'totp', friendly_name: name, issuer }),
    enrollPhone: (name, phone) => post('', { factor_type: 'phone', friendly_name: name, phone }),
    challenge: (factorId) => post(`/${factorId}/challenge`, {}),
    verify: (factorId, challengeId, code) =>
      post(`/${factorId}/verify`, { challenge_id: challengeId, code }),
    remove: (factorId) => signedIn.delete(`/auth/v1/factors/${factorId}`, { headers }),
  };
}
