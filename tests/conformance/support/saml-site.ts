import { afterAll, expect } from 'vitest';
import { startSamlProvider } from '../../support/fake-services/saml-provider.ts';
import { sharedServer } from '../../support/shared-server.ts';
import { connect, need } from './client.ts';
import { parametersOf, ssoSignIn } from './saml.ts';

export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

let count = 0;

/** A name nobody else has at the provider. */
export const employee = () => `employee-${++count}`;

/** A site that knows two SAML providers: `corp.example`, and `other.example` by the URL of its metadata. */
export async function openSamlSite() {
  const provider = await startSamlProvider();
  const otherProvider = await startSamlProvider('other');
  afterAll(() => Promise.all([provider.close(), otherProvider.close()]));
  const server = await sharedServer({
    env: {
      AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0',
      SSO_PROVIDERS: JSON.stringify([
        provider.setting('corp.example'),
        { domain: 'other.example', metadataUrl: `${otherProvider.url}/metadata` },
      ]),
    },
  });

  /** A client signed in by the first provider. */
  async function signedInBy(nameId: string, email = `${nameId}@corp.example`) {
    const at = await ssoSignIn(await connect(server), provider, {
      nameId,
      attributes: { email },
    });
    const { access_token = '', refresh_token = '' } = parametersOf(at);
    const connected = await connect(server);
    const { data, error } = await connected.auth.setSession({ access_token, refresh_token });
    if (error) throw error;
    return { ...connected, session: need(data.session), user: need(data.user) };
  }

  /** Expects a redirect with an error and without tokens or code; returns the error code. */
  function rejected(at: URL) {
    const parameters = parametersOf(at);
    expect(parameters).not.toHaveProperty('access_token');
    expect(parameters).not.toHaveProperty('code');
    expect(at.origin).toBe(server.url);
    expect(parameters).toMatchObject({
      error: expect.any(String),
      error_code: expect.any(String),
      error_description: expect.any(String),
    });
    return parameters.error_code;
  }

  return { provider, otherProvider, server, signedInBy, rejected };
}
