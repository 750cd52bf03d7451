import { buildIfStale } from '@coachsite/ui/site-build';

/** Before the tests of a run: the pages they read are those of the present sources. */
export default async function setup(): Promise<void> {
  await buildIfStale();
}
