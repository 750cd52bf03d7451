import type { OidcClient, ParsedAssertion, SamlServiceProvider } from '../../federation/index.ts';
import { type Digest, type JsonObject, toBase64Url } from '../../kernel/index.ts';
import type { TestRunner } from '../runner.ts';

/** A client of one provider, and what happens at that provider. */
export interface OpenedOidc {
  readonly client: OidcClient;
  /** The name under which the provider is configured. */
  readonly provider: string;
  /** The URL that its tokens name. */
  readonly issuer: string;
  readonly clientId: string;
  /** The callback that the provider knows. */
  readonly redirectUri: string;
  /** Signs a person in at an authorization URL; returns the URL of the callback. */
  readonly signIn: (authorizationUrl: string, claims: JsonObject) => Promise<string> | string;
  /** An ID token of the provider, for our client or for another one. */
  readonly idToken: (claims: JsonObject, audience?: string) => string;
  /** From now on the provider does not respond. */
  readonly disconnect: () => Promise<void> | void;
}

/** `digest` makes the challenges of PKCE (RFC 7636). */
export function oidcClientContract(
  { test, expect }: TestRunner,
  open: () => Promise<OpenedOidc>,
  digest: Digest,
): void {
  const secrets = {
    state: 'state-of-this-flow',
    nonce: 'nonce-of-this-flow',
    codeVerifier: 'verifier-'.repeat(6),
  };
  const person = { sub: 'person-1', email: 'ann@example.com', email_verified: true };

  const begin = async ({ client, provider, redirectUri }: OpenedOidc) =>
    (
      await client.authorizationUrl(provider, {
        redirectUri,
        state: secrets.state,
        nonce: secrets.nonce,
        codeChallenge: toBase64Url(digest.sha256(secrets.codeVerifier)),
        scopes: ['profile'],
        extra: { prompt: 'login' },
      })
    )._unsafeUnwrap();

  test('only configured providers are known', async () => {
    const { client, provider, issuer, clientId } = await open();
    expect([client.has(provider), client.has('nobody'), client.has('')]).toEqual([
      true,
      false,
      false,
    ]);
    expect(client.named(issuer, clientId)).toBe(provider);
    expect(client.named(`${issuer}/`, clientId)).toBeUndefined();
    expect(client.named(issuer, `${clientId}2`)).toBeUndefined();
  });

  test('the URL carries what was asked for, and never a secret', async () => {
    const opened = await open();
    const { searchParams: query } = new URL(await begin(opened));
    expect(query.get('state')).toBe(secrets.state);
    expect(query.get('nonce')).toBe(secrets.nonce);
    expect(query.get('redirect_uri')).toBe(opened.redirectUri);
    expect(query.get('response_type')).toBe('code');
    expect(query.get('code_challenge_method')).toBe('S256');
    expect(query.get('prompt')).toBe('login');
    const scopes = query.get('scope')?.split(' ');
    for (const scope of ['openid', 'profile']) expect(scopes).toContain(scope);
    expect(query.toString()).not.toContain(secrets.codeVerifier);
  });

  test('a code is exchanged for the claims of the person, once', async () => {
    const opened = await open();
    const callbackUrl = await opened.signIn(await begin(opened), person);
    const exchange = () => opened.client.exchange(opened.provider, { callbackUrl, ...secrets });
    const { claims, tokens } = (await exchange())._unsafeUnwrap();
    expect(claims).toMatchObject(person);
    expect(tokens.accessToken).toMatch(/./);
    expect((await exchange())._unsafeUnwrapErr()).toEqual({ kind: 'provider_rejected' });
  });

  test('a code with another state, nonce or verifier is rejected', async () => {
    const opened = await open();
    for (const part of ['state', 'nonce', 'codeVerifier'] as const) {
      const callbackUrl = await opened.signIn(await begin(opened), person);
      const response = { callbackUrl, ...secrets, [part]: `${secrets[part]}-other` };
      const exchanged = await opened.client.exchange(opened.provider, response);
      expect(exchanged._unsafeUnwrapErr()).toEqual({ kind: 'provider_rejected' });
    }
    const callbackUrl = `${opened.redirectUri}?error=access_denied&state=${secrets.state}`;
    const denied = await opened.client.exchange(opened.provider, { callbackUrl, ...secrets });
    expect(denied._unsafeUnwrapErr()).toEqual({ kind: 'provider_rejected' });
  });

  test('an ID token is accepted from this provider, for our client, unchanged', async () => {
    const { client, provider, clientId, idToken } = await open();
    const verify = (token: string) => client.verifyIdToken(provider, token, undefined);
    const token = idToken(person);
    expect((await verify(token))._unsafeUnwrap()).toMatchObject({ sub: person.sub, aud: clientId });
    const at = Math.floor(token.length / 2);
    const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
    for (const wrong of [changed, '', 'a.b.c'])
      expect((await verify(wrong))._unsafeUnwrapErr()).toEqual({ kind: 'bad_id_token' });
    expect((await verify(idToken(person, 'another-client')))._unsafeUnwrapErr()).toEqual({
      kind: 'unacceptable_audience',
    });
  });

  test('a provider that does not respond is an error, never a sign-in', async () => {
    const opened = await open();
    const callbackUrl = await opened.signIn(await begin(opened), person);
    await opened.disconnect();
    const exchanged = await opened.client.exchange(opened.provider, { callbackUrl, ...secrets });
    expect(exchanged.isErr()).toBe(true);
    const unknown = await open();
    const token = unknown.idToken(person);
    await unknown.disconnect();
    const { client, provider } = unknown;
    expect((await client.verifyIdToken(provider, token, undefined)).isErr()).toBe(true);
    const asked = { ...secrets, redirectUri: unknown.redirectUri, codeChallenge: 'c', scopes: [] };
    expect((await client.authorizationUrl(provider, { ...asked, extra: {} })).isErr()).toBe(true);
  });
}

