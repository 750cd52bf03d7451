import { buildIfStale } from '@coachsite/ui/site-build';
import { parts } from '../tests/field/parts.ts';
import { runParts } from '../tests/field/run.ts';
import { findOrInstallBrowser } from '../tests/support/install-browser.ts';
import { runCommand, UsageError } from './support/command.ts';

const names = Object.keys(parts);

await runCommand({
  help: `npm run field [-- <part>…] [--write] [--no-install]

Runs the product with what people really have, outside CI, all parts or those that are named; what a part needs is
installed from Debian first. Prints what was run with which version; the last line counts, as that of npm test.
Parts: ${names.join(', ')}

  --write       puts the table of each part whose tests all passed into docs/compatibility.md
  --no-install  installs nothing (or COACHSITE_NO_INSTALL=1): a part that lacks something fails`,
  options: { write: { type: 'boolean' }, 'no-install': { type: 'boolean' } },
  mayFollow: names.length,
  run: async ({ write: mayWrite = false, 'no-install': isForbidden }, ...given) => {
    const odd = given.find((name) => !names.includes(name));
    if (odd !== undefined) throw new UsageError(`There is no part ${odd}`);
    const mayInstall = isForbidden ? false : undefined;
    process.env.CHROMIUM_PATH = findOrInstallBrowser(mayInstall);
    await buildIfStale();
    const wanted = given.length > 0 ? names.filter((name) => given.includes(name)) : names;
    const { passed, failed, failures } = runParts(wanted, { mayInstall, mayWrite });
    for (const failure of failures) console.log(`\nFAILED ${failure}`);
    console.log(`${passed} passed, ${failed} failed`);
    return failed > 0 || passed === 0 ? 1 : 0;
  },
});
