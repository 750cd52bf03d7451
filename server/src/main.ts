import cluster from 'node:cluster';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Config } from './config/config.ts';
import { onStopSignal, stopSignals } from './config/stop-signals.ts';

// Before the server listens there is nothing to finish, so a signal ends the process. Source: docs/security.md#DR-6.
for (const signal of stopSignals) process.on(signal, () => process.exit(0));

// Imported once signals are handled, as loading the server takes most of a start.
const { openSetup } = await import('@coachsite/core/admins');
const { buildApp, createApp } = await import('./app.ts');
const { compose, failureLog } = await import('./compose/index.ts');
const { readConfig } = await import('./config/config.ts');
const { startSentence } = await import('./config/failure-sentence.ts');
const { holdPort } = await import('./config/free-port.ts');
const { takeServerLock } = await import('./config/server-lock.ts');

/** How long a stop waits for requests under way, in milliseconds. Source: docs/security.md#DR-6. */
const stopLimitMs = 10_000;

/**
 * Connections that wait to be accepted; the system drops those above it silently. Node accepts one connection each turn
 * of its event loop, so under load hundreds wait. Source: docs/performance.md#goal-18.
 */
const backlog = 4096;

/** Of several workers the first one says what all of them would. */
const isFirst = (cluster.worker?.id ?? 1) === 1;

/** Prints one line that says why the server does not start, and exits with 1. */
function exit(reason: string): never {
  console.error(reason);
  process.exit(1);
}

/** Prints the URL of the site, how to create its first admin, and where its mails go. Source: docs/contract.md#1. */
function announce(config: Config, setupToken: string | undefined): void {
  console.log(`${config.site.name} is at ${config.publicUrl}`);
  if (setupToken) {
    // In the query, as programs that read this line find it there. The page removes it from the URL, and the log has no queries.
    console.log(`Make the first admin at ${config.publicUrl}/admin-setup?token=${setupToken}`);
  }
  console.log(
    config.smtpUrl
      ? `Mails go to ${new URL(config.smtpUrl).host}`
      : `Mails are written to ${config.outboxDirectory}`,
  );
}

/** Starts the site and serves until a signal ends it. */
async function serve(config: Config, releasePort: () => Promise<void>): Promise<void> {
  // Signals are handled between turns of the event loop, and starting has had none so far.
  await nextTurn();
  const taken = takeServerLock(config);
  if (taken.isErr()) exit(taken.error);
  const processes = cluster.isWorker ? Number(process.argv[2]) : 1;
  const app = createApp(config);
  const failures = failureLog(app.log);
  const { notes, ...ports } = await compose(config, { hasLock: true, processes, failures });
  if (isFirst) for (const note of notes) console.error(note);
  await nextTurn();
  const setupToken = await openSetup(ports);
  let stopping = false;
  let listening: Promise<unknown> = Promise.resolve();
  await buildApp(app, ports, config, { isStopping: () => stopping });

  const stop = async (status: number) => {
    // A second signal, or a request that does not end, must not keep the process alive. A worker that everybody signals,
    // as systemd does, also gets the signal of the process that started it, which kills it at a second one.
    if (stopping && cluster.isWorker) return;
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(status), stopLimitMs).unref();
    // A server that is closed while it begins to listen rejects.
    await listening.catch(() => {});
    await app.close();
    await ports.close();
    taken.value?.release();
    process.exit(status);
  };
  onStopSignal(() => void stop(0));
  // An unhandled rejection leaves the process in an unknown state: log it and stop cleanly.
  // Source: docs/security.md#ER-2.
  process.on('unhandledRejection', (error) => {
    app.log.fatal({ err: error }, 'unhandled rejection');
    void stop(1);
  });
  process.on('uncaughtException', (error) => {
    app.log.fatal({ err: error }, 'uncaught exception');
    void stop(1);
  });

  listening = releasePort().then(() =>
    app.listen({ port: config.port, host: config.host, backlog }),
  );
  await listening;
  if (isFirst) announce(config, setupToken);
}

/** Reads the configuration; exits with an explanation when it is invalid. */
function configOf(environment: NodeJS.ProcessEnv): Config {
  const read = readConfig(environment);
  if (read.isErr()) exit(read.error);
  return read.value;
}

const asked = configOf(process.env);
try {
  if (asked.port !== 0) await serve(asked, async () => {});
  else {
    // Links contain the port, and mails need them before the server listens.
    const { port, release } = await holdPort(asked.host);
    await serve(configOf({ ...process.env, PORT: String(port) }), release);
  }
} catch (error) {
  exit(startSentence(error, asked));
}
