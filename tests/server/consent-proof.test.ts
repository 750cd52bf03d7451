import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConsentProof, shownPolicyVersion } from '@coachsite/adapters/contract';
import { expect, test } from 'vitest';
import { policyWordings } from '#server/src/api/policy-wordings.ts';
import { policyVersion } from '#ui/src/site/policy-version.ts';
import { call } from '../support/auth-client.ts';
import { runCommandLine } from '../support/command.ts';
import { startTestServer } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import { asAdmin, asMember } from '../support/signed-in.ts';

const server = await sharedServer();
const admin = await asAdmin(server);
const folder = join(import.meta.dirname, '../../ui/content/policies');
const number = '5b0a7c1e-0000-4000-8000-00000000000a';
const path = (of: string) => `/api/admin/consents/${encodeURIComponent(of)}`;
const read = (of: string, headers = admin) => call(server, 'GET', path(of), { headers });
const show = (...parameters: readonly string[]) =>
  runCommandLine(['consent', ...parameters], { DATA_DIR: server.dataDirectory });
const choices = { necessary: true, functional: false, analytics: true, marketing: false };
const choose = (id: string, more: object = {}, at = server) =>
  call(at, 'POST', '/api/consent', {
    body: { id, version: policyVersion, language: 'nl', choices, time: 1, ...more },
  });

test('visitors and members read no proof, and each reading by an admin is in the log', async () => {
  await choose(number);
  expect(await read(number, {})).toMatchObject({ status: 401, body: { code: 'no_authorization' } });
  const member = await asMember(server);
  expect(await read(number, member)).toMatchObject({ status: 403, body: { code: 'not_admin' } });
  await read(number);
  const query = { actionType: 'admin_access', limit: 10 } as const;
  const paths = async () =>
    (await server.ports.securityLog.list(query)).map(({ details }) => details.path);
  await expect.poll(paths).toContain('/api/admin/consents/:number');
});

test('a proof is read by its number, with the wording of its version in both languages', async () => {
  const proof = await read(` ${number.toUpperCase()} `);
  expect(proof.status).toBe(200);
  expect(proof.headers.get('cache-control')).toBe('no-store');
  expect(proof.body).toEqual({
    id: number,
    version: policyVersion,
    language: 'nl',
    choices,
    at: expect.stringMatching(/Z$/),
    earlier: [],
    wording: policyWordings.get(policyVersion),
  });
});

test('a changed choice shows the newest, and the earlier ones below it', async () => {
  const id = '5b0a7c1e-0000-4000-8000-00000000000b';
  await choose(id);
  await choose(id, { choices: { ...choices, analytics: false }, language: 'en' });
  const { body } = await read(id);
  expect(body).toMatchObject({ language: 'en', choices: { analytics: false } });
  expect(body.earlier).toMatchObject([{ language: 'nl', version: policyVersion, choices }]);
});

test('a version that the site never had has no wording', async () => {
  await choose('never-had-this-version', { version: '1999' });
  const { body } = await read('never-had-this-version');
  expect(body).toMatchObject({ version: '1999', wording: null });
});

test.each(['5b0a7c1e-0000-4000-8000-0000000000ff', 'short', '%', "' OR 1=1"])(
  '%s is a number that nobody has',
  async (unknown) => {
    expect(await read(unknown)).toMatchObject({
      status: 404,
      body: { code: 'consent_not_found' },
    });
  },
);

test('npm run consent -- show prints what the call responds', async () => {
  const shown = await show('show', number);
  expect([shown.status, shown.error]).toEqual([0, '']);
  expect(JSON.parse(shown.out)).toEqual((await read(number)).body);
  expect(await show('show', 'no-such-number')).toEqual({
    status: 1,
    out: '',
    error: 'No cookie choice has this reference. Proofs are kept for three years.\n',
  });
  for (const wrong of [[], ['show'], ['look', number], ['show', number, 'more']]) {
    expect((await show(...wrong)).status).toBe(2);
  }
}, 60_000);

const { wording: shape } = ConsentProof.shape;
const kept = (version: string) =>
  Object.fromEntries(
    ['nl', 'en'].map((language) => [
      language,
      JSON.parse(readFileSync(join(folder, version, `${language}.json`), 'utf8')),
    ]),
  );
/** The first version whose texts name only the purposes that the site uses. */
const firstOfTwo = '2026-11-24';

test('every version that visitors have seen can be shown', () => {
  const versions = readdirSync(folder).filter((name) => /^\d/.test(name));
  const both = versions.flatMap((version) => {
    const isOne = version < firstOfTwo;
    return isOne ? [version] : [version, shownPolicyVersion(version, true)];
  });
  expect([...policyWordings.keys()].sort()).toEqual(both.sort());
  expect(policyWordings.has(policyVersion)).toBe(true);
  for (const wording of policyWordings.values()) expect(shape.parse(wording)).toEqual(wording);
  for (const version of versions.filter((one) => one < firstOfTwo)) {
    expect(policyWordings.get(version)).toEqual(kept(version));
  }
});

test.each(['nl', 'en'] as const)(
  'the wording of a version names Google Analytics only where it is used (%s)',
  (language) => {
    const { consent, cookies } = kept(policyVersion)[language];
    const shown = (hasAnalytics: boolean) =>
      policyWordings.get(shownPolicyVersion(policyVersion, hasAnalytics))?.[language];
    expect(shown(false)?.consent.text).toBe(consent.textNone);
    expect(shown(false)?.consent.purpose.analytics.text).toBe(consent.purpose.analytics.textNone);
    expect(JSON.stringify(shown(false))).not.toMatch(/Google|_ga|textNone/);
    expect(shown(true)?.consent.text).toBe(consent.text);
    expect(shown(true)?.cookies.others).toEqual({
      title: cookies.others.title,
      text: cookies.others.text,
      booking: cookies.others.booking,
    });
    expect(JSON.stringify(shown(true))).not.toContain('textNone');
  },
);

test('one IP leaves twenty proofs a minute', async () => {
  const own = await startTestServer({ env: { AUTH_IP_RATE_LIMITS: 'on' } });
  const statuses: number[] = [];
  for (let n = 0; n < 21; n += 1) statuses.push((await choose(number, {}, own)).status);
  await own.stop();
  expect(statuses).toEqual([...Array(20).fill(204), 429]);
});
