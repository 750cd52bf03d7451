import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argon2PasswordHasher } from '@coachsite/adapters/argon2';
import { systemClock } from '@coachsite/adapters/system';
import type { Clock } from '@coachsite/core/kernel';
import type { SecurityEvent } from '@coachsite/core/security-log';
import { buildApp, createApp } from '@coachsite/server/app';
import { compose, failureLog } from '@coachsite/server/compose';
import { readConfig } from '@coachsite/server/config';
import type { LiveSite } from '@coachsite/server/live-site';
import type { SiteFiles } from '@coachsite/server/site-files';
import { watchResponses } from './documented.ts';
import { freePort } from './free-port.ts';
import { releaseSchema, schemaWithoutRows } from './postgres-schema.ts';
import { roundRobin } from './round-robin.ts';

/** The least that argon2 takes, in KiB and passes: most tests need a hash, and none needs it to be hard to guess. */
const cheap = { memoryCost: 8, timeCost: 1 };

/** One process of a site, or what stands for one: a server with ports of its own. */
export async function startInstance(
  env: Readonly<Record<string, string>>,
  site: SiteFiles | LiveSite,
  hashing: 'cheap' | 'real' = 'cheap',
  clock: Clock = systemClock,
) {
  const port = Number(env['PORT'] ?? (await freePort()));
  const config = readConfig({
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    LOG_LEVEL: 'silent',
    AUTH_IP_RATE_LIMITS: 'off',
    ...env,
  })._unsafeUnwrap();
  const app = createApp(config);
  const ports = await compose(config, { clock, failures: failureLog(app.log) });
  if (hashing === 'cheap') Object.assign(ports.passwords, argon2PasswordHasher(cheap));
  const underWay = new Set<Promise<void>>();
  const { record } = ports.securityLog;
  Object.assign(ports.securityLog, {
    record: (event: SecurityEvent) => {
      const written = record(event).finally(() => underWay.delete(written));
      underWay.add(written);
      return written;
    },
  });
  const eventsWritten = () => Promise.allSettled(underWay);
  await buildApp(app, ports, config, { site });
  const undocumented = watchResponses(app);
  await app.listen({ port, host: '127.0.0.1' });
  const stop = async () => {
    const closed = app.close();
    // A kept-alive connection of fetch would hold the server open.
    app.server.closeAllConnections();
    await closed;
    await ports.close();
  };
  return { port, config, ports, app, undocumented, eventsWritten, stop };
}

/** The database of the servers on a data directory, which outlives them there. */
async function databaseOf(dataDirectory: string): Promise<string> {
  const path = join(dataDirectory, 'test-database-url');
  if (!existsSync(path)) writeFileSync(path, await schemaWithoutRows());
  return readFileSync(path, 'utf8');
}

/** How many sites of this process run on a database. */
const sites = new Map<string, number>();

/** Counts a site on a database; returns what ends it, and gives the database back with the last whose data is removed. */
function occupy(database: string) {
  sites.set(database, (sites.get(database) ?? 0) + 1);
  return (keep: boolean) => {
    const others = (sites.get(database) ?? 1) - 1;
    sites.set(database, others);
    if (others === 0 && !keep) releaseSchema(database);
  };
}

/** Starts `count` servers on one PostgreSQL database, behind a proxy that gives each request to the next one. */
export async function startBehindProxy(
  count: number,
  env: Record<string, string>,
  site: SiteFiles | LiveSite,
  hashing?: 'cheap' | 'real',
) {
  const proxy = await roundRobin({
    port: Number(env['PORT'] ?? 0),
    isInFront: env['TRUST_PROXY'] === undefined,
  });
  const database = await databaseOf(env['DATA_DIR'] ?? '');
  const shared = {
    PUBLIC_URL: proxy.url,
    TRUST_PROXY: '127.0.0.1',
    DATABASE_URL: database,
    ...env,
  };
  const instances: Awaited<ReturnType<typeof startInstance>>[] = [];
  // One after the other: those of one process share the register of the metrics.
  try {
    while (instances.length < count) {
      instances.push(
        await startInstance({ ...shared, PORT: String(await freePort()) }, site, hashing),
      );
    }
  } catch (error) {
    await Promise.all([proxy.stop(), ...instances.map(({ stop }) => stop())]);
    throw error;
  }
  proxy.use(instances.map(({ port }) => port));
  return { instances, url: proxy.url, stopProxy: proxy.stop, release: occupy(database) };
}
