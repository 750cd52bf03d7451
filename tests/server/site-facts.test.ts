import type { AdminFacts, FactsVersions } from '@coachsite/adapters/contract';
import { systemClock } from '@coachsite/adapters/system';
import type { ProgramId } from '@coachsite/core/catalogue';
import { describe, expect, test } from 'vitest';
import { liveFactsOf } from '#server/src/config/live-facts.ts';
import { followFacts } from '#server/src/pages/follow-facts.ts';
import { pageState } from '#server/src/pages/page-state.ts';
import { siteReader } from '#server/src/pages/site-reader.ts';
import { readPage } from '../support/html.ts';
import { visibleText } from '../support/page-content.ts';
import { noPages, startTestServer } from '../support/server.ts';
import { sharedSite } from '../support/shared-server.ts';
import { asAdmin, asMember } from '../support/signed-in.ts';
import { someFacts } from '../support/some-facts.ts';

const { server, get, locations } = await sharedSite();
const admin = await asAdmin(server);
const json = { 'content-type': 'application/json' };

const call = (method: string, path = '', body?: unknown, headers: object = {}) =>
  fetch(`${server.url}/api/admin/site${path}`, {
    method,
    headers: { ...admin, ...(body === undefined ? {} : json), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const facts = async () => (await (await call('GET')).json()) as AdminFacts;
const page = async (path: string) => (await get(path)).text();

/** Saves a change of the facts of now. */
async function change(changed: Partial<AdminFacts['facts']>) {
  const { version, facts: now } = await facts();
  const response = await call('PUT', '', { version, facts: { ...now, ...changed } });
  expect(response.status).toBe(200);
  return (await response.json()) as AdminFacts;
}

const named = async (name: string) => {
  const { coach } = (await facts()).facts;
  return { coach: { ...coach, name } };
};

test('the facts are for admins alone', async () => {
  const member = await asMember(server);
  const url = `${server.url}/api/admin/site`;
  for (const path of ['', '/versions', '/missing'])
    expect((await fetch(url + path, { headers: member })).status).toBe(403);
  for (const [method, path] of [
    ['PUT', ''],
    ['POST', '/versions/1/restore'],
    ['PUT', '/portrait'],
    ['DELETE', '/portrait'],
    ['POST', '/preview'],
  ] as const) {
    expect((await fetch(url + path, { method })).status).toBe(401);
    expect((await fetch(url + path, { method, headers: member })).status).toBe(403);
  }
});

test('without a change they are those of the configuration file', async () => {
  const { version, savedAt, facts: now, samples } = await facts();
  expect([version, savedAt, samples]).toEqual([0, null, []]);
  expect(now.email).toBe(server.config.site.email);
  expect(await page('/contact')).not.toContain('"facts"');
});

describe('a change', () => {
  test('is on every page, in structured data and feed once it is confirmed, without a restart', async () => {
    const saved = await change({
      ...(await named('Mila Peeters')),
      email: 'mila@coach.example',
      phone: '\u202a+32 (0)470 11 22 33\u202c',
      bookingUrl: 'https://agenda.example/mila',
      instagram: { handle: '@mila', url: 'https://www.instagram.com/mila' },
    });
    expect(saved).toMatchObject({ facts: { coach: { name: 'Mila Peeters' } } });
    expect(saved.savedBy).toMatch(/@example\.com$/);
    for (const { path, page: row } of locations) {
      for (const language of ['nl', 'en']) {
        const html = await page(`${path}?lang=${language}`);
        if (row.kind === 'document') {
          expect([path, visibleText(html).includes('mila@coach.example')]).toEqual([path, true]);
          expect(html).toContain('https://agenda.example/mila');
          expect(html).toContain('<a href="tel:+32470112233">+32 (0)470 11 22 33</a>');
        }
        if (row.indexable) {
          expect(html).toContain('"name":"Mila Peeters"');
          expect(html).toContain('"telephone":"+32470112233"');
          expect(html).toContain('"sameAs":["https://www.instagram.com/mila"]');
        }
      }
    }
    expect(await page('/feed.xml')).toContain('<name>Mila Peeters</name>');
    expect(await page('/.well-known/security.txt')).toContain('mailto:mila@coach.example');
  });

  test('of the name is on social images, drawn once, and gone with the name (F60)', async () => {
    const image = async () => {
      const response = await get('/social/home-nl.png');
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
      return {
        etag: response.headers.get('etag'),
        bytes: (await response.arrayBuffer()).byteLength,
      };
    };
    await change(await named(''));
    const nobody = await image();
    await change(await named('Mila Peeters'));
    const [mila, again] = [await image(), await image()];
    expect(mila.etag).not.toBe(nobody.etag);
    expect(mila.bytes).toBeLessThan(300_000);
    expect(again).toEqual(mila);
    await change(await named('Noor Claes'));
    expect((await image()).etag).not.toBe(mila.etag);
    await change(await named(''));
    expect(await image()).toEqual(nobody);
    expect((await get('/social/nothing.png')).status).toBe(404);
    await change(await named('Mila Peeters'));
  });

  test('reaches the app of each page under a digest that never changes', async () => {
    const digest = /"facts":"([\w-]{16})"/.exec(await page('/contact'))?.[1];
    const first = await get(`/facts/${digest}.json`);
    expect(first.headers.get('cache-control')).toContain('immutable');
    expect(await first.json()).toMatchObject({ email: 'mila@coach.example' });
    await change({ phone: '+32 470 99 88 77' });
    // A visitor who opened the page before gets what it was rendered with.
    const again = await get(`/facts/${digest}.json`);
    expect(await again.json()).toMatchObject({
      phone: '+32 (0)470 11 22 33',
      dial: '+32470112233',
    });
    const unknown = await get('/facts/AAAAAAAAAAAAAAAA.json');
    expect(unknown.headers.get('cache-control')).toBe('no-store');
    expect(await unknown.json()).toMatchObject({ phone: '+32 470 99 88 77' });
  });

  test('of a price is an offer in structured data, and "from" its lowest amount (F41)', async () => {
    const none = { nl: [], en: [] };
    await change({
      prices: {
        '1-on-1': { amountCents: 14_900, from: true, per: 'month', includes: none },
        'online-consultation': { amountCents: 7_500, from: false, per: 'once', includes: none },
      },
    });
    const offerOn = async (slug: string) => {
      const { structuredData = '' } = readPage(await page(`/coaching/${slug}`));
      const graph = (JSON.parse(structuredData) as { '@graph': { '@type': string }[] })['@graph'];
      return graph.find((node) => node['@type'] === 'Service');
    };
    expect(await offerOn('1-on-1')).toMatchObject({
      offers: {
        '@type': 'Offer',
        url: `${server.url}/coaching/1-on-1`,
        priceCurrency: 'EUR',
        priceSpecification: { minPrice: '149.00', unitCode: 'MON', valueAddedTaxIncluded: true },
      },
    });
    expect(await offerOn('online-consultation')).toMatchObject({ offers: { price: '75.00' } });
    expect(await offerOn('workout-plan')).not.toHaveProperty('offers');
    await change({ prices: {} });
  });

  test('never says on a page where the consent of a client is kept', async () => {
    await change({ testimonials: [...someFacts.testimonials] as never });
    const html = await page('/testimonials');
    expect(visibleText(html)).toContain('Ik neem weer de trap.');
    const digest = /"facts":"([\w-]{16})"/.exec(html)?.[1];
    expect(html + (await page(`/facts/${digest}.json`))).not.toContain('letter 7');
    expect(JSON.stringify(await facts())).toContain('letter 7');
  });

  test('moves the promise of a reply, in the inbox too', async () => {
    const { claims } = (await facts()).facts;
    const value = '48 h';
    await change({
      claims: claims.map((claim) => (claim.id === 'reply-within' ? { ...claim, value } : claim)),
    });
    expect(server.config.replyPromiseMs).toBe(48 * 3_600_000);
  });

  test('is logged by the names of its facts', async () => {
    const [newest] = await server.ports.securityLog.list({ actionType: 'facts_changed', limit: 1 });
    expect(newest?.details).toMatchObject({ facts: ['claims'] });
  });

  test('takes a fact of the file away with null, and back by leaving it out', async () => {
    const promise = { nl: 'Een plan in week één.', en: 'A plan in week one.' };
    await change({ openingPromise: promise });
    expect((await facts()).facts.openingPromise).toEqual(promise);
    const { facts: now } = await facts();
    const removed = await call('PUT', '', { facts: { ...now, openingPromise: null } });
    expect((await removed.json()).facts).not.toHaveProperty('openingPromise');
  });
});

describe('a wrong change', () => {
  test('names each wrong field in the language of the admin, and changes nothing', async () => {
    const before = await facts();
    const wrong = {
      ...before.facts,
      phone: 'call me',
      bookingUrl: 'cal.com/me',
      prices: {
        'workout-plan': { amountCents: 0, from: true, per: 'once', includes: { nl: [], en: [] } },
      },
    };
    for (const [language, text] of [
      ['nl', 'Dit nummer klopt nog niet, bijvoorbeeld +32 470 12 34 56.'],
      ['en', 'This number isn’t complete, for example +32 470 12 34 56.'],
    ]) {
      const headers = { cookie: `language=${language}` };
      const response = await call('PUT', '', { facts: wrong }, headers);
      expect(response.status).toBe(422);
      const body = await response.json();
      expect(body).toMatchObject({ code: 'validation_failed', fields: { phone: text } });
      expect(Object.keys(body.fields).sort()).toEqual([
        'bookingUrl',
        'phone',
        'prices.workout-plan.amountCents',
      ]);
    }
    expect(await facts()).toEqual(before);
  });

  test.each([
    [undefined, ['facts']],
    [{ facts: [] }, ['facts']],
    [
      { facts: { email: 3, coach: { name: 'Mila' } } },
      ['coach.languages', 'coach.portrait', 'coach.training', 'email'],
    ],
    [{ facts: { prices: { yoga: {} } } }, ['prices']],
    [{ facts: { coach: { ...someFacts.coach, since: 2400 } } }, ['coach.portrait.file']],
    [{ version: -1, facts: {} }, ['version']],
  ])('of another shape is rejected: %j', async (body, fields) => {
    const response = await call('PUT', '', body);
    expect(response.status).toBe(422);
    expect(Object.keys((await response.json()).fields).sort()).toEqual(fields);
  });

  test('of two admins the second gets an error, and nothing is lost', async () => {
    const { version, facts: now } = await facts();
    const [one, other] = [
      { ...now, phone: '+32 470 00 00 01' },
      { ...now, phone: '+32 470 00 00 02' },
    ];
    expect((await call('PUT', '', { version, facts: one })).status).toBe(200);
    const late = await call('PUT', '', { version, facts: other });
    expect(late.status).toBe(409);
    expect(await late.json()).toMatchObject({ code: 'facts_conflict' });
    expect((await facts()).facts.phone).toBe('+32 470 00 00 01');
  });
});

test('a change is undone, and undoing it is one more version', async () => {
  const before = await facts();
  await change({ phone: '+32 470 55 55 55' });
  const restored = await call('POST', `/versions/${before.version}/restore`);
  expect(restored.status).toBe(200);
  expect((await restored.json()).facts).toEqual(before.facts);
  expect(visibleText(await page('/contact'))).not.toContain('55 55 55');
  const versions = (await (await call('GET', '/versions')).json()) as FactsVersions;
  expect(versions.slice(0, 2)).toMatchObject([
    { active: true, changed: ['phone'] },
    { active: false, changed: ['phone'] },
  ]);
  expect(versions.at(-1)).toMatchObject({ id: 0, savedAt: null });
  expect((await call('POST', '/versions/987654/restore')).status).toBe(404);
  // The configuration file alone.
  expect((await call('POST', '/versions/0/restore')).status).toBe(200);
  expect((await facts()).facts.email).toBe(server.config.liveFacts.file.email);
  await call('POST', `/versions/${before.version}/restore`);
});

test('texts of pages are on them in both languages, in what apps fetch and previews show, and undone to the byte', async () => {
  const paths = ['/', '/about', '/faq'].flatMap((path) => [path, `${path}?lang=en`]);
  const pages = () => Promise.all(paths.map(page));
  const { version } = await change({ texts: undefined });
  const before = await pages();
  const texts = {
    homeLead: { nl: 'Trainen tussen twee diensten.', en: 'Training between two shifts.' },
    aboutStory: { nl: 'Eerst dit.\n\nDan “dat”.', en: 'This first.\n\nThen “that”.' },
    faq: {
      nl: '## Geld\n\n### Kost 5 < 6 & iets? {#price}\nBel {{phone}}.\n\n### Wanneer?\nNu.',
      en: '## Money\n\n### Does it cost anything? {#price}\nIt does.',
    },
  };
  await change({ texts });
  const [home, homeEn, about, aboutEn, faq, faqEn] = await pages();
  expect(home).toContain('Trainen tussen twee diensten.');
  expect(homeEn).toContain('Training between two shifts.');
  expect(about).toContain('<p>Eerst dit.</p><p>Dan “dat”.</p>');
  expect(aboutEn).toContain('<p>This first.</p><p>Then “that”.</p>');
  expect(faq).toContain('Kost 5 &lt; 6 &amp; iets?');
  expect(faq).toContain('href="#wanneer"');
  expect(faq).toContain('id="price"');
  expect(faq).not.toContain('{{');
  expect(faqEn).toContain('Does it cost anything?');
  const digest = /"facts":"([\w-]{16})"/.exec(faq ?? '')?.[1];
  expect(await page(`/facts/${digest}.json`)).toContain('Training between two shifts.');
  await change({ texts: { homeLead: { nl: 'Iets anders.', en: 'Else.' } } });
  expect(await page('/faq')).toBe(
    before[4]?.replace(
      /"facts":"[\w-]{16}"/,
      /"facts":"[\w-]{16}"/.exec(await page('/faq'))?.[0] ?? '',
    ),
  );
  expect((await call('POST', `/versions/${version}/restore`)).status).toBe(200);
  expect(await pages()).toEqual(before);
});

test('a text of a page that the site cannot show is named', async () => {
  const { version, facts: now } = await facts();
  const texts = { faq: { nl: '## A\n\n### B', en: '## A\n### B\n{{nobody}}' } };
  const response = await call('PUT', '', { version, facts: { ...now, texts } });
  expect(response.status).toBe(422);
  expect((await response.json()).fields).toEqual({
    'texts.faq.nl': 'Regel 3: Deze vraag heeft geen antwoord. Schrijf het eronder.',
    'texts.faq.en': expect.stringContaining('{{ }}'),
  });
});

describe('a preview', () => {
  const draft = async () => ({
    path: '/contact',
    language: 'en',
    facts: { ...(await facts()).facts, email: 'draft@coach.example' },
  });

  test('is the real page with the draft, for a frame of this site, kept nowhere', async () => {
    const form = new URLSearchParams({ draft: JSON.stringify(await draft()) });
    for (const response of [
      await call('POST', '/preview', await draft()),
      await fetch(`${server.url}/api/admin/site/preview`, {
        method: 'POST',
        headers: admin,
        body: form,
      }),
    ]) {
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('x-robots-tag')).toBe('noindex');
      expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
      const html = await response.text();
      expect(visibleText(html)).toContain('draft@coach.example');
      expect(html).toContain('lang="en"');
      expect(html).toContain('<body inert>');
    }
    expect(await page('/contact')).not.toContain('draft@coach.example');
    expect(await page('/facts/AAAAAAAAAAAAAAAA.json')).not.toContain('draft@coach.example');
  });

  test('of wrong facts names the fields', async () => {
    const { facts: given, ...where } = await draft();
    const response = await call('POST', '/preview', { ...where, facts: { ...given, email: 'no' } });
    expect(response.status).toBe(422);
    expect(Object.keys((await response.json()).fields)).toEqual(['email']);
    const broken = new URLSearchParams({ draft: '{' });
    const url = `${server.url}/api/admin/site/preview`;
    expect((await fetch(url, { method: 'POST', headers: admin, body: broken })).status).toBe(422);
  });
});

test('all pages are rendered in turns of the event loop that let requests through', async () => {
  let served = 0;
  let isDone = false;
  const visits = (async () => {
    while (!isDone) {
      expect((await get('/healthz')).status).toBe(200);
      served += 1;
    }
  })();
  await change({ phone: '+32 470 77 77 77' });
  isDone = true;
  await visits;
  expect(served).toBeGreaterThan(5);
});

/** The state of a database on which nothing happens. */
const unchanged = { ebook: undefined, revision: '' };

test('another process notices a change by asking for the newest version, and asks for nothing else meanwhile', async () => {
  const { liveFacts } = server.config;
  const published: string[] = [];
  let reads = 0;
  const store = {
    current: () => {
      reads += 1;
      return server.ports.facts.current();
    },
  };
  const log = { error: (_facts: object, message: string) => expect.fail(message) };
  const ports = { ...server.ports, facts: store };
  const reader = siteReader(ports, liveFacts, { promiseMs: server.config.replyPromiseMs, log });
  const shownKey = (await reader.read()).key;
  reads = 0;
  const other = followFacts(reader, liveFacts, {
    state: pageState(async () => unchanged, unchanged),
    publish: async ({ site }) => void published.push(site.phone),
    log,
    shownKey,
  });
  await other.refresh();
  expect(reads).toBe(0);
  await change({ phone: '+32 470 88 88 88' });
  await Promise.all([other.refresh(), other.refresh()]);
  expect(published).toEqual(['+32 470 88 88 88']);
  const stop = other.start();
  await change({ phone: '+32 470 66 66 66' });
  const limit = systemClock.now() + 20_000;
  while (published.length < 2 && systemClock.now() < limit)
    await new Promise((resolve) => setTimeout(resolve, 20));
  await stop();
  expect(published.at(-1)).toBe('+32 470 66 66 66');
});

test('a change that is stored while no page can be rendered is confirmed as such, and shown later', async () => {
  let isBroken = false;
  const render = noPages.prerender.render;
  const site = {
    ...noPages,
    prerender: {
      ...noPages.prerender,
      render: (...given: Parameters<typeof render>) =>
        isBroken ? Promise.reject(new Error('no page')) : render(...given),
    },
  };
  const broken = await startTestServer({ site });
  try {
    const headers = { ...(await asAdmin(broken)), ...json };
    const url = `${broken.url}/api/admin/site`;
    const read = async () => (await (await fetch(url, { headers })).json()) as AdminFacts;
    const { facts: before } = await read();
    isBroken = true;
    const body = JSON.stringify({ version: 0, facts: { ...before, phone: '+32 470 12 34 56' } });
    const saved = await fetch(url, { method: 'PUT', headers, body });
    expect(saved.status).toBe(200);
    expect(await saved.json()).toMatchObject({ version: 1, isPublished: false });
    expect(await read()).toMatchObject({
      facts: { phone: '+32 470 12 34 56' },
      isPublished: false,
    });
    isBroken = false;
    await expect.poll(async () => (await read()).isPublished).toBe(true);
  } finally {
    await broken.stop();
  }
});

test('the program that most addresses wait for is called popular, until another one is or none leads', async () => {
  const popular: (string | undefined)[] = [];
  let waiting = new Map<ProgramId, number>();
  const live = liveFactsOf(server.config.liveFacts.file);
  const log = { error: (_facts: object, message: string) => expect.fail(message) };
  const ports = { ...server.ports, interests: { counts: async () => waiting } };
  const reader = siteReader(ports, live, { promiseMs: server.config.replyPromiseMs, log });
  const follower = followFacts(reader, live, {
    state: pageState(async () => unchanged, unchanged),
    publish: async ({ site }) =>
      void popular.push(site.claims.find(({ id }) => id === 'popular')?.value),
    log,
    shownKey: (await reader.read()).key,
  });
  await follower.refresh();
  expect(popular).toEqual([]);
  waiting = new Map([['8-week-kickstart', 4]]);
  await follower.refresh();
  await follower.refresh();
  expect(popular).toEqual(['8-week-kickstart']);
  expect(live.site.claims.find(({ id }) => id === 'popular')?.basis).toContain('waiting list: 4');
  waiting = new Map([...waiting, ['lifestyle-reset-30', 5] as const]);
  await follower.refresh();
  waiting = new Map();
  await follower.refresh();
  expect(popular).toEqual(['8-week-kickstart', 'lifestyle-reset-30', 'mind-body-12']);
});

test('missing facts are listed with the reason they are needed, in the language of the admin', async () => {
  const list = async (language: string) =>
    (await call('GET', '/missing', undefined, { cookie: `language=${language}` })).json();
  const [nl, en] = [await list('nl'), await list('en')];
  const price = { field: 'prices.online-consultation', asks: 'law', needed: true };
  expect(nl).toContainEqual({ ...price, text: expect.stringContaining('tarief') });
  expect(en).toContainEqual({ ...price, text: expect.stringContaining('tariff') });
  expect(en).toContainEqual(expect.objectContaining({ field: 'coach.training', asks: 'visitor' }));
  const popular = { field: 'claims.popular', text: expect.stringContaining('lichaam') };
  expect(nl).toContainEqual(expect.objectContaining(popular));
  expect(en.map(({ field }: { field: string }) => field)).not.toContain('coach.name');
});
