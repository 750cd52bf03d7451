import type { TestProject } from 'vitest/node';
import { startSites } from '../../e2e/support/shared-sites.ts';
import type { SiteHandle } from '../../e2e/support/site.ts';
import { drivers, type Engine } from '../drivers/index.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** One of both for each worker. */
    readonly browserUrls: readonly string[];
    readonly sites: readonly SiteHandle[];
  }
}

/** Starts a browser and a product for each worker: started anew for each file, they would cost more than the journeys. */
export default async function setup({ name, config, provide }: TestProject) {
  const count = Number(config.maxWorkers);
  const sites = await startSites(count);
  const { start } = drivers[name as Engine];
  const browsers = await Promise.all(Array.from({ length: count }, start));
  provide(
    'browserUrls',
    browsers.map(({ url }) => url),
  );
  provide('sites', sites.handles);
  return async () => {
    await Promise.all(browsers.map(({ stop }) => stop()));
    await sites.stop();
  };
}
