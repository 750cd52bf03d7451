import { isRobot } from '@coachsite/core/ebook';
import type { Clock } from '@coachsite/core/kernel';
import {
  type MissedPath,
  type MissedPaths,
  missedKept,
  missedPath,
} from '@coachsite/core/redirects';
import type { FastifyRequest } from 'fastify';
import type { App } from '../http/create-app.ts';

/** Counts the paths that people asked for and no page has. */
export interface MissedCounts {
  readonly count: (request: FastifyRequest) => void;
  /** Stores what was counted since the last time. */
  readonly flush: () => Promise<void>;
}

/**
 * Counts in memory, so that no request waits for a write; `flush` stores the counts. Between two of them as many paths are
 * counted as are kept. Source: docs/contract.md#3, docs/security.md#PR-5.
 */
export function missedCounts(
  app: App,
  ports: { readonly missed: MissedPaths; readonly clock: Clock },
): MissedCounts {
  let counted = new Map<string, MissedPath>();

  function add({ path, count, lastAt }: MissedPath): void {
    const known = counted.get(path);
    if (!known && counted.size >= missedKept) return;
    counted.set(path, { path, count: count + (known?.count ?? 0), lastAt });
  }

  async function flush(): Promise<void> {
    if (counted.size === 0) return;
    const stored = counted;
    counted = new Map();
    try {
      await ports.missed.add([...stored.values()], missedKept);
    } catch (error) {
      for (const each of stored.values()) add(each);
      throw error;
    }
  }

  app.addHook('onClose', () => flush().catch((err) => app.log.warn({ err }, 'missed paths lost')));
  return {
    flush,
    count: ({ method, url, headers }) => {
      // What a browser fetches ahead nobody has asked for.
      if (method !== 'GET' || headers['sec-purpose'] || isRobot(headers['user-agent'])) return;
      const path = missedPath(url);
      if (path !== undefined) add({ path, count: 1, lastAt: ports.clock.now() });
    },
  };
}
