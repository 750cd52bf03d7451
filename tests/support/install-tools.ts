import { installPackages } from './debian.ts';
import { installServerTools } from './install-server-tools.ts';

interface Wanted {
  readonly suites: readonly string[];
  readonly inFirefox: boolean;
  readonly mayInstall: boolean | undefined;
}

/** Installs what suites need besides Chromium, where that is allowed. Returns a line for each thing that is not run then. */
export function installTools({ suites, inFirefox, mayInstall }: Wanted): readonly string[] {
  const tools = suites.includes('server') ? installServerTools(mayInstall) : [];
  const browsers = inFirefox
    ? installPackages(['firefox-esr'], 'the journeys in Firefox', mayInstall)
    : [];
  return [
    ...tools.map((name) => `Files in docs/deploy were NOT TESTED, not installed: ${name}`),
    ...browsers.map((name) => `Journeys in Firefox were NOT RUN, not installed: ${name}`),
  ];
}
