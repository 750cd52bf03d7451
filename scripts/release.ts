import { resolve } from 'node:path';
import { parseVersion } from '../tests/release/version.ts';
import { runCommand, UsageError } from './support/command.ts';

const help = `npm run release -- [VERSION] [--dry-run] [--to FOLDER]

Makes a release in FOLDER (release): the packages as tarballs, the notes of the changelogs, openapi.json, and the public
API with what changed in it since the last version. A breaking change needs a new major version (before 1.0.0: minor);
without VERSION it is the first that the changes allow. Then keeps all but the tarballs in docs/releases, and writes the
version into manifests and changelogs. Run npm run check and npm test before, and commit and tag afterwards.

  --dry-run   only makes the files in FOLDER, from the sources as they are`;

await runCommand({
  help,
  options: { 'dry-run': { type: 'boolean' }, to: { type: 'string' } },
  mayFollow: 1,
  run: async ({ 'dry-run': isDryRun = false, to = 'release' }, version) => {
    if (version !== undefined && !parseVersion(version)) {
      throw new UsageError('VERSION is one such as 1.2.3');
    }
    const { makeRelease } = await import('../tests/release/make-release.ts');
    const made = await makeRelease(version, { isDryRun, target: resolve(to) });
    const { length } = made.breaking;
    console.log(
      `${made.version} after ${made.last}: ${length} names break, see the changes of the API`,
    );
    for (const file of made.files) console.log(`  ${file}`);
  },
});
