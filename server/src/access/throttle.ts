import { type Clock, wholeSeconds } from '@coachsite/core/kernel';
import { type AttemptStore, clientNetwork } from '@coachsite/core/rate-limit';
import type { RequestContext } from '@coachsite/core/security-log';
import type { FastifyRequest } from 'fastify';
import { err, ok, type Result } from 'neverthrow';
import type { Config } from '../config/config.ts';

/** An IP address with a port, as some proxies add it to X-Forwarded-For. */
const withPort = /^(?:\[([^\]]+)\]|(\d+(?:\.\d+){3})):\d+$/;

/**
 * The IP address that a client is counted under: IPv4 as it is (mapped IPv6 too), IPv6 by its /64.
 * It is the socket's unless TRUST_PROXY names the proxy that forwarded it. Source: docs/security.md#LK-7,
 * docs/security.md#LK-8.
 */
export function clientIp(request: FastifyRequest): string {
  return clientNetwork(request.ip.replace(withPort, '$1$2'));
}

/** Longest user agent that is kept, in characters. */
const userAgentLimit = 400;

/** Where a request comes from, for sessions and for the security log. */
export function requestContext(request: FastifyRequest): RequestContext {
  return {
    ip: clientIp(request),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, userAgentLimit),
  };
}

/** Ports of the rate limit per IP. */
export interface ThrottlePorts {
  readonly attempts: AttemptStore;
  readonly clock: Clock;
}

/** At most `maxAttempts` of one action per IP within `windowSeconds`. */
export interface Throttle {
  readonly action: string;
  readonly maxAttempts: number;
  readonly windowSeconds: number;
}

/** The error over the limit. */
export interface Throttled {
  readonly kind: 'over_request_rate_limit';
  readonly retryAfterSeconds: number;
}

/**
 * Counts this request against its IP and rejects it over the limit. The count is in the database, so processes share it
 * and it survives a restart. Does nothing with AUTH_IP_RATE_LIMITS=off. The returned function takes the count back, for
 * limits on failures only. Source: docs/security.md#LK-7, docs/security.md#LK-12.
 */
export async function countAttempt(
  request: FastifyRequest,
  ports: ThrottlePorts,
  config: Config,
  { action, maxAttempts, windowSeconds }: Throttle,
): Promise<Result<() => Promise<void>, Throttled>> {
  if (!config.auth.ipRateLimits) return ok(async () => undefined);
  const now = ports.clock.now();
  const key = `ip:${action}:${clientIp(request)}`;
  const limit = { maxAttempts, windowMs: windowSeconds * 1000 };
  const attempt = await ports.attempts.attempt(key, limit, now);
  if (attempt.allowed) return ok(() => ports.attempts.forgive(key, now));
  return err({
    kind: 'over_request_rate_limit',
    retryAfterSeconds: wholeSeconds(attempt.retryAfterMs),
  });
}

/** Like `countAttempt`, for limits whose counts are never taken back. */
export async function throttle(
  request: FastifyRequest,
  ports: ThrottlePorts,
  config: Config,
  limit: Throttle,
): Promise<Result<void, Throttled>> {
  return (await countAttempt(request, ports, config, limit)).map(() => undefined);
}
