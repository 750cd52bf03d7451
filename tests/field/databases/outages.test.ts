import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { call, goodPassword, signIn } from '../../support/auth-client.ts';
import { freePort } from '../../support/free-port.ts';
import { addRow } from '../rows.ts';
import { startCluster } from '../support/cluster.ts';
import { admin, asSentence, exercise } from '../support/exercise.ts';
import { startNewSite } from '../support/journey.ts';
import { folderOf, startServer } from '../support/servers.ts';

const page = (site: { readonly url: string }) =>
  call(site, 'GET', '/', { headers: { accept: 'text/html' } });

const none = { calls: 24, failed: [] };

/** HAProxy before two servers of PostgreSQL, the second of which serves when the first is down. */
async function haproxy(first: number, second: number): Promise<number> {
  const [port, folder] = [await freePort(), folderOf('haproxy')];
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(
    file,
    `defaults
  mode tcp
  timeout connect 1s
  timeout client 1h
  timeout server 1h
listen postgres
  bind 127.0.0.1:${port}
  default-server check inter 200ms fall 1 rise 1 on-marked-down shutdown-sessions
  server first 127.0.0.1:${first}
  server second 127.0.0.1:${second} backup
`,
  );
  const server = await startServer('/usr/sbin/haproxy', ['-db', '-f', file], { port, cwd: folder });
  onTestFinished(() => server.stop('SIGTERM'));
  return port;
}

test('a fail-over behind HAProxy', async () => {
  const primary = await startCluster();
  const standby = await primary.standby();
  onTestFinished(() => standby.stop());
  const role = await primary.newRole();
  const database = await primary.newDatabase(role);
  const port = await haproxy(primary.port, standby.port);
  const site = await startNewSite(`postgres://${role}@127.0.0.1:${port}/${database}`);
  expect(await exercise(site)).toEqual(none);
  await expect
    .poll(
      async () =>
        (await primary.run('SELECT sent_lsn = replay_lsn AS same FROM pg_stat_replication'))[0],
    )
    .toEqual({ same: true });
  await primary.stop();
  const signUp = { email: 'ann@example.com', password: goodPassword };
  // The standby takes no writes yet.
  for (let turn = 0; turn < 3; turn += 1) {
    expect((await page(site)).status).toBe(200);
    expect((await call(site, 'POST', '/auth/v1/signup', { body: signUp })).status).toBe(503);
  }
  await standby.promote();
  await expect.poll(async () => (await call(site, 'GET', '/readyz')).status).toBe(200);
  const after = await exercise(site);
  expect(after).toEqual(none);
  const version = spawnSync('/usr/sbin/haproxy', ['-v'], { encoding: 'utf8' }).stdout;
  addRow({
    name: 'PostgreSQL behind HAProxy, fail-over to a promoted standby',
    version: `${primary.version}, HAProxy ${/version ([\d.]+)/.exec(version)?.[1]}`,
    outcome: `pages go on, the rest 503; then ${asSentence(after)}, without a restart`,
  });
});

test('connections that fall silent', async () => {
  const cluster = await startCluster();
  onTestFinished(() => cluster.stop());
  const role = await cluster.newRole();
  const site = await startNewSite(cluster.urlOf(role, await cluster.newDatabase(role)));
  expect(await exercise(site)).toEqual(none);
  const [open] = await cluster.run(
    `SELECT array_agg(pid) AS pids FROM pg_stat_activity WHERE usename = '${role}'`,
  );
  const pids = open?.['pids'] as readonly number[];
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  const asked = [
    signIn(site, ...admin),
    call(site, 'GET', '/readyz'),
    ...Array.from({ length: 12 }, () => call(site, 'GET', '/api/ebook')),
  ];
  expect((await page(site)).status).toBe(200);
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  // Each gets a response, before the server would give up its socket.
  for (const status of statuses) expect([200, 503]).toContain(status);
  const after = await exercise(site);
  for (const pid of pids) process.kill(pid, 'SIGCONT');
  expect(after).toEqual(none);
  addRow({
    name: 'PostgreSQL, connections that fall silent',
    version: cluster.version,
    outcome: `a response within 35 s; then ${asSentence(after)} on new ones`,
  });
});
