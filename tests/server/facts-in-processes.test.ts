import type { AdminFacts } from '@coachsite/adapters/contract';
import { afterAll, expect, test } from 'vitest';
import { goodPassword, signIn } from '../support/auth-client.ts';
import { json } from '../support/requests.ts';
import { serveProcess } from '../support/serve-process.ts';
import { siteWithAdmin } from '../support/site-with-admin.ts';

const { dataDirectory, adminEmail } = await siteWithAdmin();

/** A server in a process of its own, its admin signed in. */
async function startProcess() {
  const { child, url } = await serveProcess(dataDirectory, { pages: true });
  afterAll(() => void child.kill('SIGKILL'));
  const { body } = await signIn({ url }, adminEmail, goodPassword);
  const headers = { authorization: `Bearer ${body.access_token}` };
  const path = `${url}/api/admin/site`;
  return {
    facts: async () => (await (await fetch(path, { headers })).json()) as AdminFacts,
    save: (version: number, facts: AdminFacts['facts']) =>
      fetch(path, json({ version, facts }, headers, 'PUT')),
    restore: (version: number) =>
      fetch(`${path}/versions/${version}/restore`, { method: 'POST', headers }),
    page: async (at: string) => (await fetch(url + at)).text(),
  };
}

const [one, other] = await Promise.all([startProcess(), startProcess()]);

test('a fact saved in one process is live in the other without a restart, and so is its undoing', async () => {
  const before = await one.facts();
  expect(await other.page('/contact')).not.toContain('+32 470 11 22 33');
  const saved = await one.save(before.version, { ...before.facts, phone: '+32 470 11 22 33' });
  expect(saved.status).toBe(200);
  expect(await one.page('/contact')).toContain('+32 470 11 22 33');
  for (const path of ['/contact', '/contact?lang=en', '/', '/privacy'])
    await expect.poll(() => other.page(path)).toContain('+32 470 11 22 33');
  const there = await other.facts();
  expect(there.facts.phone).toBe('+32 470 11 22 33');

  // Back from there to here: a price, in the page and in the facts that the app of the page fetches.
  const prices = {
    'online-consultation': {
      ...{ amountCents: 7_500, from: false, per: 'once' as const },
      includes: { nl: [], en: [] },
    },
  };
  expect((await other.save(there.version, { ...there.facts, prices })).status).toBe(200);
  const consultation = () => one.page('/coaching/online-consultation');
  await expect.poll(consultation).toContain('"price":"75.00"');
  const digest = /"facts":"([\w-]{16})"/.exec(await consultation())?.[1];
  expect(await one.page(`/facts/${digest}.json`)).toContain('7500');

  expect((await one.restore(0)).status).toBe(200);
  await expect.poll(() => other.page('/contact')).not.toContain('+32 470 11 22 33');
  expect((await other.facts()).facts).toEqual(before.facts);
});

test('of changes made in two processes from one version, the second learns of the first', async () => {
  const { version, facts } = await one.facts();
  const responses = await Promise.all([
    one.save(version, { ...facts, phone: '+32 470 00 00 01' }),
    other.save(version, { ...facts, phone: '+32 470 00 00 02' }),
  ]);
  const statuses = responses.map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 409]);
  const kept = `+32 470 00 00 0${statuses.indexOf(200) + 1}`;
  for (const { page } of [one, other]) await expect.poll(() => page('/contact')).toContain(kept);
});
