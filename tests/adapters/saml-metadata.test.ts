import { mkdtemp } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { samlServiceProvider } from '@coachsite/adapters/saml';
import { type SsoProvider, ssoProviderId } from '@coachsite/core/federation';
import { memoryDigest as digest } from '@coachsite/core/testing';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { listen } from '../support/fake-services/listen.ts';
import { startSamlProvider } from '../support/fake-services/saml-provider.ts';

afterEach(() => void vi.restoreAllMocks());

/** Moves the clock by which metadata grows old. */
function passElevenMinutes(): void {
  const later = performance.now() + 11 * 60_000;
  vi.spyOn(performance, 'now').mockReturnValue(later);
}

/** Identity providers whose metadata is at a URL that serves what `respond` says, beside one that always serves it. */
async function openSite(respond: (response: ServerResponse) => void) {
  const [provider, other] = [await startSamlProvider('idp'), await startSamlProvider('other')];
  const service = await listen((_request, response) => respond(response));
  onTestFinished(async () => {
    await Promise.all([provider.close(), other.close(), service.close()]);
  });
  const reported: unknown[] = [];
  const saml = await samlServiceProvider({
    issuer: 'https://site.test/auth/v1',
    keysDirectory: await mkdtemp(join(tmpdir(), 'saml-')),
    digest,
    providers: [
      { domain: 'firm.example', metadataUrl: `${service.url}/metadata` },
      { domain: 'other.example', metadataUrl: `${other.url}/metadata` },
    ],
    report: (error) => reported.push(error),
  });
  const idOf = (entityId: string): SsoProvider => ({
    id: ssoProviderId(entityId, digest),
    entityId,
  });
  return { saml, reported, provider, firm: idOf(provider.entityId), other: idOf(other.entityId) };
}

const request = { id: '_1', relayState: 'state' };

test('a provider is unavailable until its metadata can be read, and known from then on', async () => {
  let respond = (response: ServerResponse) => void response.writeHead(500).end();
  const site = await openSite((response) => respond(response));
  const { saml, reported, provider, firm, other } = site;
  const unavailable = { kind: 'provider_unavailable' };

  expect((await saml.find({ domain: 'firm.example' }))._unsafeUnwrapErr()).toEqual(unavailable);
  expect((await saml.find({ id: firm.id }))._unsafeUnwrapErr()).toEqual(unavailable);
  expect((await saml.find({ id: other.id }))._unsafeUnwrap()).toEqual(other);
  expect(String(reported[0])).toContain('500');

  respond = (response) => void response.end(provider.metadataXml);
  expect((await saml.find({ domain: 'Firm.example ' }))._unsafeUnwrap()).toEqual(firm);
  expect((await saml.find({ id: firm.id }))._unsafeUnwrap()).toEqual(firm);
  const nobody = '00000000-0000-5000-8000-000000000000';
  expect((await saml.find({ id: nobody }))._unsafeUnwrapErr()).toEqual({
    kind: 'sso_provider_not_found',
  });
});

test('metadata that cannot be read again stays in use, and the reason is reported', async () => {
  let served = '';
  const site = await openSite((response) => response.end(served));
  const { saml, reported, provider, firm } = site;
  served = provider.metadataXml;
  expect((await saml.find({ domain: 'firm.example' })).isOk()).toBe(true);

  served = '<html>Be right back</html>';
  passElevenMinutes();
  expect((await saml.find({ domain: 'firm.example' }))._unsafeUnwrap()).toEqual(firm);
  expect(new URL(await saml.requestUrl(firm, request)).origin).toBe(provider.url);
  expect(reported).toHaveLength(1);
});

test('metadata at a URL is read again after ten minutes', async () => {
  let served = '';
  const site = await openSite((response) => response.end(served));
  served = site.provider.metadataXml;
  expect((await site.saml.find({ domain: 'firm.example' })).isOk()).toBe(true);

  const moved = 'https://moved.firm.example/sso';
  served = served.replace(`${site.provider.url}/sso"`, `${moved}"`);
  passElevenMinutes();
  expect(await site.saml.requestUrl(site.firm, request)).toContain(moved);
  expect(site.reported).toEqual([]);
});

test('the provider is found in the metadata of a group, after those that are none', async () => {
  const site = await openSite((response) => {
    const alone = site.provider.metadataXml.replace(/^<\?xml[^>]*\?>/, '');
    const client = alone
      .replace(/entityID="[^"]*"/, 'entityID="https://client.example"')
      .replaceAll('IDPSSODescriptor', 'SPSSODescriptor');
    const group = '<md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata">';
    response.end(`${group}${client}${alone}</md:EntitiesDescriptor>`);
  });
  expect((await site.saml.find({ domain: 'firm.example' }))._unsafeUnwrap()).toEqual(site.firm);
});
