import type { CrossSiteError } from '@coachsite/core/roles';
import type { FastifyRequest } from 'fastify';
import { err, ok, type Result } from 'neverthrow';
import type { Config } from '../config/config.ts';

/** Which site made the browser send a request, as far as its headers show; `visitor` typed or bookmarked the URL. */
type Initiator = 'own-site' | 'visitor' | 'other-site' | 'unproven';

type Headers = Pick<FastifyRequest, 'headers'>;
type OwnOrigin = Pick<Config, 'publicUrl'>;

/** Sec-Fetch-Site decides where it is present, else Origin. Source: docs/security.md#SE-11. */
function initiatorOf({ headers }: Headers, { publicUrl }: OwnOrigin): Initiator {
  switch (headers['sec-fetch-site']) {
    case undefined:
      if (headers.origin === undefined) return 'unproven';
      return headers.origin === publicUrl ? 'own-site' : 'other-site';
    case 'same-origin':
      return 'own-site';
    case 'cross-site':
      return 'other-site';
    case 'none':
      return headers['sec-fetch-mode'] === 'navigate' ? 'visitor' : 'unproven';
    default:
      // `same-site`: a subdomain, which may belong to another owner.
      return 'unproven';
  }
}

/**
 * Rejects a request unless its headers prove that this site or the visitor sent it (`cross_site_request`). A request
 * without the headers of a browser, or from a subdomain, is rejected. Source: docs/security.md#SE-11,
 * docs/contract.md#4.
 */
export function requireSameOrigin(
  request: Headers,
  config: OwnOrigin,
): Result<void, CrossSiteError> {
  const initiator = initiatorOf(request, config);
  return initiator === 'own-site' || initiator === 'visitor'
    ? ok()
    : err({ kind: 'cross_site_request' });
}

/** Whether it is proven that another site sent a request: one without the headers of a browser is not. */
export function isCrossSite(request: Headers, config: OwnOrigin): boolean {
  return initiatorOf(request, config) === 'other-site';
}
