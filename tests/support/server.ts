import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { PageLocation } from '@coachsite/adapters/contract';
import type { Clock } from '@coachsite/core/kernel';
import type { UnsentMail } from '@coachsite/core/mail';
import type { App } from '@coachsite/server/app';
import type { Ports } from '@coachsite/server/compose';
import type { Config } from '@coachsite/server/config';
import type { LiveSite } from '@coachsite/server/live-site';
import type { SiteFiles } from '@coachsite/server/site-files';
import { type ReadMail, readOutbox } from './outbox.ts';
import { startBehindProxy, startInstance } from './server-instances.ts';

export type { ReadMail } from './outbox.ts';

/** A running server with the real adapters and its own data directory. */
export interface TestServer {
  /** Origin, without a slash at the end. */
  readonly url: string;
  readonly app: App;
  readonly config: Config;
  readonly ports: Ports;
  readonly dataDirectory: string;
  /** Every server of the site: any of them may get the next request, so a test that changes a port changes it in each. */
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
  /** What a hash of a password costs: as little as possible, or what it costs in production. */
  readonly hashing?: 'cheap' | 'real';
  /** The time of the site, where it is one server; that of this machine by default. */
  readonly clock?: Clock;
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
    guide: () => nowhere,
    render: async () => ({ head: '<title>Not found</title>', body: '<h1>Not found</h1>' }),
    describe: async () => ({ title: 'Not found', description: '', structuredData: '{}' }),
    socialCard: async () => ({
      brand: 'Coach',
      title: 'Not found',
      ground: 'tartan',
      caption: '',
      ticks: { kind: 'row', n: 1, lit: 1 },
      drawing: { off: '', on: '', marked: '', at: '', mark: '', stroke: 1 },
    }),
    socialImagePath: () => '/social/404-nl.png',
  },
  posts: [],
  articles: [],
  with: () => noPages,
  manifest: {
    app: '/assets/app.js',
    session: '/assets/session.js',
    styles: '/assets/app.css',
    document: '/assets/document.js',
    startScript: '',
    speculationRules: '',
    policyVersion: '2026-11-24',
    stylesByPage: {},
    changedOn: {},
  },
  assets: new Map(),
};

/**
 * Starts the whole server on a free port of the loopback interface. Rate limits per IP are off unless `env` sets them.
 * `COACHSITE_TEST_SERVERS` makes it several on PostgreSQL, behind a proxy; `app` and `ports` are those of the first.
 */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const dataDirectory = options.dataDirectory ?? mkdtempSync(join(tmpdir(), 'coachsite-'));
  const env = { DATA_DIR: dataDirectory, ...options.env };
  const count = Number(process.env.COACHSITE_TEST_SERVERS ?? 0);
  const site = options.site ?? noPages;
  const started =
    count > 0
      ? await startBehindProxy(count, env, site, options.hashing)
      : await startInstance(env, site, options.hashing, options.clock).then((one) => ({
          instances: [one],
          url: `http://127.0.0.1:${one.port}`,
          stopProxy: async () => undefined,
          release: () => undefined,
        }));
  const { instances, url, stopProxy, release } = started;
  const [first] = instances;
  if (!first) throw new Error('No server was started');
  const { app, config, ports } = first;

  const delivered = async () => {
    // The worker empties the queue after it has written the last file; joined notices stay in it, under hashed ids.
    const isJoined = ({ id, nextTryAt = 0 }: UnsentMail) =>
      id[14] === '8' && nextTryAt > ports.clock.now();
    const isWaiting = async () => {
      const { waiting } = await ports.mailQueue.counts();
      if (waiting === 0) return false;
      const joined = (await ports.mailQueue.unsent(waiting + 1000)).filter(isJoined);
      return waiting > joined.length;
    };
    while (await isWaiting()) await wait(5);
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
      release(keep);
      if (!keep) rmSync(dataDirectory, { recursive: true, force: true });
      const undocumented = instances.flatMap((one) => [...one.undocumented]);
      if (undocumented.length > 0) throw new Error(undocumented.join('\n'));
    },
  };
}
