import { openSiteFiles } from '@coachsite/server/site-files';
import { afterAll } from 'vitest';
import { startTestServer, type TestServer, type TestServerOptions } from './server.ts';

/** Starts a server that all tests of a file share, and stops it after the last of them. */
export async function sharedServer(options?: TestServerOptions): Promise<TestServer> {
  const server = await startTestServer(options);
  afterAll(() => server.stop());
  return server;
}

/** An invalid session: a protected page is sent to a request with any session cookie, and its calls find out that it is invalid. */
export const anySession = { cookie: 'cs-refresh=of-nobody' };

/** A shared server with the built pages; `get` follows no redirect, and brings a session to a protected page. */
export async function sharedSite(options: TestServerOptions = {}) {
  const site = await openSiteFiles();
  const server = await sharedServer({ ...options, site });
  const { locations } = site.prerender;
  const guarded = new Set(
    locations.filter(({ page }) => page.guard !== 'none').map(({ path }) => path),
  );
  const get = (path: string, init: RequestInit = {}) => {
    const headers = guarded.has(path.split('?', 1)[0] ?? '') ? anySession : {};
    return fetch(server.url + path, { redirect: 'manual', headers, ...init });
  };
  return { site, locations, server, get };
}
