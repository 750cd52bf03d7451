import { err, ok } from 'neverthrow';
import type { SetupTokenStore } from '../../admins/index.ts';
import type { CaptchaVerifier } from '../../captcha/index.ts';
import type { PdfInspector } from '../../ebook/index.ts';
import {
  type OidcClient,
  type ParsedAssertion,
  type SamlServiceProvider,
  ssoProviderId,
} from '../../federation/index.ts';
import { type JsonObject, toBase64Url } from '../../kernel/index.ts';
import { memoryDigest } from './system.ts';

/** The set-up token in memory. */
export function memorySetupTokenStore(): SetupTokenStore {
  let held: string | undefined;
  return {
    read: async () => held,
    offer: async (token) => {
      held ??= token;
      return held;
    },
    remove: async () => {
      held = undefined;
    },
  };
}

/** A captcha whose tokens `solve` gives out; each counts once, while `isUp` holds. */
export function memoryCaptchaVerifier(
  isUp: () => boolean = () => true,
): CaptchaVerifier & { readonly solve: () => string } {
  const unused = new Set<string>();
  let count = 0;
  return {
    solve: () => {
      count += 1;
      unused.add(`solved-${count}`);
      return `solved-${count}`;
    },
    isHuman: async (token) => isUp() && unused.delete(token),
  };
}

/** Reads the structure of simple PDFs, as the tests make them; it decompresses nothing. */
export function memoryPdfInspector(): PdfInspector {
  return {
    inspect: async (bytes) => {
      let text = '';
      try {
        for await (const chunk of bytes)
          for (const byte of chunk) text += String.fromCharCode(byte);
      } catch {
        return { kind: 'unreadable' };
      }
      const pages = text.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
      if (text.includes('/Encrypt')) return { kind: 'locked' };
      if (pages === 0) return { kind: 'unreadable' };
      return { kind: 'readable', pages, title: '', language: '', hasText: false };
    },
  };
}

/** The client of one OpenID provider in memory, and what happens at that provider. */
export interface MemoryOidc {
  readonly client: OidcClient;
  /** Signs a person in at an authorization URL; returns the URL of the callback. */
  readonly signIn: (authorizationUrl: string, claims: JsonObject) => string;
  /** An ID token of this provider, for our client or for another one. */
  readonly idToken: (claims: JsonObject, audience?: string) => string;
  /** From now on the provider does not respond. */
  readonly disconnect: () => void;
}

/** An OpenID provider and its client without a network. */
export function memoryOidcClient(
  provider = 'partner',
  issuer = 'https://partner.example',
  clientId = 'the-site',
): MemoryOidc {
  const unavailable = { kind: 'provider_unavailable' } as const;
  const codes = new Map<string, { readonly claims: JsonObject; readonly asked: URLSearchParams }>();
  const idTokens = new Map<string, { readonly claims: JsonObject; readonly audience: string }>();
  let isUp = true;
  let count = 0;
  return {
    client: {
      has: (name) => name === provider,
      named: (from, client) => (from === issuer && client === clientId ? provider : undefined),
      authorizationUrl: async (_name, request) => {
        if (!isUp) return err(unavailable);
        const url = new URL(`${issuer}/authorize`);
        const parameters = {
          ...request.extra,
          client_id: clientId,
          response_type: 'code',
          redirect_uri: request.redirectUri,
          state: request.state,
          nonce: request.nonce,
          scope: [...new Set(['openid', ...request.scopes])].join(' '),
          code_challenge: request.codeChallenge,
          code_challenge_method: 'S256',
        };
        for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
        return ok(url.href);
      },
      exchange: async (_name, { callbackUrl, state, nonce, codeVerifier }) => {
        if (!isUp) return err(unavailable);
        const query = new URL(callbackUrl).searchParams;
        const code = query.get('code') ?? '';
        const found = codes.get(code);
        codes.delete(code);
        const isRight =
          query.get('state') === state &&
          found?.asked.get('nonce') === nonce &&
          found.asked.get('code_challenge') === toBase64Url(memoryDigest.sha256(codeVerifier));
        if (!(found && isRight)) return err({ kind: 'provider_rejected' });
        return ok({
          claims: found.claims,
          tokens: { accessToken: `access-${code}`, refreshToken: undefined },
        });
      },
      verifyIdToken: async (_name, token) => {
        if (!isUp) return err(unavailable);
        const found = idTokens.get(token);
        if (!found) return err({ kind: 'bad_id_token' });
        return found.audience === clientId
          ? ok(found.claims)
          : err({ kind: 'unacceptable_audience' });
      },
    },
    signIn: (authorizationUrl, claims) => {
      const asked = new URL(authorizationUrl).searchParams;
      count += 1;
      codes.set(`code-${count}`, { claims: { iss: issuer, ...claims }, asked });
      const callback = new URL(asked.get('redirect_uri') ?? '');
      callback.searchParams.set('code', `code-${count}`);
      callback.searchParams.set('state', asked.get('state') ?? '');
      return callback.href;
    },
    idToken: (claims, audience = clientId) => {
      count += 1;
      const token = `id-token-${count}`;
      idTokens.set(token, { claims: { iss: issuer, aud: audience, ...claims }, audience });
      return token;
    },
    disconnect: () => {
      isUp = false;
    },
  };
}

/** A SAML service provider in memory, and its one identity provider. */
export interface MemorySaml {
  readonly saml: SamlServiceProvider;
  /** The response of the identity provider to the request in a URL, as this assertion says; as text for the form. */
  readonly respond: (requestUrl: string, assertion: Partial<ParsedAssertion>) => string;
}

/** A SAML service provider that knows one identity provider, by this domain. */
export function memorySamlServiceProvider(
  domain = 'corp.example',
  entityId = 'https://idp.corp.example',
): MemorySaml {
  const provider = { id: ssoProviderId(entityId, memoryDigest), entityId };
  const responses = new Map<string, ParsedAssertion>();
  return {
    saml: {
      find: async (by) => {
        const isThis =
          'domain' in by ? by.domain.trim().toLowerCase() === domain : by.id === provider.id;
        return isThis ? ok(provider) : err({ kind: 'sso_provider_not_found' });
      },
      requestUrl: async (_provider, { id, relayState }) => {
        const url = new URL(`${entityId}/sso`);
        url.searchParams.set('SAMLRequest', id);
        url.searchParams.set('RelayState', relayState);
        return url.href;
      },
      readResponse: async (from, response) => {
        const found = responses.get(response);
        return found && from.entityId === entityId
          ? ok(found)
          : err({ kind: 'saml_assertion_invalid' });
      },
      metadata: () =>
        `<EntityDescriptor entityID="https://site.example/auth/v1/sso/saml/metadata"/>`,
    },
    respond: (requestUrl, assertion) => {
      const requestId = new URL(requestUrl).searchParams.get('SAMLRequest') ?? '';
      const response = `response-${responses.size}`;
      responses.set(response, {
        id: `assertion-${responses.size}`,
        issuer: entityId,
        response: { issuer: entityId, destination: undefined, inResponseTo: requestId },
        audiences: [],
        notBefore: undefined,
        notOnOrAfter: undefined,
        confirmations: [],
        sessionNotOnOrAfter: undefined,
        nameId: undefined,
        attributes: {},
        ...assertion,
      });
      return response;
    },
  };
}
