import { resolve } from 'node:path';
import type { Release } from '../tests/release/make-release.ts';
import { parseVersion } from '../tests/release/version.ts';
import { runCommand, UsageError } from './support/command.ts';
import { counted } from './support/words.ts';

const help = `npm run release -- [VERSION] [--dry-run] [--to FOLDER]

Makes a release in FOLDER (release): the packages as tarballs, whose publication is rehearsed, notes of the changelogs and
of sizes, the reference, openapi.json, and what changed in the public API since the last release. A breaking change needs
a new major version (before 1.0.0: minor); without VERSION it is the first that the changes allow, or the next candidate
after a candidate. Then keeps the notes in docs/releases, and writes the version into manifests and, unless it is a
candidate, changelogs. Run npm run check and npm test before; commit and tag afterwards, and attach what is in FOLDER.

  --dry-run   only makes the files in FOLDER, from the sources as they are`;

const changes = ({ breaking, commit }: NonNullable<Release['compared']>) =>
  `${counted(breaking.length, 'difference')} from ${commit.slice(0, 8)} that may break a caller, see api.diff`;

const notCompared = (last: string) =>
  `the API was NOT compared, as this copy of the repository does not have the commit of ${last} (git fetch --unshallow)`;

await runCommand({
  help,
  options: { 'dry-run': { type: 'boolean' }, to: { type: 'string' } },
  mayFollow: 1,
  run: async ({ 'dry-run': isDryRun = false, to = 'release' }, version) => {
    if (version !== undefined && !parseVersion(version)) {
      throw new UsageError('VERSION is one such as 1.2.3 or 1.2.3-rc.1');
    }
    const { makeRelease } = await import('../tests/release/make-release.ts');
    const made = await makeRelease(version, { isDryRun, target: resolve(to) });
    const { version: next, newest, last, compared } = made;
    console.log(`${next} after ${newest}: ${compared ? changes(compared) : notCompared(last)}`);
    for (const file of made.files) console.log(`  ${file}`);
  },
});
