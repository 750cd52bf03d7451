import type {
  AuthnRequest,
  SamlProvider,
  Statement,
} from '../../support/fake-services/saml-provider.ts';
import { type Browser, openBrowser } from './browser.ts';
import { type Connected, need } from './client.ts';

/** Begins a sign-in by the domain of an address, as the client does, and reads the authentication request of the site. */
export async function beginSso(
  { auth }: Connected,
  provider: SamlProvider,
  options: Parameters<Connected['auth']['signInWithSSO']>[0] = { domain: 'corp.example' },
): Promise<AuthnRequest> {
  const { data, error } = await auth.signInWithSSO(options);
  if (error) throw error;
  return provider.read(need(data?.url, 'URL of the provider'));
}

/** Posts a response to the site as a browser coming from the provider does; returns the URL it redirects to. */
export async function postedResponse(
  asked: Pick<AuthnRequest, 'acs' | 'relayState'>,
  xml: string,
  browser: Browser = openBrowser(),
): Promise<URL> {
  const form = new URLSearchParams({
    SAMLResponse: Buffer.from(xml).toString('base64'),
    ...(asked.relayState ? { RelayState: asked.relayState } : {}),
  });
  const response = await browser.step(asked.acs, {
    method: 'POST',
    body: form,
    headers: { origin: 'https://idp.example', 'sec-fetch-site': 'cross-site' },
  });
  await response.arrayBuffer();
  if (response.status !== 302 && response.status !== 303) {
    throw new Error(`The response is rejected with ${response.status}`);
  }
  return new URL(need(response.headers.get('location'), 'location'), asked.acs);
}

/** The whole sign-in: request, response, and the URL at which the browser ends up. */
export async function ssoSignIn(
  connected: Connected,
  provider: SamlProvider,
  statement: Statement = {},
): Promise<URL> {
  const asked = await beginSso(connected, provider);
  return postedResponse(asked, await provider.respond(asked, statement));
}

/** The parameters of query and fragment together; the fragment wins. */
export function parametersOf(url: URL): Readonly<Record<string, string>> {
  return {
    ...Object.fromEntries(url.searchParams),
    ...Object.fromEntries(new URLSearchParams(url.hash.slice(1))),
  };
}
