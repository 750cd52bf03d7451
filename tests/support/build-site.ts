import { buildIfStale } from '@coachsite/ui/site-build';

/** Builds the site before the tests, so that the pages they read come from the present sources. */
export default async function setup(): Promise<void> {
  await buildIfStale();
}
