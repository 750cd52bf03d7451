import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { readConfig } from '@coachsite/server/config';
import { jobReports } from '@coachsite/server/report-job';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { deployFolder, findTool, root, warnUntested } from './support/tools.ts';

const services = [
  'coachsite.service',
  'coachsite@.service',
  'coachsite-backup.service',
  'coachsite-audit.service',
  'coachsite-report@.service',
];
const units = [...services, 'coachsite-backup.timer', 'coachsite-audit.timer'];
const analyze = findTool('systemd-analyze');
if (!analyze) warnUntested('the systemd units in docs/deploy', 'systemd-analyze');

/** Exposure to attacks by systemd's own count, times ten: 100 is a service without any hardening. */
const exposureLimit = 20;

const read = (name: string) => readFileSync(join(deployFolder, name), 'utf8');

test('the settings file is accepted as it stands, and its server believes the proxy of this machine', () => {
  const config = readConfig(parseEnv(read('coachsite.env')) as Record<string, string>);
  expect(config.isOk() && config.value).toMatchObject({
    publicUrl: 'https://coach.example',
    trustProxy: ['127.0.0.1'],
    host: '127.0.0.1',
    dataDirectory: '/var/lib/coachsite',
    auth: { autoconfirm: false },
  });
});

test('the command wrapper is a valid shell script and says how it is used', () => {
  const path = join(deployFolder, 'coachsite');
  expect(spawnSync('sh', ['-n', path]).status).toBe(0);
  const { status, stderr } = spawnSync('sh', [path], { encoding: 'utf8' });
  expect(status).not.toBe(0);
  expect(stderr).toContain('usage: coachsite COMMAND');
});

test('the command wrapper runs what there is, and says that there is nothing else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'coachsite-wrapper-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'systemd-run'), '#!/bin/sh\nfor last; do :; done\necho "ran $last"\n');
  chmodSync(join(folder, 'systemd-run'), 0o755);
  const script = read('coachsite').replace('/opt/coachsite/current', root);
  const run = (...parameters: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync('sh', ['-c', script, 'coachsite', ...parameters], {
      env: { PATH: `${folder}:${process.env.PATH}` },
      encoding: 'utf8',
    });
    return [status, stdout, stderr];
  };
  expect(run('admin', 'list')).toEqual([0, 'ran list\n', '']);
  for (const name of ['amdin', '--help', 'lint'])
    expect(run(name, 'list')).toEqual([
      2,
      '',
      expect.stringMatching(/^coachsite: there is no such command; .+\n$/),
    ]);
});

test('a process of several differs from the one process in its number and its port alone', () => {
  const lines = (name: string) =>
    read(name)
      .split('\n')
      .filter((line) => !/^(?:#|Description=)/.test(line));
  const own = lines('coachsite@.service').map((line) =>
    line.replace('/usr/bin/env PORT=300%i ', ''),
  );
  expect(own).toEqual(lines('coachsite.service'));
});

test('a service writes nowhere but where the settings keep the data', () => {
  for (const name of services) expect(read(name)).toContain('ProtectSystem=strict\n');
  for (const name of services.filter((name) => name !== 'coachsite-audit.service'))
    expect(read(name)).toContain('StateDirectory=coachsite\n');
  expect(read('coachsite.env')).toContain('DATA_DIR=/var/lib/coachsite\n');
});

test('what ends a job of the system is something that the site knows how to store', () => {
  const started = services.flatMap((name) =>
    [...read(name).matchAll(/^On(?:Failure|Success)=coachsite-report@(.+)\.service$/gm)].map(
      ([, report]) => report ?? '',
    ),
  );
  expect(started.toSorted()).toEqual(Object.keys(jobReports).toSorted());
});

describe.skipIf(!analyze)("by systemd's own tool", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'coachsite-units-'));
    // The tool looks for the program: here it is the Node of this checkout.
    for (const name of units) {
      const text = read(name)
        .replaceAll('/opt/coachsite/current/node_modules/.bin/node', process.execPath)
        .replaceAll('/opt/coachsite/current', root);
      writeFileSync(join(folder, name), text);
    }
  });
  const run = (...parameters: readonly string[]) =>
    spawnSync(analyze ?? '', [...parameters], { cwd: folder, encoding: 'utf8' });

  test('the units are valid, without a warning', () => {
    const { status, stdout, stderr } = run('verify', ...units.map((name) => `./${name}`));
    const ours = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('coachsite'));
    expect(ours).toEqual([]);
    expect(status).toBe(0);
  });

  test.each(services)('%s exposes little to an attacker', (name) => {
    const { status, stdout, stderr } = run(
      'security',
      '--offline=true',
      `--threshold=${exposureLimit}`,
      `./${name}`,
    );
    expect(status, `${stdout.split('\n').at(-2)}${stderr}`).toBe(0);
  });
});

test('no argument of a command gets into the journal: the description names the command alone', () => {
  const [, call = ''] = /exec systemd-run ([\s\S]*)$/.exec(read('coachsite')) ?? [];
  expect(call).toContain('--description="coachsite $command"');
  expect(call.match(/\$@/g)).toHaveLength(1);
});
