import type { AuthServiceError } from '@coachsite/adapters/contract';
import type { FlowResult } from '@coachsite/core/federation';
import type { GrantedSession } from '@coachsite/core/session';
import { z } from 'zod';
import { toErrorResponse } from './errors.ts';

type Place = 'query' | 'fragment';

/** The URL with these parameters; any fragment it had is replaced. */
export function withParameters(
  target: string,
  parameters: Readonly<Record<string, string>>,
  places: readonly Place[],
): string {
  const url = new URL(target);
  url.hash = '';
  if (places.includes('query')) {
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  }
  const fragment = new URLSearchParams(parameters).toString();
  return places.includes('fragment') ? `${url.href}#${fragment}&sb=` : url.href;
}

/** OAuth error codes by HTTP status. Source: docs/wire.md#4.4. */
export const errorWords: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
};

/** An error as URL parameters. A provider's own error is passed on unchanged. Source: docs/wire.md#8. */
export function errorParameters(error: AuthServiceError): Readonly<Record<string, string>> {
  if (error.kind === 'provider_error') {
    const { error: code, errorDescription } = error;
    return {
      error: code.slice(0, 100),
      ...(errorDescription ? { error_description: errorDescription.slice(0, 300) } : {}),
    };
  }
  const { status, code, message } = toErrorResponse(error);
  const word = errorWords[status] ?? 'invalid_request';
  return { error: word, error_code: code, error_description: message };
}

/** Documents a redirect. */
export const goes = (where: string) => z.undefined().describe(where);

/** A session as parameters of a URL. */
export const sessionParameters = (granted: GrantedSession) => ({
  access_token: granted.accessToken,
  expires_at: String(granted.expiresAtSeconds),
  expires_in: String(granted.expiresInSeconds),
  refresh_token: granted.refreshToken,
  token_type: 'bearer',
});

/**
 * The URL that carries the result of a flow: a code in the query, or tokens in the fragment.
 * Source: docs/security.md#LN-6.
 */
export function returnUrl(returned: FlowResult): string {
  const { redirectTo } = returned;
  if (returned.kind === 'code')
    return withParameters(redirectTo, { code: returned.code }, ['query']);
  const { granted, tokens } = returned;
  const parameters = {
    ...sessionParameters(granted),
    ...(tokens ? { provider_token: tokens.accessToken } : {}),
    ...(tokens?.refreshToken ? { provider_refresh_token: tokens.refreshToken } : {}),
  };
  return withParameters(redirectTo, parameters, ['fragment']);
}
