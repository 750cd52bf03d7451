import { defaultZone } from '@coachsite/core/defaults';
import { calendarDay, shiftDay } from '@coachsite/core/kernel';
import { languages } from '@coachsite/core/language';
import { emailOf } from '@coachsite/core/testing';
import { openSiteFiles } from '@coachsite/server/site-files';
import { expect, test } from 'vitest';
import { lastDayOf } from '#ui/src/i18n/format.ts';
import { json } from '../support/requests.ts';
import { startTestServer } from '../support/server.ts';
import { asAdmin } from '../support/signed-in.ts';

const today = calendarDay(defaultZone, Date.now());
const pause = { from: today, until: shiftDay(today, 9) };

/** A site whose coach is away and whose programs have a waiting list, stopped. */
async function stoppedSite(): Promise<string> {
  const server = await startTestServer();
  const { url, ports, dataDirectory, stop } = server;
  const headers = await asAdmin(server);
  const set = await fetch(`${url}/api/admin/pause`, json(pause, headers, 'PUT'));
  expect(set.status).toBe(200);
  for (const name of ['ann', 'bob', 'cas']) {
    const [id, at] = [ports.ids.uuid(), ports.clock.now()];
    const email = emailOf(`${name}@example.com`);
    await ports.interests.request(
      {
        ...{ id, email, programId: '8-week-kickstart', language: 'nl', textVersion: 'v1' },
        ...{ requestedAt: at, confirmedAt: undefined, announcedAt: undefined, launchQueued: false },
      },
      { confirmDigest: id, confirmUntil: at + 1000, unsubscribeDigest: `out-${id}` },
      { id: ports.ids.uuid(), to: email, subject: 'S', text: 'T', html: 'H' },
      at,
    );
    expect(await ports.interests.confirm(id, at)).toBe('confirmed');
  }
  await stop({ keep: true });
  return dataDirectory;
}

test('the first pages after a start know of the days off and of the popular program', async () => {
  const dataDirectory = await stoppedSite();
  const site = await openSiteFiles();
  const { everyServer, url, stop } = await startTestServer({ dataDirectory, site });
  try {
    const seen = new Set<string>();
    const see = (html: string, where: string) =>
      seen.add(/"facts":"([\w-]{16})"/.exec(html)?.[1] ?? `${where} shows no facts`);
    // Before any request, and so before any poll has read anything.
    for (const { app } of everyServer) see((await app.inject('/contact')).body, 'the first page');
    for (const { path } of [...site.prerender.locations, { path: '/nowhere' }]) {
      for (const language of languages) {
        const page = `${path}?lang=${language}`;
        see(await (await fetch(url + page)).text(), page);
      }
    }
    const contact = await (await fetch(`${url}/contact?lang=en`)).text();
    expect(contact.includes(lastDayOf(pause, 'en'))).toBe(true);
    expect([...seen]).toEqual([expect.stringMatching(/^[\w-]{16}$/)]);
    const facts = await (await fetch(`${url}/facts/${[...seen][0]}.json`)).json();
    expect(facts).toMatchObject({ pause });
    const claim = { id: 'popular', value: '8-week-kickstart' };
    expect(facts.claims).toContainEqual(expect.objectContaining(claim));
  } finally {
    await stop();
  }
});
