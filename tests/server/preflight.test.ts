import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, readConfig } from '@coachsite/server/config';
import { type LaunchStatus, launchGaps } from '@coachsite/server/preflight';
import { expect, onTestFinished, test } from 'vitest';
import { runCommandLine } from '../support/command.ts';
import { seedSite } from '../support/seeded-site.ts';
import { someFacts } from '../support/some-facts.ts';

const now = Date.UTC(2026, 10, 21);
const today = '2026-11-21';
const environment = {
  PUBLIC_URL: 'https://coach.be',
  TRUST_PROXY: '127.0.0.1',
  SMTP_URL: 'smtps://mail.coach.be',
  MAIL_FROM: 'Coach <hallo@coach.be>',
  CONTACT_TO: 'hallo@coach.be',
};

test('a data folder that others on the machine may enter is named', () => {
  const folder = mkdtempSync(join(tmpdir(), 'coachsite-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const where = () => needed(complete({ DATA_DIR: folder }), facts).map((gap) => gap.where);
  for (const [mode, named] of [
    [0o700, false],
    [0o750, false],
    [0o755, true],
    [0o701, true],
  ] as const) {
    chmodSync(folder, mode);
    expect([mode, where().includes('DATA_DIR')]).toEqual([mode, named]);
  }
});

/** A complete configuration. */
function complete(env: Record<string, string> = {}, change: Partial<Config['site']> = {}): Config {
  const config = readConfig({ ...environment, ...env })._unsafeUnwrap();
  const { site } = config;
  return {
    ...config,
    site: {
      ...site,
      placeholders: [],
      email: 'hallo@coach.be',
      coach: {
        ...site.coach,
        name: 'An Peeters',
        portrait: { ...site.coach.portrait, file: 'an.avif' },
        training: someFacts.coach.training,
        since: someFacts.coach.since,
        region: someFacts.coach.region,
        reason: someFacts.coach.reason,
      },
      company: {
        ...site.company,
        legalName: 'An Peeters',
        street: 'Kerkstraat 1',
        postalCode: '9000',
        city: 'Gent',
        enterpriseNumber: 'BE 0123.456.749',
        vatExempt: true,
        statementsConfirmed: true,
        bankAccount: 'BE68 5390 0754 7034',
      },
      processors: { hosting: 'Host NV', mail: 'Mail NV', sms: '' },
      testimonials: site.testimonials.map((one) => ({
        ...one,
        sample: false,
        consentRef: 'letter 1',
        verifiedHow: { nl: 'factuur', en: 'invoice' },
      })),
      claims: site.claims.map((claim) => ({ ...claim, basis: 'counted', asOf: today })),
      prices: someFacts.prices,
      ...change,
    },
  };
}

const facts: LaunchStatus = {
  now,
  unfinishedTexts: [],
  hasAdmin: true,
  ebook: 'gids.pdf',
  sampleEbook: 'sample.pdf',
  parted: [],
  ofProxy: [],
  ofMail: [],
};
const needed = (config: Config, more: Partial<LaunchStatus> = {}) =>
  launchGaps(config, { ...facts, ...more }).filter(({ isNeeded }) => isNeeded !== false);
const where = (config: Config, more: Partial<LaunchStatus> = {}) =>
  needed(config, more).map((gap) => gap.where);

test('an account whose address another one of its mailbox has is named, and keeps no site from going live', () => {
  const parted = [{ id: 'an-id', formerEmail: 'piet@xn--bckerei-5wa.example' }];
  expect(needed(complete(), { parted })).toEqual([]);
  expect(launchGaps(complete(), { ...facts, parted })).toContainEqual({
    where: 'account an-id',
    what: 'another account has its address, piet@xn--bckerei-5wa.example',
    isNeeded: false,
  });
});

test('nothing is missing once the owner gave everything', () => {
  expect(needed(complete(), facts)).toEqual([]);
});

test('says who asks: the law for the tariff of a standard service, visitors for the rest of the prices', () => {
  expect(launchGaps(complete({}, { prices: {} }), facts)).toMatchObject([
    { where: 'ui/content/site.json prices.1-on-1', asks: 'visitor', isNeeded: false },
    { where: 'ui/content/site.json prices.nutrition-plan', asks: 'visitor', isNeeded: false },
    { where: 'ui/content/site.json prices.workout-plan', asks: 'visitor', isNeeded: false },
    { where: 'ui/content/site.json prices.online-consultation', asks: 'law', isNeeded: true },
  ]);
});

test('a sample keeps the site from going live, however complete it is', () => {
  expect(where(complete({}, { samples: ['coach'] }))).toEqual(['ui/content/site.json coach']);
});

test('every fact the owner left out is named with its place', () => {
  const config = readConfig({})._unsafeUnwrap();
  const missing = where(config, {
    unfinishedTexts: ['nl/about.x'],
    hasAdmin: false,
    ebook: undefined,
  });
  for (const one of [
    'ui/content/site.json coach.name',
    'ui/content/site.json company.enterpriseNumber',
    'ui/content/site.json company.vatNumber',
    'ui/content/site.json company.bankAccount',
    'ui/content/site.json company.statementsConfirmed',
    'ui/content/site.json instagram',
    'ui/content/site.json bookingUrl',
    'ui/content/site.json processors.hosting',
    'ui/content/site.json coach.portrait.file',
    'ui/content/site.json testimonials "client-a"',
    'ui/content',
    'PUBLIC_URL',
    'TRUST_PROXY',
    'SMTP_URL',
    'MAIL_FROM',
    'npm run admin',
    'npm run ebook',
  ]) {
    expect(missing).toContain(one);
  }
});

test('outside sign-in together with automatic confirmation is never right', () => {
  const provider = {
    name: 'work',
    issuer: 'https://id.example.org',
    clientId: 'a',
    clientSecret: 'b',
  };
  const OAUTH_PROVIDERS = JSON.stringify([provider]);
  const SSO_PROVIDERS = '[{"domain":"firm.be","metadataUrl":"https://firm.be/saml"}]';
  for (const providers of [{ OAUTH_PROVIDERS }, { SSO_PROVIDERS }]) {
    expect(where(complete(providers))).toEqual([]);
    const gaps = needed(complete({ ...providers, AUTH_AUTOCONFIRM: 'true' }));
    expect(gaps).toMatchObject([{ where: 'AUTH_AUTOCONFIRM' }]);
    expect(gaps[0]?.what).toMatch(/sign-in by (work|firm\.be)/);
  }
});

test.each([
  ['0123.456.749', []],
  ['BE 0123.456.748', ['ui/content/site.json company.enterpriseNumber']],
  ['123456749', ['ui/content/site.json company.enterpriseNumber']],
])('the enterprise number %s is checked by its last two digits', (enterpriseNumber, expected) => {
  const { site } = complete();
  const company = { ...site.company, enterpriseNumber };
  expect(where(complete({}, { company }))).toEqual(expected);
});

test.each([
  ['BE68539007547034', []],
  ['BE69 5390 0754 7034', ['ui/content/site.json company.bankAccount']],
  ['539-0075470-34', ['ui/content/site.json company.bankAccount']],
])('the bank account %s is checked by its check digits', (bankAccount, expected) => {
  const { site } = complete();
  expect(where(complete({}, { company: { ...site.company, bankAccount } }))).toEqual(expected);
});

test('a scheduling page of the environment takes the place of the sample', () => {
  const placeholders: Config['site']['placeholders'] = ['bookingUrl'];
  const BOOKING_URL = 'https://agenda.coach.be';
  expect(where(complete({}, { placeholders }))).toEqual(['ui/content/site.json bookingUrl']);
  expect(where(complete({ BOOKING_URL }, { placeholders }))).toEqual([]);
});

test('a claim without a basis, or checked long ago, holds the site back', () => {
  const claims = [
    { id: 'clients-helped', value: '10+', basis: ' ', asOf: today },
    { id: 'satisfaction', value: '100%', basis: 'survey', asOf: '2024-09-17' },
  ];
  expect(where(complete({}, { claims }))).toEqual([
    'ui/content/site.json claims "clients-helped"',
    'ui/content/site.json claims "satisfaction"',
  ]);
});

test('limits that are off, the sample guide and an unnamed text service are named', () => {
  expect(where(complete({ AUTH_IP_RATE_LIMITS: 'off' }))).toEqual(['AUTH_IP_RATE_LIMITS']);
  expect(where(complete(), { ebook: 'sample.pdf' })).toEqual(['npm run ebook']);
  const withSms = complete({ SMS_URL: 'https://sms.coach.be' });
  expect(where(withSms)).toEqual(['ui/content/site.json processors.sms']);
});

test('the command lists what is missing and ends with 1', async () => {
  const missing = await runCommandLine(['preflight'], { DATA_DIR: '/nonexistent/coachsite' });
  expect(missing.status).toBe(1);
  expect(missing.error).toMatch(/^\d+ missing\n$/);
  expect(missing.out).toMatch(/^PUBLIC_URL: /m);
  expect(missing.out).toMatch(/company\.bankAccount: .* \(asked for by law\)\n/);
  expect(missing.out).toMatch(/^would help: .*coach\.region: .* \(asked for by visitors\)$/m);
});

test('as JSON too, and stderr says why it ends with 1', async () => {
  const environment = { DATA_DIR: '/nonexistent/coachsite' };
  const { status, out, error } = await runCommandLine(['preflight', '--json'], environment);
  const { missing } = JSON.parse(out) as { missing: readonly object[] };
  expect({ status, error }).toEqual({ status: 1, error: `${missing.length} missing\n` });
});

test('the command goes by the facts that were saved in the admin area, samples too', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'coachsite-preflight-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await seedSite(folder);
  const { status, out } = await runCommandLine(['preflight'], { DATA_DIR: folder });
  expect(status).toBe(1);
  expect(out).toMatch(/ coach: this is still a sample/);
  expect(out).toMatch(/ prices: this is still a sample/);
  expect(out).not.toMatch(/coach\.name|prices\.1-on-1/);
});
