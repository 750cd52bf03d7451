import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { dayMs, hourMs } from '@coachsite/core/kernel';
import { expect, onTestFinished, test } from 'vitest';
import { lookHourly } from '#server/src/jobs/alarm.ts';
import { certificateEnd, surroundings } from '#server/src/jobs/surroundings.ts';
import { runCommandLine } from '../support/command.ts';
import { makeCertificate } from '../support/fake-services/certificate.ts';
import { startMailServer } from '../support/mail-server.ts';
import { sharedServer } from '../support/shared-server.ts';

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** A monitor that counts how often it is asked for. */
async function monitor(status = 200) {
  let asked = 0;
  const port = await portOf(
    createServer((_request, response) => {
      asked += 1;
      response.writeHead(status).end('OK');
    }),
  );
  return { url: `http://127.0.0.1:${port}/ping`, asked: () => asked };
}

const server = await sharedServer({ env: { CONTACT_TO: 'coach@example.com' } });

test('four processes write one mail in the language of the coach, and one that all is well', async () => {
  const { ports, config } = server;
  const beats = await monitor();
  const start = ports.clock.now();
  let passed = 0;
  let freeBytes = 50;
  const clock = { now: () => start + passed };
  const warnings: object[] = [];
  const processes = Array.from({ length: 4 }, () =>
    lookHourly(
      {
        ...ports,
        clock,
        disk: async () => ({ freeBytes, totalBytes: 100 }),
        certificateEndsAt: async () => undefined,
      },
      { contactTo: config.contactTo, heartbeatUrl: beats.url },
      { warn: (fields) => void warnings.push(fields) },
      () => passed,
    ),
  );
  const hours = async (count: number) => {
    for (let hour = 0; hour < count; hour += 1) {
      passed += hourMs;
      await Promise.all(processes.map((look) => look()));
    }
  };
  const mails = async () =>
    (await server.outbox('coach@example.com')).map(({ subject }) => subject);
  await hours(2);
  expect([await mails(), beats.asked()]).toEqual([[], 2]);
  freeBytes = 5;
  await hours(12);
  expect(await mails()).toEqual(['Je site heeft hulp nodig']);
  const [mail] = await server.outbox('coach@example.com');
  expect(mail?.text).toContain('Schijf: minder dan een tiende is nog vrij.');
  expect(mail?.text).toContain(`${config.publicUrl}/admin`);
  expect(warnings).toEqual([{ faults: ['disk'] }]);
  expect(beats.asked()).toBe(2);
  freeBytes = 50;
  await hours(6);
  expect(await mails()).toEqual(['Je site heeft hulp nodig', 'Alles werkt weer op je site']);
  expect(beats.asked()).toBeGreaterThan(2);
});

test('a monitor that does not hear the site is a line in the log, and no fault', async () => {
  const beats = await monitor(500);
  const warnings: object[] = [];
  const { ports } = await sharedServer();
  let passed = 0;
  const look = lookHourly(
    {
      ...ports,
      ...surroundings({ ...server.config, dataDirectory: '/nowhere/at/all' }),
    },
    { contactTo: 'coach@example.com', heartbeatUrl: beats.url },
    { warn: (fields) => void warnings.push(fields) },
    () => passed,
  );
  passed = hourMs;
  // The clock of the site stands still meanwhile: the process begins anew.
  await look();
  expect(warnings).toEqual([]);
  passed += 1;
  const begun = ports.clock.now();
  const later = lookHourly(
    { ...ports, clock: { now: () => begun + passed }, ...surroundings(server.config) },
    { contactTo: 'coach@example.com', heartbeatUrl: beats.url },
    { warn: (fields) => void warnings.push(fields) },
    () => passed,
  );
  passed += hourMs;
  await later();
  expect(warnings).toEqual([{ reason: 'HEARTBEAT_URL responds with 500' }]);
});

test('the end of a certificate is read whether it is valid or not, and unknown where there is none', async () => {
  const { key, certificate } = await makeCertificate('localhost');
  const validTo = Date.parse(new X509Certificate(certificate).validTo);
  const port = await portOf(createTlsServer({ key, cert: certificate }));
  expect(await certificateEnd(`https://localhost:${port}`)).toBe(validTo);
  expect(await certificateEnd(`https://127.0.0.1:${port}`)).toBe(validTo);
  const plain = await monitor();
  expect(await certificateEnd(plain.url.replace('http', 'https'))).toBeUndefined();
  const { disk, certificateEndsAt } = surroundings(server.config);
  const space = await disk();
  expect(space?.totalBytes).toBeGreaterThan(space?.freeBytes ?? Number.NaN);
  expect(await certificateEndsAt()).toBeUndefined();
});

test('a unit reports how its job ended, and a backup that succeeds tells the monitor', async () => {
  const beats = await monitor();
  const folder = mkdtempSync(join(tmpdir(), 'coachsite-alarm-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const env = { DATA_DIR: server.dataDirectory, HEARTBEAT_URL: beats.url };
  const { maintenance } = server.ports;
  const isRecent = async (task: Parameters<typeof maintenance.lastAt>[0]) =>
    Math.abs(((await maintenance.lastAt(task)) ?? 0) - Date.now()) < dayMs;
  for (const [report, task] of [
    ['backup-failed', 'backup_failed'],
    ['audit-failed', 'audit_failed'],
    ['audit-done', 'audit'],
  ] as const) {
    expect(await isRecent(task)).toBe(false);
    const { status, out, error } = await runCommandLine(['mail', 'report', report], env);
    expect([status, out, error]).toEqual([0, '', '']);
    expect(await isRecent(task)).toBe(true);
  }
  const unknown = await runCommandLine(['mail', 'report', 'nothing'], env);
  expect([unknown.status, unknown.error]).toEqual([
    2,
    'The job is one of audit-done, audit-failed, backup-failed\n',
  ]);
  expect(beats.asked()).toBe(0);
  const backup = await runCommandLine(['backup', join(folder, 'site.tar.gz')], env);
  expect([backup.status, backup.error, beats.asked()]).toEqual([0, '', 1]);
  const deaf = await runCommandLine(['backup', join(folder, 'site.tar.gz')], {
    ...env,
    HEARTBEAT_URL: (await monitor(404)).url,
  });
  expect([deaf.status, deaf.error]).toEqual([
    0,
    'Note: the monitor did not hear of it: HEARTBEAT_URL responds with 404\n',
  ]);
});

test('where the database is broken the report is a mail, past the queue', async () => {
  const mails = await startMailServer();
  onTestFinished(() => mails.close());
  const folder = mkdtempSync(join(tmpdir(), 'coachsite-alarm-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'coachsite.sqlite'), 'no database');
  const env = {
    DATA_DIR: folder,
    SMTP_URL: mails.url,
    MAIL_FROM: 'site@coach.be',
    CONTACT_TO: 'coach@example.com',
  };
  const failed = await runCommandLine(['mail', 'report', 'backup-failed'], env);
  expect([failed.status, failed.error]).toEqual([
    1,
    expect.stringMatching(/damaged[\s\S]*\nThe owner has a mail about it\n$/),
  ]);
  expect(mails.received).toHaveLength(1);
  const done = await runCommandLine(['mail', 'report', 'audit-done'], env);
  expect([done.status, done.error]).toEqual([1, expect.stringContaining('damaged')]);
  expect(mails.received).toHaveLength(1);
});
