import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seedSite } from '../../../support/seeded-site.ts';
import { sharedSite } from '../../../support/shared-server.ts';

/** A site with all that a page can show: a guide, and the sample facts with their marks. */
export async function seededSite() {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'coachsite-text-'));
  await seedSite(dataDirectory);
  return sharedSite({ dataDirectory });
}
