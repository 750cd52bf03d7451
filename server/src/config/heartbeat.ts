import { guardedFetch } from '@coachsite/adapters/guarded-fetch';
import { errorNames } from '@coachsite/core/text';
import type { Config } from './config.ts';

/**
 * Calls the outside monitor, which means that all is well; does nothing without one. Returns why a call failed.
 * Source: docs/operations.md#alarm.
 */
export async function beat({
  heartbeatUrl: url,
}: Pick<Config, 'heartbeatUrl'>): Promise<string | undefined> {
  if (url === undefined) return undefined;
  try {
    const { ok, status } = await guardedFetch(url)(url);
    return ok ? undefined : `HEARTBEAT_URL responds with ${status}`;
  } catch (error) {
    return `HEARTBEAT_URL cannot be reached (${errorNames(error).join(', ')})`;
  }
}
