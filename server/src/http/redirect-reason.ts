import type { FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';

/** The header of a redirect that says why, unless it is the path alone. */
export const redirectReason = 'x-redirect-reason';

/**
 * What of a request was not that of PUBLIC_URL: its host; its protocol; its protocol as a proxy says that TRUST_PROXY does
 * not name.
 */
export type RedirectReason = 'host' | 'protocol' | 'proxy';

/** Why a request is redirected, as its header. It says nothing that the client did not send, and not what a proxy sent. */
export function redirectReasons(
  { host, protocol, headers }: FastifyRequest,
  { publicUrl, isHttps }: Config,
): string {
  const [scheme] = publicUrl.split('//');
  const asked = `${scheme}//${host}`;
  const reasons: RedirectReason[] = [];
  if (!URL.canParse(asked) || new URL(asked).origin !== publicUrl) reasons.push('host');
  if (isHttps && protocol !== 'https')
    reasons.push(headers['x-forwarded-proto'] === 'https' ? 'proxy' : 'protocol');
  return reasons.join(', ');
}
