import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { PageLocation } from '@coachsite/adapters/contract';
import { systemClock } from '@coachsite/adapters/system';
import type { SecurityEvent } from '@coachsite/core/security-log';
import type { App } from '@coachsite/server/app';
import { buildApp } from '@coachsite/server/app';
import { compose, type Ports } from '@coachsite/server/compose';
import { type Config, readConfig } from '@coachsite/server/config';
import type { LiveSite } from '@coachsite/server/live-site';
import type { SiteFiles } from '@coachsite/server/site-files';
import { watchResponses } from './documented.ts';
import { freePort } from './free-port.ts';
import { type ReadMail, readOutbox } from './outbox.ts';
import { newSchema } from './postgres-schema.ts';
import { roundRobin } from './round-robin.ts';

export type { ReadMail } from './outbox.ts';

/** A running server with the real adapters and its own data directory. */
export interface TestServer {
  /** Origin, without a slash at the end. */
  readonly url: string;
  readonly app: App;
  readonly config: Config;
  readonly ports: Ports;
  readonly dataDirectory: string;
  /** Every server of the site: for tests that change a port or listen, as any of them may get the next request. */
  readonly everyServer: readonly {
    readonly app: App;
    readonly ports: Ports;
    /** Resolves once the events of the security log that were begun are written, or failed. */
    readonly eventsWritten: () => Promise<unknown>;
  }[];
  /** Delivers the waiting mails, then returns every mail so far, oldest first. */
  readonly outbox: (to?: string) => Promise<readonly ReadMail[]>;
  /** Stops, and throws if a response differed from the documentation; `keep` leaves the data directory for a restart. */
  readonly stop: (options?: { readonly keep?: boolean }) => Promise<void>;
}

export interface TestServerOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** The data directory of a server that was stopped with `keep`. */
  readonly dataDirectory?: string;
  /** The pages; none by default, so that tests of the API need no build. */
  readonly site?: SiteFiles | LiveSite;
}

const nowhere: PageLocation = {
  path: '/404',
  page: {
    path: '/$',
    id: 'not-found',
    texts: ['not-found'],
    ground: 'tartan',
    layout: 'site',
    indexable: false,
    kind: 'document',
    hasPlainForm: false,
    guard: 'none',
    query: [],
    isTimed: false,
  },
};

/** A site without pages. */
export const noPages: SiteFiles = {
  prerender: {
    locations: [],
    notFound: nowhere,
    render: async () => ({ head: '<title>Not found</title>', body: '<h1>Not found</h1>' }),
    describe: async () => ({ title: 'Not found', description: '', structuredData: '{}' }),
    socialCard: async () => ({
      brand: 'Coach',
      title: 'Not found',
      ground: 'tartan',
      caption: '',
      ticks: { kind: 'row', n: 1, lit: 1 },
    }),
    socialImagePath: () => '/social/404-nl.png',
  },
  posts: [],
  manifest: {
    app: '/assets/app.js',
    session: '/assets/session.js',
    styles: '/assets/app.css',
    document: '/assets/document.js',
    font: '/assets/font.woff2',
    startScript: '',
    speculationRules: '',
    policyVersion: '2026-11-24',
    stylesByPage: {},
    changedOn: {},
  },
  assets: new Map(),
};

/** One process of a site, or what stands for one: a server with ports of its own. */
async function startInstance(
  env: Readonly<Record<string, string>>,
  site: TestServerOptions['site'],
) {
  const port = Number(env['PORT'] ?? (await freePort()));
  const config = readConfig({
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    LOG_LEVEL: 'silent',
    AUTH_IP_RATE_LIMITS: 'off',
    ...env,
  })._unsafeUnwrap();
  const ports = await compose(config, { clock: systemClock });
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
  const app = await buildApp(ports, config, { site: site ?? noPages });
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
  if (!existsSync(path)) writeFileSync(path, await newSchema());
  return readFileSync(path, 'utf8');
}

/** Starts `count` servers on one PostgreSQL database, behind a proxy that gives each request to the next one. */
async function startBehindProxy(
  count: number,
  env: Record<string, string>,
  site: TestServerOptions['site'],
) {
  const proxy = await roundRobin({
    port: Number(env['PORT'] ?? 0),
    isInFront: env['TRUST_PROXY'] === undefined,
  });
  const shared = {
    PUBLIC_URL: proxy.url,
    TRUST_PROXY: '127.0.0.1',
    DATABASE_URL: await databaseOf(env['DATA_DIR'] ?? ''),
    ...env,
  };
  const instances: Awaited<ReturnType<typeof startInstance>>[] = [];
  // One after the other: those of one process share the register of the metrics.
  while (instances.length < count) {
    instances.push(await startInstance({ ...shared, PORT: String(await freePort()) }, site));
  }
  proxy.use(instances.map(({ port }) => port));
  return { instances, url: proxy.url, stopProxy: proxy.stop };
}

/**
 * Starts the whole server on a free port of the loopback interface. Rate limits per IP are off unless `env` sets them.
 * `COACHSITE_TEST_SERVERS` makes it several on PostgreSQL, behind a proxy; `app` and `ports` are those of the first.
 */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const dataDirectory = options.dataDirectory ?? mkdtempSync(join(tmpdir(), 'coachsite-'));
  const env = { DATA_DIR: dataDirectory, ...options.env };
  const count = Number(process.env.COACHSITE_TEST_SERVERS ?? 0);
  const started =
    count > 0
      ? await startBehindProxy(count, env, options.site)
      : await startInstance(env, options.site).then((one) => ({
          instances: [one],
          url: `http://127.0.0.1:${one.port}`,
          stopProxy: async () => undefined,
        }));
  const { instances, url, stopProxy } = started;
  const [first] = instances;
  if (!first) throw new Error('No server was started');
  const { app, config, ports } = first;

  const delivered = async () => {
    // The worker empties the queue after it has written the last file.
    while ((await ports.mailQueue.counts()).waiting > 0) await wait(5);
  };

  return {
    url,
    app,
    config,
    ports,
    dataDirectory,
    everyServer: instances,
    outbox: async (to) => {
      await delivered();
      const mails = await readOutbox(config.outboxDirectory);
      return to === undefined ? mails : mails.filter((mail) => mail.to === to);
    },
    stop: async ({ keep = false } = {}) => {
      await stopProxy();
      await Promise.all(instances.map(({ stop }) => stop()));
      if (!keep) rmSync(dataDirectory, { recursive: true, force: true });
      const undocumented = instances.flatMap((one) => [...one.undocumented]);
      if (undocumented.length > 0) throw new Error(undocumented.join('\n'));
    },
  };
}
