import type { AdminFacts } from '@coachsite/adapters/contract';
import { expect, test } from 'vitest';
import { liveFactsOf, pageFacts } from '#server/src/config/live-facts.ts';
import { runtimeConfig } from '#server/src/pages/page-versions.ts';
import { visitorFacts } from '#ui/site-build/visitor-facts.ts';
import { json } from '../support/requests.ts';
import { sharedSite } from '../support/shared-server.ts';
import { asAdmin } from '../support/signed-in.ts';
import { siteConfig } from '../support/site-config.ts';
import { someFacts } from '../support/some-facts.ts';

/** What the owner was promised to keep of the facts: one rule for the build and the server. Source: docs/security.md#RB-7. */
const { server, get, locations, site } = await sharedSite();
const admin = await asAdmin(server);

const call = (method: string, path: string, body?: unknown) =>
  fetch(`${server.url}/api/admin/site${path}`, {
    method,
    headers: { ...admin, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

const secret = (where: string) => `kept-${where}`;

/** Facts with words in every field that the owner keeps. */
function planted(facts: AdminFacts['facts'], popularBasis: string): AdminFacts['facts'] {
  return {
    ...facts,
    claims: facts.claims.map((claim) => ({
      ...claim,
      basis: claim.id === 'popular' ? popularBasis : secret(`basis-${claim.id}`),
    })),
    testimonials: [
      ...someFacts.testimonials.map((one) => ({ ...one, consentRef: secret('consent') })),
      ...siteConfig.testimonials.map((one) => ({
        ...one,
        consentRef: secret('consent-of-sample'),
        verifiedHow: { nl: secret('how-nl'), en: secret('how-en') },
      })),
    ],
    company: { ...facts.company, statementsConfirmed: true },
  };
}

async function save(popularBasis: string): Promise<AdminFacts['facts']> {
  const { version, facts } = (await (await call('GET', '')).json()) as AdminFacts;
  const draft = planted(facts, popularBasis);
  const response = await call('PUT', '', { version, facts: draft });
  expect([response.status, await response.text()]).toEqual([200, expect.any(String)]);
  return draft;
}

/** Everything that a visitor gets of the facts, by its address. */
async function sent(draft: AdminFacts['facts']): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  const paths = ['/facts/unknown.json', '/feed.xml', '/sitemap.xml', '/.well-known/security.txt'];
  for (const { path } of locations)
    for (const language of ['nl', 'en']) paths.push(`${path}?lang=${language}`);
  for (const path of paths) texts.set(path, await (await get(path)).text());
  const digest = /"facts":"([\w-]{16})"/.exec(texts.get('/contact?lang=nl') ?? '')?.[1];
  texts.set('facts', await (await get(`/facts/${digest}.json`)).text());
  for (const { path } of locations) {
    const body = { path, language: 'nl', facts: draft };
    texts.set(`preview of ${path}`, await (await call('POST', '/preview', body)).text());
  }
  for (const [path, { identity }] of site.assets) {
    if (path.endsWith('.js')) texts.set(path, identity.toString());
  }
  return texts;
}

/** The paths of all fields of a value; those of a list count as one. */
function fieldsOf(value: unknown, at = ''): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((one) => fieldsOf(one, `${at}[]`));
  if (typeof value !== 'object' || value === null) return [at];
  return Object.entries(value).flatMap(([name, inner]) => fieldsOf(inner, `${at}.${name}`));
}

const builtFrom = (text: string) => {
  const { transform } = visitorFacts;
  if (typeof transform !== 'object') throw new Error('no transform');
  return JSON.parse(String(Reflect.apply(transform.handler, {}, [text, 'site.json']))) as object;
};

test('nothing that the owner keeps is in a page, a preview, the feed, the app or what it loads', async () => {
  for (const email of ['ann@example.com', 'bo@example.com', 'cas@example.com']) {
    await fetch(`${server.url}/api/notify`, json({ email, programId: 'lifestyle-reset-30' }));
    const [mail] = await server.outbox(email);
    const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
    await fetch(`${server.url}/api/notify/confirm`, json({ token }));
  }
  for (const basis of ['', secret('basis-popular')]) {
    const texts = await sent(await save(basis));
    for (const [path, text] of texts) {
      expect([path, /kept-[\w-]+|Most confirmed|letter 7/.exec(text)?.[0]]).toEqual([
        path,
        undefined,
      ]);
    }
    expect(texts.get('facts')).not.toContain('statementsConfirmed');
    // What visitors do get is there: the test looks where it would be.
    expect(texts.get('facts')).toContain('factuur van maart');
    expect(texts.get('/testimonials?lang=nl')).toContain('factuur van maart');
    const follows = basis === '';
    expect(texts.get('facts')?.includes('"followsWaitingList":true')).toBe(follows);
    expect(texts.get('/shop/lifestyle-reset-30?lang=nl')?.includes('Meeste mensen')).toBe(follows);
  }
});

test('the build and the server give visitors the same fields', () => {
  const stored = {
    ...siteConfig,
    ...someFacts,
    pause: { from: '2026-12-01', until: '2026-12-02' },
    dial: '+32470123456',
  };
  const built = builtFrom(JSON.stringify(stored));
  const { site: rendered } = runtimeConfig(server.config, stored);
  expect(fieldsOf(JSON.parse(JSON.stringify(rendered)))).toEqual(fieldsOf(built));
  // The app lays what the server sends over what it was built with, so both must leave out the same.
  const other = liveFactsOf(siteConfig).file;
  const laidOver = { ...builtFrom(JSON.stringify(other)), ...pageFacts(stored, other) };
  expect(fieldsOf(laidOver).toSorted()).toEqual(fieldsOf(built).toSorted());
});

test('a change of what visitors do not get gives their apps nothing to load', () => {
  const claims = siteConfig.claims.map((claim) => ({ ...claim, basis: 'another list' }));
  const testimonials = siteConfig.testimonials.map((one) => ({ ...one, consentRef: 'letter 8' }));
  const changed = { ...siteConfig, claims, testimonials, contactTo: 'other@example.com' };
  expect(pageFacts(changed, siteConfig)).toBeUndefined();
});
