import { defaultRetention } from '@coachsite/core/defaults';
import type { FastifyReply } from 'fastify';
import type { Config } from '../config/config.ts';

/** Name of the cookie with the access token. Source: docs/contract.md#4. */
export const accessCookieName = (config: Config): string =>
  config.isHttps ? '__Host-cs-access' : 'cs-access';

/** Name of the cookie with the refresh token. */
export const refreshCookieName = (config: Config): string =>
  config.isHttps ? '__Host-cs-refresh' : 'cs-refresh';

/** What all cookies have that only the server reads. */
export const cookieAttributes = (config: Config) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: config.isHttps }) as const;

/** As long as unused sessions are kept, which is as long as browsers keep a cookie; each refresh renews it. */
const refreshMaxAgeSeconds = defaultRetention.sessions / 1000;

/**
 * Sets the tokens as cookies that no script can read, replacing any earlier session.
 * Source: docs/security.md#SE-9, docs/security.md#SE-13.
 */
export function setSessionCookies(
  reply: FastifyReply,
  config: Config,
  tokens: { readonly accessToken: string; readonly refreshToken: string },
): void {
  reply.setCookie(accessCookieName(config), tokens.accessToken, {
    ...cookieAttributes(config),
    maxAge: config.auth.accessTokenTtlSeconds,
  });
  reply.setCookie(refreshCookieName(config), tokens.refreshToken, {
    ...cookieAttributes(config),
    maxAge: refreshMaxAgeSeconds,
  });
}

/** Clears the session cookies. */
export function clearSessionCookies(reply: FastifyReply, config: Config): void {
  reply.clearCookie(accessCookieName(config), cookieAttributes(config));
  reply.clearCookie(refreshCookieName(config), cookieAttributes(config));
}
