import { buildIfStale } from '@coachsite/ui/site-build';
import { findOrInstallBrowser } from '../tests/support/install-browser.ts';
import { installTools } from '../tests/support/install-tools.ts';
import { runSuites } from '../tests/support/run-suites.ts';
import { runCommand, UsageError } from './support/command.ts';

const suites = ['core', 'adapters', 'server', 'conformance', 'ui', 'e2e'];
/** Those that start no server, no database and no browser, and need no build. */
const quickSuites = ['core', 'ui'];

await runCommand({
  help: `npm test [-- --quick] [--only <suites>] [--everywhere] [--coverage] [--no-install]

Runs every suite, in a real browser at the end; names what failed once more; the last line counts.
  --quick          ${quickSuites.join(' and ')} alone, as npm run test:quick does
  --only <suites>  some of ${suites.join(', ')}, separated by commas
  --everywhere     as CI: journeys in the other language, on the other device and in Firefox, and conformance over two
                   servers too
  --coverage       fail when the tests of the core run too few of its lines, as npm run coverage does
  --no-install     install no browser, database, or tool of tests/tools or docs/deploy (or COACHSITE_NO_INSTALL=1)`,
  options: {
    quick: { type: 'boolean' },
    only: { type: 'string' },
    everywhere: { type: 'boolean' },
    coverage: { type: 'boolean' },
    'no-install': { type: 'boolean' },
  },
  run: async ({ quick, only, everywhere, coverage, 'no-install': isForbidden }) => {
    const wanted = only?.split(',') ?? (quick ? quickSuites : suites);
    const odd = wanted.find((name) => !suites.includes(name));
    if (odd !== undefined) throw new UsageError(`There is no suite ${odd}`);
    if (isForbidden) process.env.COACHSITE_NO_INSTALL = '1';
    // A forbidden install ends the command before the suites that take minutes.
    const browser = wanted.includes('e2e') ? findOrInstallBrowser() : undefined;
    const inFirefox = Boolean(everywhere && browser);
    const notRun = installTools(wanted, inFirefox);
    if (browser) await buildIfStale();
    const projects = wanted.filter((name) => name !== 'e2e');
    const extent = { everywhere, coverage, inFirefox };
    const { passed, failed, failures } = runSuites(projects, browser, extent);
    for (const failure of failures) console.log(`\nFAILED ${failure}`);
    for (const line of notRun) console.log(line);
    const left = suites.filter((name) => !wanted.includes(name));
    if (left.length > 0) console.log(`Not run: ${left.join(', ')}. npm test runs every suite`);
    console.log(`${passed} passed, ${failed} failed`);
    return failed > 0 || passed === 0 ? 1 : 0;
  },
});
