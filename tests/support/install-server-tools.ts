import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The programs that check the files of docs/deploy, and the Debian packages that hold them. */
const packages = { caddy: 'caddy', nginx: 'nginx', 'systemd-analyze': 'systemd' } as const;

const isInstalled = (program: string) =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
    .filter(Boolean)
    .some((folder) => existsSync(join(folder, program)));

/**
 * Packages of servers are installed only where nothing would start them: as root, by apt-get, without a running
 * systemd, as in a container.
 */
const canInstall = () =>
  process.getuid?.() === 0 && isInstalled('apt-get') && !existsSync('/run/systemd/system');

/**
 * Installs the proxies and the systemd tool that the tests of docs/deploy run. One line says what is installed and how
 * to prevent it. Returns the packages that are still missing.
 */
export function installServerTools(
  mayInstall = process.env.COACHSITE_NO_INSTALL !== '1',
): readonly string[] {
  const missing = () =>
    Object.entries(packages)
      .filter(([program]) => !isInstalled(program))
      .map(([, name]) => name);
  if (missing().length > 0 && mayInstall && canInstall()) {
    console.log(
      `Installing ${missing().join(', ')} for the whole system (apt-get), for the tests of docs/deploy. To refuse, use --no-install or COACHSITE_NO_INSTALL=1.`,
    );
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const run = (...parameters: readonly string[]) =>
      spawnSync('apt-get', parameters, { stdio: ['ignore', 'ignore', 'inherit'], env });
    run('update', '-q');
    run('install', '-y', '-q', '--no-install-recommends', ...missing());
  }
  return missing();
}
