import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Body } from '../auth-client.ts';
import { installTool } from '../npm-folder.ts';
import type { Listening } from './listen.ts';
import { providerMemory } from './provider-memory.ts';

/** The claims about a person; `sub` is the subject. */
export interface Person {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly [claim: string]: unknown;
}

type Claims = Readonly<Record<string, unknown>>;

/** How the provider deviates from the standard, until `honest()`. */
export interface Misbehaviour {
  /** Changes the claims of the ID tokens that it issues. */
  readonly claims?: (claims: Claims) => Claims;
  /** Changes the claims of the userinfo endpoint. */
  readonly userinfo?: (claims: Claims) => unknown;
  /** Signs ID tokens with a key that it does not publish. */
  readonly foreignKey?: boolean;
  /** Names another algorithm in ID tokens than the one that signed them. */
  readonly algorithm?: string;
  /** Issues no ID token. */
  readonly noIdToken?: boolean;
  /** Ends the sign-in with this error instead of a code. */
  readonly error?: { readonly error: string; readonly error_description: string };
  /** Requests whose path begins with `path` get no response, an endless one, a redirect or a status 500. */
  readonly trouble?: {
    readonly path: string;
    readonly how: 'silence' | 'endless' | 'redirect' | 'failing';
  };
  readonly refuses?: Refusal;
}

