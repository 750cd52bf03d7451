import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { oldestBrowsers } from '#ui/site-build/browsers.ts';
import { buildSite } from '#ui/site-build/build.ts';
import { filesBelow } from '#ui/site-build/files.ts';
import { output } from '#ui/vite.config.ts';
import { newerBuiltIns } from '../support/newer-built-ins.ts';
import { newerUses } from '../support/newer-uses.ts';

/*
 * Checks every script that a browser gets, with the libraries in it, for what one of the oldest browsers lacks.
 * Source: docs/design.md#browsers.
 */

/** Methods of the site and its libraries that happen to have the name of a newer one of browsers. */
const ownMethods = new Set([
  // The session keeper, the auth client and the ports of the sign-in.
  ...['.adopt()', '.forget()', '.log()', '.device()'],
  // React; its view transitions, which it begins only where the browser has them.
  ...['.createContext()', '.skipTransition()'],
  // The router's history and store.
  '.notify()',
  // i18next and react-i18next.
  ...['.use()', '.detect()'],
  // libphonenumber-js
  ...['.getMetadata()', '.isValid()'],
  // zod
  ...['.input()', '.getTextInfo()'],
]);

await buildSite({ onlyIfStale: true });
const newer = newerBuiltIns();
const files = [output.client, output.document, output.start, output.gone]
  .flatMap((folder) => filesBelow(folder))
  .filter((file) => file.endsWith('.js'));
const found = files.flatMap((file) =>
  newerUses(readFileSync(file, 'utf8'), newer).map((use) => ({ file: basename(file), use })),
);
const unused = [...ownMethods].filter((method) => !found.some(({ use }) => use === method));
const faults = [
  ...found.filter(({ use }) => !ownMethods.has(use)).map(({ file, use }) => `${file} uses ${use}`),
  ...unused.map(
    (method) => `${basename(import.meta.filename)} excepts ${method}, which nothing calls`,
  ),
  ...(files.length > 0 ? [] : ['The build holds no scripts']),
];
if (faults.length > 0) {
  const oldest = Object.entries(oldestBrowsers).map(([name, version]) => `${name} ${version}`);
  console.error([...faults, `Missing in one of ${oldest.join(', ')}`].join('\n'));
  process.exitCode = 1;
}
