import { openSiteFiles } from '@coachsite/server/site-files';
import { afterAll } from 'vitest';
import { startTestServer, type TestServer, type TestServerOptions } from './server.ts';

/** Starts a server that all tests of a file share, and stops it after the last of them. */
export async function sharedServer(options?: TestServerOptions): Promise<TestServer> {
  const server = await startTestServer(options);
  afterAll(() => server.stop());
  return server;
}

/** A shared server with the built pages; `get` follows no redirect. */
export async function sharedSite(options: TestServerOptions = {}) {
  const site = await openSiteFiles();
  const server = await sharedServer({ ...options, site });
  const get = (path: string, init: RequestInit = {}) =>
    fetch(server.url + path, { redirect: 'manual', ...init });
  return { site, locations: site.prerender.locations, server, get };
}
