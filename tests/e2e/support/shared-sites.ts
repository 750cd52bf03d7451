import type { FullConfig } from '@playwright/test';
import startPostgres from '../../support/postgres.ts';
import {
  openSite,
  type Site,
  type SiteHandle,
  type StartedSite,
  siteAt,
  startSite,
} from './site.ts';

const variable = 'COACHSITE_E2E_SITES';

/** Starts products with an admin and an e-book on offer. */
export async function startSites(count: number) {
  const sites: StartedSite[] = [];
  const stop = async () => void (await Promise.all(sites.map((site) => site.stop())));
  const start = async () => {
    const site = await startSite();
    sites.push(site);
    await openSite(site);
  };
  const started = await Promise.allSettled(Array.from({ length: count }, start));
  const failed = started.find((each) => each.status === 'rejected');
  if (failed) {
    await stop();
    throw failed.reason;
  }
  return { handles: sites.map(({ handle }) => handle), stop };
}

/**
 * Starts one product for each worker that runs at the same time. Playwright makes a new worker process for each project
 * and after each failure; a product of its own for each of them would cost more than the tests.
 */
export default async function setup({ workers }: FullConfig): Promise<() => Promise<void>> {
  const stopPostgres =
    Number(process.env.COACHSITE_E2E_SERVERS ?? 1) > 1 ? await startPostgres() : undefined;
  try {
    const { handles, stop } = await startSites(workers);
    process.env[variable] = JSON.stringify(handles);
    return async () => {
      await stop();
      await stopPostgres?.();
    };
  } catch (error) {
    await stopPostgres?.();
    throw error;
  }
}

/** The product of the worker with this `parallelIndex`. */
export function sharedSite(parallelIndex: number): Site {
  const handle = (JSON.parse(process.env[variable] ?? '[]') as SiteHandle[])[parallelIndex];
  if (!handle) throw new Error(`No product was started for worker ${parallelIndex}`);
  return siteAt(handle);
}
