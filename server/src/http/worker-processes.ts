import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import type { Config } from '../config/config.ts';
import { holdPort } from '../config/free-port.ts';
import { onStopSignal } from '../config/stop-signals.ts';
import { sendMetricsToWorkers } from './worker-metrics.ts';

/**
 * The delay before a crashed worker is restarted, in milliseconds, so that a failing start does not use the processor
 * all the time.
 */
const replacedAfterMs = 1_000;

/**
 * The exit status of a worker. At a stop, a worker that did not handle signals yet is ended by the signal: that counts
 * as 0.
 */
const statusOf = (code: number | null, signal: string | null, isStopping: boolean) =>
  isStopping && signal !== null && signal !== 'SIGKILL' ? 0 : (code ?? 1);

/** Resolves with undefined once a worker listens, or with its status when it ends before. */
async function listens(worker: Worker, isStopping: () => boolean): Promise<number | undefined> {
  const settled = new AbortController();
  const { signal } = settled;
  const listening = once(worker, 'listening', { signal }).then(() => undefined);
  const ended = once(worker, 'exit', { signal }).then(([code, endedBy]) =>
    statusOf(code, endedBy, isStopping()),
  );
  const result = await Promise.race([listening, ended]);
  settled.abort();
  await Promise.allSettled([listening, ended]);
  return result;
}

/**
 * Serves with `count` processes on one port, each of which gets connections in its turn, and replaces one that ends. A
 * signal stops them all, as it stops one server, and a second one kills them. The first one starts alone: it says where
 * the site is, or why it does not start. Resolves with the status to exit with. Source: docs/contract.md#1.
 */
export async function serveWithWorkers(
  count: number,
  config: Config,
  program: string,
): Promise<number> {
  let isStopping = false;
  const running = new Set<Worker>();
  cluster.setupPrimary({
    exec: program,
    args: [String(count)],
  });
  const held = config.port === 0 ? await holdPort(config.host) : undefined;
  // A worker would compile the program anew. The folder that Node names is one for its version, inside that of the cache.
  const compiled = getCompileCacheDir();
  const env = {
    PORT: String(held?.port ?? config.port),
    ...(compiled && { NODE_COMPILE_CACHE: dirname(compiled) }),
  };
  await held?.release();

  sendMetricsToWorkers();

  const fork = () => {
    const worker = cluster.fork(env);
    running.add(worker);
    return worker;
  };
  const { promise: allEnded, resolve } = Promise.withResolvers<number>();
  onStopSignal(() => {
    const signal = isStopping ? 'SIGKILL' : 'SIGTERM';
    isStopping = true;
    for (const { process } of running) process.kill(signal);
    if (running.size === 0) resolve(0);
  });

  const failed = await listens(fork(), () => isStopping);
  if (failed !== undefined) return failed;
  let status = 0;
  cluster.on('exit', (worker, code, signal) => {
    running.delete(worker);
    if (isStopping) {
      status = Math.max(status, statusOf(code, signal, isStopping));
      if (running.size === 0) resolve(status);
      return;
    }
    console.error(`Worker ${worker.id} ended (${signal ?? code}); another one takes its place`);
    setTimeout(() => isStopping || fork(), replacedAfterMs);
  });
  while (!isStopping && running.size < count) fork();
  return allEnded;
}