/** A response that takes the place of the provider's own. */
export interface Refusal {
  readonly path: string;
  /** Only for requests that send the secret in this way. */
  readonly to?: 'basic' | 'post';
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A real OpenID provider (oidc-provider) that signs people in without a form. */
export interface OpenIdProvider extends Listening {
  readonly clientId: string;
  /** One entry of OAUTH_PROVIDERS. */
  readonly setting: (name?: string) => {
    readonly name: string;
    readonly issuer: string;
    readonly clientId: string;
    readonly clientSecret: string;
  };
  /** Sets who signs in next. */
  readonly signsIn: (person: Person) => void;
  readonly misbehave: (misbehaviour: Misbehaviour) => void;
  readonly honest: () => void;
  /** An ID token of this provider, as a mobile app gets it; `claims` override its own. */
  readonly idToken: (person: Person, claims?: Claims, options?: TokenOptions) => string;
  /** The paths of the requests so far, without queries. */
  readonly requestedPaths: readonly string[];
  /** How often the target of the `redirect` was requested; the site must not follow it. */
  readonly redirected: () => number;
}

interface TokenOptions {
  readonly foreignKey?: boolean;
  readonly header?: Claims;
}

interface ProviderOptions {
  /** The redirect URI of the site. */
  readonly redirectUri: string;
  /** How the site must send its client secret. */
  readonly authMethod?: 'client_secret_basic' | 'client_secret_post';
  /** Puts e-mail and name into the ID token too, not only at the userinfo endpoint. */
  readonly claimsInIdToken?: boolean;
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function signToken(header: object, claims: object, key: KeyObject): string {
  const content = `${encode(header)}.${encode(claims)}`;
  return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`;
}

const decode = (token: string): Claims =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Claims;

export async function startOpenIdProvider({
  redirectUri,
  authMethod = 'client_secret_basic',
  claimsInIdToken = false,
}: ProviderOptions): Promise<OpenIdProvider> {
  const clientId = 'the-site';
  const clientSecret = 'a-secret-only-the-site-has';
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const kid = 'provider-key';
  const people = new Map<string, Person>();
  const requestedPaths: string[] = [];
  let next = '';
  let misbehaviour: Misbehaviour = {};
  let redirected = 0;

  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const { default: Provider } = await installTool('peers').load('oidc-provider');
  const provider = new Provider(url, {
    adapter: providerMemory(),
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: authMethod,
        grant_types: ['authorization_code', 'refresh_token'],
      },
    ],
    jwks: {
      keys: [{ ...keys.privateKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' }],
    },
    cookies: { keys: [randomUUID()] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'extra'] },
    issueRefreshToken: async () => true,
    conformIdTokenClaims: !claimsInIdToken,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: () => people.get(id) ?? { sub: id },
    }),
    loadExistingGrant: async (context: {
      oidc: { client: { clientId: string }; session: { accountId: string } };
    }) => {
      const { client, session } = context.oidc;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      IdToken: 600,
      Interaction: 60,
      RefreshToken: 600,
      Session: 600,
      Grant: 600,
    },
  });

  provider.use(async (context: Body, proceed: () => Promise<void>) => {
    await proceed();
    const { body, path } = context;
    if (path === '/token' && typeof body === 'object' && body && 'id_token' in body) {
      const { id_token, ...rest } = body as { id_token: string };
      if (misbehaviour.noIdToken) context.body = rest;
      else if (misbehaviour.claims || misbehaviour.foreignKey || misbehaviour.algorithm) {
        const alg = misbehaviour.algorithm ?? 'RS256';
        const claims = (misbehaviour.claims ?? ((same) => same))(decode(id_token));
        const key = (misbehaviour.foreignKey ? foreign : keys).privateKey;
        context.body = {
          ...rest,
          id_token: signToken({ alg, kid, typ: 'JWT' }, claims, key),
        };
      }
    }
    if (path === '/me' && misbehaviour.userinfo)
      context.body = misbehaviour.userinfo(body as Claims);
  });
  const handle = provider.callback();

  server.on('request', async (request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    requestedPaths.push(path);
    const { trouble } = misbehaviour;
    if (path === '/hidden') {
      redirected += 1;
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      return;
    }
    if (trouble && path.startsWith(trouble.path)) {
      if (trouble.how === 'failing') response.writeHead(500).end();
      if (trouble.how === 'redirect') response.writeHead(307, { location: `${url}/hidden` }).end();
      if (trouble.how === 'endless') {
        response.writeHead(200, { 'content-type': 'application/json' });
        const chunk = Buffer.alloc(65_536, ' ');
        const pump = () => {
          while (!response.destroyed && response.write(chunk));
        };
        response.on('drain', pump).on('error', () => undefined);
        pump();
      }
      return;
    }
    const { refuses } = misbehaviour;
    const sends = request.headers.authorization?.startsWith('Basic ') ? 'basic' : 'post';
    if (refuses?.path === path && (refuses.to ?? sends) === sends) {
      response.writeHead(refuses.status, refuses.headers).end(refuses.body);
      return;
    }
    if (path.startsWith('/interaction/')) {
      const { prompt } = await provider.interactionDetails(request, response);
      const result =
        misbehaviour.error ?? (prompt.name === 'login' ? { login: { accountId: next } } : {});
      await provider.interactionFinished(request, response, result, {
        mergeWithLastSubmission: true,
      });
      return;
    }
    handle(request, response);
  });

  const nowSeconds = () => Math.floor(Date.now() / 1000);
  return {
    url,
    clientId,
    requestedPaths,
    redirected: () => redirected,
    setting: (name = 'partner') => ({ name, issuer: url, clientId, clientSecret }),
    signsIn: (person) => {
      people.set(person.sub, person);
      next = person.sub;
    },
    misbehave: (wanted) => {
      misbehaviour = wanted;
    },
    honest: () => {
      misbehaviour = {};
    },
    idToken: (person, claims = {}, { foreignKey = false, header = {} } = {}) =>
      signToken(
        { alg: 'RS256', kid, typ: 'JWT', ...header },
        {
          iss: url,
          aud: clientId,
          iat: nowSeconds(),
          exp: nowSeconds() + 600,
          ...person,
          ...claims,
        },
        (foreignKey ? foreign : keys).privateKey,
      ),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The nonce of a token as GoTrue's clients send it: hex SHA-256 of the nonce that they keep. Source: docs/wire.md#4.2. */
export const hashedNonce = (nonce: string): string =>
  createHash('sha256').update(nonce).digest('hex');
