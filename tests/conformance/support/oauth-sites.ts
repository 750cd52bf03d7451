import { afterAll, expect } from 'vitest';
import { newEmail } from '../../support/auth-client.ts';
import {
  type OpenIdProvider,
  type Person,
  startOpenIdProvider,
} from '../../support/fake-services/openid-provider.ts';
import { freePort } from '../../support/free-port.ts';
import type { TestServer } from '../../support/server.ts';
import { sharedServer } from '../../support/shared-server.ts';
import { type Browser, openBrowser } from './browser.ts';
import { connect, need } from './client.ts';
import { parametersOf } from './saml.ts';

let count = 0;

/** Somebody the provider knows, with an address nobody else has. */
export const person = (claims: Partial<Person> = {}): Person => {
  count += 1;
  return {
    sub: `subject-${count}`,
    email: newEmail(),
    email_verified: true,
    name: 'Ann Peeters',
    ...claims,
  };
};

/** Expects a redirect with an error and without tokens or code; returns its parameters. */
export const rejected = (at: URL) => {
  const parameters = parametersOf(at);
  expect(parameters).not.toHaveProperty('access_token');
  expect(parameters).not.toHaveProperty('code');
  expect(parameters.error_code ?? parameters.error).toBeDefined();
  return parameters;
};

/**
 * A site with two OpenID providers, `partner` and `poster` (which takes its secret in the body and puts its claims into
 * the ID token).
 */
export async function openOAuthSite() {
  const port = await freePort();
  const redirectUri = `http://127.0.0.1:${port}/auth/v1/callback`;
  const provider = await startOpenIdProvider({ redirectUri });
  afterAll(provider.close);
  const poster = await startOpenIdProvider({
    redirectUri,
    authMethod: 'client_secret_post',
    claimsInIdToken: true,
  });
  afterAll(poster.close);
  const server = await sharedServer({
    env: {
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0',
      OAUTH_PROVIDERS: JSON.stringify([provider.setting(), poster.setting('poster')]),
    },
  });

  /** Signs a person in with a browser of their own; returns where it ends up at the site. */
  async function signInAt(
    who: Person,
    {
      on = server,
      by = provider,
      query = '',
      browser = openBrowser(),
    }: { on?: TestServer; by?: OpenIdProvider; query?: string; browser?: Browser } = {},
  ): Promise<URL> {
    by.signsIn(who);
    const name = by === provider ? 'partner' : 'poster';
    return browser.go(
      `${on.url}/auth/v1/authorize?provider=${name}${query}`,
      (at) => at.origin === on.url && !at.pathname.startsWith('/auth/v1/'),
    );
  }

  /** A client with the session in the fragment of a redirect. */
  async function sessionAt(at: URL, on = server) {
    const { access_token = '', refresh_token = '' } = parametersOf(at);
    const connected = await connect(on);
    const { data, error } = await connected.auth.setSession({ access_token, refresh_token });
    if (error) throw error;
    return { ...connected, session: need(data.session), user: need(data.user) };
  }

  return { provider, poster, server, signInAt, sessionAt };
}
