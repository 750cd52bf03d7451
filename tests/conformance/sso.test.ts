import { describe, expect, test } from 'vitest';
import { call, statusAndCode } from '../support/auth-client.ts';
import { startTestServer } from '../support/server.ts';
import { connect } from './support/client.ts';
import { employee, openSamlSite, uuid } from './support/saml-site.ts';

const { provider, server, signedInBy } = await openSamlSite();

describe('docs/wire.md#4.5 sso', () => {
  const sso = (body: object) => call(server, 'POST', '/auth/v1/sso', { body });

  test('by domain: 200 with the URL, or 303 to it', async () => {
    const asked = await sso({ domain: 'corp.example', skip_http_redirect: true });
    expect(asked.status).toBe(200);
    expect(asked.body.url.startsWith(`${provider.url}/sso?`)).toBe(true);
    const sent = await sso({ domain: 'CORP.example' });
    expect(sent.status).toBe(303);
    expect(sent.headers.get('location')?.startsWith(`${provider.url}/sso?`)).toBe(true);
  });

  test('by provider id, the one in the identity; stable for the entity id', async () => {
    const { user } = await signedInBy(employee());
    const id = user.app_metadata.provider?.slice('sso:'.length);
    expect(id).toMatch(uuid);
    const { auth } = await connect(server);
    const { data, error } = await auth.signInWithSSO({ providerId: id ?? '' });
    expect(error).toBeNull();
    expect(data?.url).toContain(`${provider.url}/sso?`);
  });

  test.each([
    ['an unknown domain', { domain: 'nobody.example' }, 404, 'sso_provider_not_found'],
    ['an unknown id', { provider_id: crypto.randomUUID() }, 404, 'sso_provider_not_found'],
    ['nothing', {}, 400, 'validation_failed'],
    [
      'half a challenge',
      { domain: 'corp.example', code_challenge: 'x'.repeat(43) },
      400,
      'validation_failed',
    ],
    [
      'both',
      { domain: 'corp.example', provider_id: crypto.randomUUID() },
      400,
      'validation_failed',
    ],
  ])('%s', async (_name, body, status, code) => {
    const response = await sso(body);
    expect(statusAndCode(response)).toEqual([status, code]);
  });

  test('an id that is no uuid: 400', async () => {
    const response = await sso({ provider_id: 'x' });
    expect(response.status).toBe(400);
    expect(response.body.error_code).toBe('bad_json');
  });

  test('off: 404 saml_provider_disabled, also for metadata', async () => {
    const off = await startTestServer();
    const response = await call(off, 'POST', '/auth/v1/sso', { body: { domain: 'corp.example' } });
    expect([response.status, response.body.error_code, response.body.msg]).toEqual([
      404,
      'saml_provider_disabled',
      'SAML 2.0 is disabled',
    ]);
    expect((await call(off, 'GET', '/auth/v1/sso/saml/metadata')).status).toBe(404);
    await off.stop();
  });

  test('settings say that it is on', async () => {
    expect((await call(server, 'GET', '/auth/v1/settings')).body.saml_enabled).toBe(true);
  });
});
