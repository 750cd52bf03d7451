import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** What a server reports once it listens. */
export interface Listening {
  readonly url: string;
  /** The public pages. */
  readonly pages: readonly PublicPage[];
}

/** A public page, and what Lighthouse cannot find out about it. */
interface PublicPage {
  readonly path: string;
  readonly indexable: boolean;
}

/** A server in its own process. */
export interface BenchServer extends Listening {
  /** Processor time used so far, in microseconds. */
  readonly cpu: () => Promise<number>;
  readonly stop: () => Promise<void>;
}

/** Starts a server script of this folder and waits until it listens. */
export async function startServer(
  script: string,
  args: readonly string[] = [],
): Promise<BenchServer> {
  const child = fork(join(import.meta.dirname, script), args, {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  child.setMaxListeners(0);
  const message = async () => {
    const [message] = (await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(([code]) => {
        throw new Error(`${script} ended with ${code}`);
      }),
    ])) as [unknown];
    return message;
  };
  const listening = (await message()) as Listening;
  return {
    ...listening,
    cpu: async () => {
      child.send('cpu');
      return (await message()) as number;
    },
    stop: async () => {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

/** Reports to the benchmark that this server listens, sends it the figures it requests, and ends with it. */
export function report(listening: Listening, stop: () => Promise<void>): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.(user + system);
  });
  process.on('disconnect', () => void stop().finally(() => process.exit(0)));
  process.send?.(listening);
}
