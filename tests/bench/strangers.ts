import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { CommandError } from '../../scripts/support/command.ts';
import { keepResults, table } from './results.ts';
import { type StrangerRequest, strangerRequests } from './stranger-requests.ts';

/** Processor time of the main thread for one request, in milliseconds. Source: docs/performance.md#goal-21. */
const goalMs = 2;
/** Sent before anything is measured: whatever has a limit is over it then. */
const sentBefore = 100;
const measured = 200;

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Sends one request and returns the status. */
const send = (url: string, { path, body = '', headers, ...options }: StrangerRequest) =>
  new Promise<number>((resolve, reject) => {
    const length = body === '' ? {} : { 'content-length': Buffer.byteLength(body) };
    const sent = request(url + path, { ...options, agent, headers: { ...length, ...headers } });
    sent.on('error', reject).on('response', (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    sent.end(body);
  });

/**
 * Sends the requests that cost a server most to somebody's site with full tables, from one IP, and reports what each
 * takes of its main thread once every limit is exceeded. Throws a `CommandError` when one takes more than the goal.
 * Source: docs/performance.md#goal-21.
 */
export async function benchStrangers(): Promise<void> {
  const child = fork(join(import.meta.dirname, 'turns-server.ts'), {
    env: { ...process.env, NODE_ENV: 'production', AUTH_IP_RATE_LIMITS: 'on' },
  });
  try {
    const [{ url }] = (await once(child, 'message')) as [{ url: string }];
    const processorMs = async () => {
      child.send('processor');
      const [ms] = (await once(child, 'message')) as [number];
      return ms;
    };
    const results: { name: string; ms: number; statuses: string }[] = [];
    for (const [name, make] of Object.entries(strangerRequests)) {
      for (let n = 0; n < sentBefore; n += 1) await send(url, make(n));
      const statuses = new Set<number>();
      const before = await processorMs();
      for (let n = 0; n < measured; n += 1) statuses.add(await send(url, make(sentBefore + n)));
      const ms = ((await processorMs()) - before) / measured;
      if (Math.max(...statuses) >= 500) throw new CommandError(`${name} led to ${[...statuses]}`);
      results.push({ name, ms, statuses: [...statuses].join(' ') });
    }
    console.log(
      table([
        ['request', 'status', 'ms'],
        ...results.map(({ name, ms, statuses }) => [name, statuses, ms.toFixed(2)]),
      ]),
    );
    console.log(`Kept in ${keepResults('strangers', results)}`);
    const missed = results.filter(({ ms }) => ms > goalMs).map(({ name }) => name);
    if (missed.length > 0) throw new CommandError(`More than ${goalMs} ms: ${missed.join(', ')}`);
  } finally {
    agent.destroy();
    child.disconnect();
  }
}
