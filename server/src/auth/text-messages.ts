import type { FastifyRequest } from 'fastify';
import { err, type Result } from 'neverthrow';
import { countAttempt, type Throttled } from '../access/throttle.ts';
import type { AuthScope } from './scope.ts';

/**
 * The text messages that one IP can request a day: a tenth of those that the whole site sends, or a single network could use
 * up what is there for all visitors; a wide one of IPv6 three tenths. Source: docs/security.md#LK-7.
 */
const textsPerDay = {
  action: 'text',
  maxAttempts: 30,
  windowSeconds: 24 * 60 * 60,
  mostShare: 3,
} as const;

/**
 * Runs `send`, which may send a text message, within that limit; one that fails does not count. Like the limit of the
 * site it is off with AUTH_SMS_MIN_INTERVAL_SECONDS=0.
 */
export async function requestText<T, E>(
  { ports, config }: AuthScope,
  request: FastifyRequest,
  send: () => Promise<Result<T, E>>,
): Promise<Result<T, E | Throttled>> {
  if (config.auth.smsMinIntervalSeconds === 0) return send();
  const counted = await countAttempt(request, ports, config, textsPerDay);
  if (counted.isErr()) return err(counted.error);
  const sent = await send();
  if (sent.isErr()) await counted.value();
  return sent;
}
