import { findTool } from '../deploy/support/tools.ts';
import { installPackages } from './debian.ts';

/** The programs that check the files of docs/deploy, and the Debian packages that hold them. */
const packages = { caddy: 'caddy', nginx: 'nginx', 'systemd-analyze': 'systemd' } as const;

/** Installs the proxies and the systemd tool that the tests of docs/deploy run. Returns the packages that are still missing. */
export function installServerTools(): readonly string[] {
  const missing = () =>
    Object.entries(packages)
      .filter(([program]) => !findTool(program))
      .map(([, name]) => name);
  if (missing().length > 0) installPackages(missing(), 'the tests of docs/deploy');
  return missing();
}
