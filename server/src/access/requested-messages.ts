import type { FastifyRequest } from 'fastify';
import { err, type Result } from 'neverthrow';
import type { Config } from '../config/config.ts';
import { countAttempt, type Throttle, type Throttled, type ThrottlePorts } from './throttle.ts';

const daySeconds = 24 * 60 * 60;

/**
 * The messages that one IP can request in a day: a tenth of those that the whole site sends, so that a single network
 * cannot use up what there is for all visitors. A wide IPv6 network can request three tenths. Source:
 * docs/security.md#LK-7.
 */
const perDay = { windowSeconds: daySeconds, mostShare: 3 } as const;
const textsPerDay: Throttle = { action: 'text', maxAttempts: 30, ...perDay };
const mailsPerDay: Throttle = { action: 'mail', maxAttempts: 100, ...perDay };

interface Limited {
  readonly ports: ThrottlePorts;
  readonly config: Config;
}

async function within<T, E>(
  { ports, config }: Limited,
  request: FastifyRequest,
  limit: Throttle,
  send: () => Promise<Result<T, E>>,
): Promise<Result<T, E | Throttled>> {
  const counted = await countAttempt(request, ports, config, limit);
  if (counted.isErr()) return err(counted.error);
  const sent = await send();
  if (sent.isErr()) await counted.value();
  return sent;
}

/**
 * Runs `send`, which may send a text message, within the limit of the IP; one that fails does not count. Like the limit of
 * the site it is off with AUTH_SMS_MIN_INTERVAL_SECONDS=0.
 */
export async function requestText<T, E>(
  scope: Limited,
  request: FastifyRequest,
  send: () => Promise<Result<T, E>>,
): Promise<Result<T, E | Throttled>> {
  if (scope.config.auth.smsMinIntervalSeconds === 0) return send();
  return within(scope, request, textsPerDay, send);
}

/** The same for a mail; off with AUTH_EMAIL_MIN_INTERVAL_SECONDS=0. */
export async function requestMail<T, E>(
  scope: Limited,
  request: FastifyRequest,
  send: () => Promise<Result<T, E>>,
): Promise<Result<T, E | Throttled>> {
  if (scope.config.auth.emailMinIntervalSeconds === 0) return send();
  return within(scope, request, mailsPerDay, send);
}
