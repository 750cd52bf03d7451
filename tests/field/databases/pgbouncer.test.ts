import pg from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { call, goodPassword, newEmail, otherPassword, signIn } from '../../support/auth-client.ts';
import { json } from '../../support/requests.ts';
import { startSiteProcesses } from '../../support/site-processes.ts';
import { addRow } from '../rows.ts';
import { beginSite, exercise } from '../support/exercise.ts';
import { journey } from '../support/journey.ts';
import { behindPgbouncer, unfit, version } from '../support/pgbouncer.ts';

const pooler = await behindPgbouncer();
afterAll(() => pooler.stop());

const run = async (url: string, text: string) => {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
};

const times = <T>(count: number, act: () => Promise<T>) =>
  Promise.all(Array.from({ length: count }, act));

test.each([
  ['transaction', 3],
  // What a process opens, and a command beside it.
  ['session', 13],
] as const)('a site through it, in %s mode', async (mode, size) => {
  const outcome = await journey({ newUrl: await pooler.start(mode, size), run });
  addRow({ name: `PgBouncer, ${mode} mode, ${size} connections`, version, outcome });
});

test('two processes at once through three connections, in transaction mode', async () => {
  const url = await (await pooler.start('transaction', 3))();
  const site = await startSiteProcesses(2, { DATABASE_URL: url });
  onTestFinished(() => site.stop());
  await beginSite(site, site.processes.map((one) => one.said.out).join());
  for (let turn = 0; turn < 3; turn += 1) {
    expect(await exercise(site)).toEqual({ calls: 24, failed: [] });
  }
  const [email, guessed] = [newEmail(), newEmail()];
  for (const one of [email, guessed]) {
    const body = { email: one, password: goodPassword };
    expect((await call(site, 'POST', '/auth/v1/signup', { body })).status).toBe(200);
  }
  const right = await times(24, () => signIn(site, email, goodPassword));
  expect(right.map(({ status }) => status)).toEqual(Array(24).fill(200));
  const guesses = await times(40, () => signIn(site, guessed, otherPassword));
  expect(guesses.filter(({ status }) => status === 400)).toHaveLength(5);
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(35);
  const body = { refresh_token: right[0]?.body.refresh_token };
  const refreshed = await times(20, () =>
    call(site, 'POST', '/auth/v1/token?grant_type=refresh_token', { body }),
  );
  expect(new Set(refreshed.map((one) => one.body.refresh_token)).size).toBe(1);
  const message = { name: 'Ann', email, subject: 'Dag', message: 'Eén keer' };
  const sent = await times(16, async () => fetch(`${site.url}/api/contact`, json(message)));
  expect(sent.map(({ status }) => status)).toEqual(Array(16).fill(201));
  await site.stop();

  // Nothing of it stays in the connections that the pooler keeps.
  const left = `SELECT current_setting('default_transaction_isolation') AS default_transaction_isolation,
    current_setting('statement_timeout') AS statement_timeout,
    (SELECT count(*)::int FROM pg_prepared_statements) AS prepared, (SELECT count(*)::int FROM leases) AS leases,
    (SELECT count(*)::int FROM pg_locks WHERE locktype = 'advisory') AS locks`;
  for (const [found] of await times(6, () => run(url, left))) {
    expect(found).toEqual({ ...unfit, prepared: 0, leases: 0, locks: 0 });
  }
  addRow({
    name: 'PgBouncer, transaction mode, two processes through 3 connections',
    version,
    outcome:
      '72 of 72 requests; 24 sign-ins, 40 guesses, 20 refreshes and 16 messages at once; nothing left in its connections',
  });
});