/** A service provider that knows one identity provider, and what happens there. */
export interface OpenedSaml {
  readonly saml: SamlServiceProvider;
  /** The domain of addresses that belongs to the identity provider. */
  readonly domain: string;
  /** The response of the identity provider to the request in a URL, about a person. */
  readonly respond: (requestUrl: string, nameId: string) => Promise<string> | string;
  /** The same response, signed with a key that the metadata does not name. */
  readonly forge: (requestUrl: string, nameId: string) => Promise<string> | string;
}

/** What a `SamlServiceProvider` does; `open` returns one with its identity provider. */
export function samlServiceProviderContract(
  { test, expect }: TestRunner,
  open: () => Promise<OpenedSaml>,
): void {
  const request = { id: '_0123456789abcdef', relayState: 'state-of-this-flow' };
  const found = async ({ saml, domain }: OpenedSaml) =>
    (await saml.find({ domain }))._unsafeUnwrap();

  test('a provider is found by its domain in any case, and by its stable id', async () => {
    const opened = await open();
    const provider = await found(opened);
    const { saml, domain } = opened;
    expect((await saml.find({ domain: ` ${domain.toUpperCase()} ` }))._unsafeUnwrap()).toEqual(
      provider,
    );
    expect((await saml.find({ id: provider.id }))._unsafeUnwrap()).toEqual(provider);
    for (const by of [{ domain: 'nobody.example' }, { domain: '' }, { id: 'nobody' }])
      expect((await saml.find(by))._unsafeUnwrapErr()).toEqual({ kind: 'sso_provider_not_found' });
  });

  test('the URL of a request leads to the provider with the state of the flow', async () => {
    const opened = await open();
    const url = new URL(await opened.saml.requestUrl(await found(opened), request));
    expect(url.searchParams.get('RelayState')).toBe(request.relayState);
    expect(url.searchParams.get('SAMLRequest')).not.toBe('');
  });

  test('a response to the request is read', async () => {
    const opened = await open();
    const provider = await found(opened);
    const response = await opened.respond(await opened.saml.requestUrl(provider, request), 'ann');
    const read = await opened.saml.readResponse(provider, response, request.id);
    const assertion: ParsedAssertion = read._unsafeUnwrap();
    expect(assertion.nameId?.value).toBe('ann');
    expect(assertion.issuer).toBe(provider.entityId);
    expect(assertion.response.inResponseTo).toBe(request.id);
    const url = await opened.saml.requestUrl(provider, request);
    const other = await opened.saml.readResponse(
      provider,
      await opened.respond(url, 'ann'),
      request.id,
    );
    expect(other._unsafeUnwrap().id).not.toBe(assertion.id);
  });

  test('a response of somebody else, the start of one, and text that is none are rejected', async () => {
    const opened = await open();
    const provider = await found(opened);
    const url = await opened.saml.requestUrl(provider, request);
    const response = await opened.respond(url, 'ann');
    const start = response.slice(0, Math.floor(response.length / 2));
    const other = { id: 'nobody', entityId: 'https://nobody.example' };
    const elsewhere = await opened.saml.readResponse(other, response, request.id);
    expect(elsewhere._unsafeUnwrapErr()).toMatchObject({ kind: 'saml_assertion_invalid' });
    for (const wrong of [await opened.forge(url, 'ann'), start, '', 'PHg+', '<x/>'])
      expect(
        (await opened.saml.readResponse(provider, wrong, request.id))._unsafeUnwrapErr(),
      ).toMatchObject({ kind: 'saml_assertion_invalid' });
  });

  test('the metadata is XML that names us', async () => {
    expect((await open()).saml.metadata()).toMatch(/<[\s\S]*entityID=/);
  });
}
