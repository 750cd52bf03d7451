import { type Clock, wholeSeconds } from '@coachsite/core/kernel';
import type { AttemptStore } from '@coachsite/core/rate-limit';
import type { RequestContext } from '@coachsite/core/security-log';
import type { FastifyRequest } from 'fastify';
import { err, ok, type Result } from 'neverthrow';
import type { Config } from '../config/config.ts';
import { clientIp, clientNetworks } from '../http/client.ts';

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
  /** How many times that the widest network of IPv6 may have, where its share would be too much. */
  readonly mostShare?: number;
}

/** The error over the limit. */
export interface Throttled {
  readonly kind: 'over_request_rate_limit';
  readonly retryAfterSeconds: number;
}

/**
 * Counts this request against its IP and rejects it over the limit; IPv6 counts against the wider networks too. The counts
 * are in the database, so processes share them and they survive a restart. Does nothing with AUTH_IP_RATE_LIMITS=off. The
 * returned function takes the counts back, for limits on failures only.
 * Source: docs/security.md#LK-7, docs/security.md#LK-12.
 */
export async function countAttempt(
  request: FastifyRequest,
  ports: ThrottlePorts,
  config: Config,
  { action, maxAttempts, windowSeconds, mostShare = Number.POSITIVE_INFINITY }: Throttle,
): Promise<Result<() => Promise<void>, Throttled>> {
  if (!config.auth.ipRateLimits) return ok(async () => undefined);
  const now = ports.clock.now();
  const counted: string[] = [];
  const takeBack = async () => {
    for (const key of counted) await ports.attempts.forgive(key, now);
  };
  // The widest first: one that is full then leaves no counters of the networks within it.
  for (const { network, share } of clientNetworks(request).toReversed()) {
    const key = `ip:${action}:${network}`;
    const limit = {
      maxAttempts: maxAttempts * Math.min(share, mostShare),
      windowMs: windowSeconds * 1000,
    };
    const attempt = await ports.attempts.attempt(key, limit, now);
    if (!attempt.allowed) {
      await takeBack();
      return err({
        kind: 'over_request_rate_limit',
        retryAfterSeconds: wholeSeconds(attempt.retryAfterMs),
      });
    }
    counted.push(key);
  }
  return ok(takeBack);
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
