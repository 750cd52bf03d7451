import type { TestProject } from 'vitest/node';
import { startSites } from '../../e2e/support/shared-sites.ts';
import type { SiteHandle } from '../../e2e/support/site.ts';
import { addRow } from '../../field/rows.ts';
import { drivers, type Engine } from '../drivers/index.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** One of both for each worker. */
    readonly browserUrls: readonly string[];
    readonly sites: readonly SiteHandle[];
  }
}

/** Starts a browser and a product for each worker: started anew for each file, they would cost more than the journeys. */
export default async function setup(project: TestProject) {
  const { name, config, provide } = project;
  const count = Number(config.maxWorkers);
  const sites = await startSites(count);
  const { installed, start } = drivers[name as Engine];
  const browsers = await Promise.all(Array.from({ length: count }, start));
  provide(
    'browserUrls',
    browsers.map(({ url }) => url),
  );
  provide('sites', sites.handles);
  return async () => {
    const tests = project.vitest.state
      .getTestModules()
      .filter((module) => module.project === project)
      .flatMap(({ children }) => [...children.allTests()].map((test) => test.result().state));
    const [engine, version] = installed();
    const count = (state: (typeof tests)[number]) => tests.filter((one) => one === state).length;
    const left = count('skipped') > 0 ? `, ${count('skipped')} left out` : '';
    addRow({ name: engine, version, outcome: `${count('passed')} journeys${left}` });
    await Promise.all(browsers.map(({ stop }) => stop()));
    await sites.stop();
  };
}
