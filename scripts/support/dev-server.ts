import { createServer } from 'node:http';
import { join } from 'node:path';
import { buildApp, createApp } from '@coachsite/server/app';
import { compose, failureLog } from '@coachsite/server/compose';
import { openDevelopment } from '@coachsite/ui/site-build/development';
import { loadConfig } from './open-ports.ts';

/** Serves the API of this process and, through Vite, the pages from their current sources, both on one port. */
const config = await loadConfig();
/** `node --watch`, which follows the sources. */
const watcher = process.ppid;
const server = createServer();
// Beside the data, so that several servers can run from one checkout.
const pages = await openDevelopment(server, join(config.dataDirectory, 'vite'));

// The command that started this process has the lock.
const app = createApp(config, (handler) =>
  server.on('request', (request, response) => {
    pages.middlewares(request, response, () => handler(request, response));
  }),
);
const ports = await compose(config, { hasLock: true, failures: failureLog(app.log) });
await buildApp(app, ports, config, { site: { current: pages.current, close: () => undefined } });
await app.listen({ port: config.port, host: config.host });
console.log(`${config.site.name} is at ${config.publicUrl}, and follows your changes`);

// Disconnected: the watcher was killed. The end of stdin: the command was, and the watcher, which would stay, ends this too.
const endWatcher = () => process.connected && process.ppid === watcher && process.kill(watcher);
process.stdin.resume().on('end', endWatcher);
for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) {
  process.on(signal, async () => {
    await pages.close();
    await app.close();
    await ports.close();
    process.exit(0);
  });
}
