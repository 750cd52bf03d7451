import { installPackages } from './debian.ts';
import { installServerTools } from './install-server-tools.ts';

/** Installs what suites can do without, where that is allowed. Returns a line for each thing that is not run then. */
export function installTools(suites: readonly string[], inFirefox: boolean): readonly string[] {
  const tools = suites.includes('server') ? installServerTools() : [];
  const browsers = inFirefox ? installPackages(['firefox-esr'], 'the journeys in Firefox') : [];
  return [
    ...tools.map((name) => `Files in docs/deploy were NOT TESTED, not installed: ${name}`),
    ...browsers.map((name) => `Journeys in Firefox were NOT RUN, not installed: ${name}`),
  ];
}
