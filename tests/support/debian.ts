import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs';

/** Says that no server is to be started; Debian's packages ask for it. */
const policy = '/usr/sbin/policy-rc.d';

/** The versions of packages of Debian that are installed. */
export function installedPackages(names: readonly string[]): ReadonlyMap<string, string> {
  // Without a name the command lists everything.
  if (names.length === 0) return new Map();
  const fields = ['Package', 'Version', 'db:Status-Status'].map((name) => `\${${name}}`);
  const format = `--showformat=${fields.join(' ')}\n`;
  const { stdout } = spawnSync('dpkg-query', ['--show', format, ...names], { encoding: 'utf8' });
  const lines = (stdout ?? '').split('\n').map((line) => line.split(' '));
  return new Map(
    lines.flatMap(([name = '', version = '', status]) =>
      status === 'installed' ? [[name, version] as const] : [],
    ),
  );
}

/**
 * Packages of servers are installed only where nothing would start them: as root, by apt-get, without a running
 * systemd, as in a container.
 */
const canInstall = () =>
  process.getuid?.() === 0 && existsSync('/usr/bin/apt-get') && !existsSync('/run/systemd/system');

/** Runs with no server started by what is installed. */
function withoutStarts(install: () => void): void {
  const isOurs = !existsSync(policy);
  if (isOurs) {
    writeFileSync(policy, '#!/bin/sh\nexit 101\n');
    chmodSync(policy, 0o755);
  }
  try {
    install();
  } finally {
    if (isOurs) rmSync(policy);
  }
}

/**
 * Installs packages of Debian. One line says which, what for and how to prevent it. Returns those that are still missing:
 * all where it may not, or where a system would start their servers.
 */
export function installPackages(names: readonly string[], purpose: string): readonly string[] {
  const mayInstall = process.env.COACHSITE_NO_INSTALL !== '1';
  const missing = () => {
    const installed = installedPackages(names);
    return names.filter((name) => !installed.has(name));
  };
  const wanted = missing();
  if (wanted.length === 0 || !mayInstall || !canInstall()) return wanted;
  console.log(
    `Installing ${wanted.join(', ')} for the whole system (apt-get), for ${purpose}. To refuse, use --no-install or COACHSITE_NO_INSTALL=1.`,
  );
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = (...parameters: readonly string[]) =>
    spawnSync('apt-get', parameters, { stdio: ['ignore', 'ignore', 'inherit'], env });
  withoutStarts(() => {
    run('update', '-q');
    run('install', '-y', '-q', '--no-install-recommends', ...wanted);
  });
  return missing();
}
