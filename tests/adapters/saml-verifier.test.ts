import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type SsoProviderOptions, samlServiceProvider } from '@coachsite/adapters/saml';
import { ssoProviderId } from '@coachsite/core/federation';
import { memoryDigest as digest } from '@coachsite/core/testing';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { responseVerifier } from '#adapters/src/node/saml/response-verifier.ts';
import { listen } from '../support/fake-services/listen.ts';
import { startSamlProvider } from '../support/fake-services/saml-provider.ts';

const provider = await startSamlProvider();
afterAll(() => provider.close());

const site = { entityId: 'https://site.test/metadata', acsUrl: 'https://site.test/acs' };
const asked = {
  id: '_1',
  issuer: site.entityId,
  acs: site.acsUrl,
  destination: '',
  relayState: '',
  query: new URLSearchParams(),
};
const found = {
  entityId: provider.entityId,
  signInUrl: `${provider.url}/sso`,
  certificates: [provider.certificate],
};

async function given(nameId: string) {
  const xml = await provider.respond(asked, { nameId });
  const response = Buffer.from(xml).toString('base64');
  return { site, provider: found, requestId: '_1', response };
}

test('the event loop goes on while a response is verified', async () => {
  const verify = responseVerifier();
  const response = await given('ann');
  let isOver = false;
  const verified = verify(response).finally(() => {
    isOver = true;
  });
  await nextTurn();
  expect(isOver).toBe(false);
  expect(await verified).toMatchObject({ assertion: { nameId: { value: 'ann' } } });
});

test('nothing of a response is read on the event loop', async () => {
  const keysDirectory = await mkdtemp(join(tmpdir(), 'saml-'));
  const issuer = 'https://site.test/auth/v1';
  const saml = await samlServiceProvider({
    issuer,
    keysDirectory,
    digest,
    providers: [provider.setting('corp.example')],
  });
  const site = { entityId: `${issuer}/sso/saml/metadata`, acsUrl: `${issuer}/sso/saml/acs` };
  const request = { ...asked, issuer: site.entityId, acs: site.acsUrl };
  const xml = await provider.respond(request, { nameId: 'ann' });
  const asker = { id: ssoProviderId(found.entityId, digest), entityId: found.entityId };
  let isOver = false;
  const response = Buffer.from(xml).toString('base64');
  const read = saml.readResponse(asker, response, asked.id).finally(() => {
    isOver = true;
  });
  let turns = 0;
  for (; !isOver; turns += 1) await nextTurn();
  expect((await read)._unsafeUnwrap()).toMatchObject({ nameId: { value: 'ann' } });
  // The thread takes longer to start than so many turns; on the event loop the work would leave a handful.
  expect(turns).toBeGreaterThan(100);
  await rm(keysDirectory, { recursive: true });
});

test('responses sent at once each get their own outcome', async () => {
  const verify = responseVerifier();
  const names = ['ann', 'bo', 'cy', 'di'];
  const broken = { ...(await given('eve')), response: 'PHg+' };
  const all = await Promise.all([
    ...names.map(async (name) => verify(await given(name))),
    verify(broken),
  ]);
  expect(all).toMatchObject([
    ...names.map((value) => ({ assertion: { nameId: { value } } })),
    { check: 'xml' },
  ]);
});

test('a response that takes too long is rejected, and those behind it too many', async () => {
  const verify = responseVerifier(() => 0);
  const response = await given('ann');
  const all = await Promise.allSettled(Array.from({ length: 60 }, () => verify(response)));
  expect(all.every(({ status }) => status === 'rejected')).toBe(true);
  const reasons = all.map((each) => (each.status === 'rejected' ? String(each.reason) : ''));
  expect(reasons.filter((reason) => reason.includes('Too many'))).toHaveLength(10);
});

test('the response after one that took too long is verified', async () => {
  let limitMs = 0;
  const verify = responseVerifier(() => limitMs);
  await expect(verify(await given('ann'))).rejects.toThrow();
  limitMs = 20_000;
  expect(await verify(await given('bo'))).toMatchObject({ assertion: { nameId: { value: 'bo' } } });
});

async function serviceProvider(...providers: readonly SsoProviderOptions[]) {
  const keysDirectory = await mkdtemp(join(tmpdir(), 'saml-'));
  onTestFinished(() => rm(keysDirectory, { recursive: true }));
  return samlServiceProvider({
    issuer: 'https://site.test/auth/v1',
    keysDirectory,
    digest,
    providers,
  });
}

test('a provider whose metadata does not come holds up no sign-in at another one', async () => {
  const silent = await listen(() => undefined);
  onTestFinished(() => silent.close());
  const saml = await serviceProvider(
    { domain: 'silent.example', metadataUrl: silent.url },
    provider.setting('corp.example'),
  );
  const asker = (await saml.find({ domain: 'corp.example' }))._unsafeUnwrap();
  const since = performance.now();
  expect((await saml.find({ id: asker.id }))._unsafeUnwrap()).toEqual(asker);
  const url = await saml.requestUrl(asker, { id: '_2', relayState: '' });
  expect(url).toContain(provider.url);
  const xml = await provider.respond(provider.read(url), { nameId: 'ann' });
  const response = Buffer.from(xml).toString('base64');
  expect((await saml.readResponse(asker, response, '_2')).isOk()).toBe(true);
  expect(performance.now() - since).toBeLessThan(4000);
});

test('metadata is read again after ten minutes, also when the clock was set back', async () => {
  let reads = 0;
  const published = await listen((_request, response) => {
    reads += 1;
    response.end(provider.metadataXml);
  });
  onTestFinished(() => published.close());
  const saml = await serviceProvider({ domain: 'corp.example', metadataUrl: published.url });
  for (let times = 0; times < 2; times += 1) await saml.find({ domain: 'corp.example' });
  expect(reads).toBe(1);
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 10 * 60_000);
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 86_400_000);
  onTestFinished(() => void vi.restoreAllMocks());
  await saml.find({ domain: 'corp.example' });
  expect(reads).toBe(2);
});
