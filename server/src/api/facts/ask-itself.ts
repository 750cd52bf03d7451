import type { Ports } from '../../compose/index.ts';
import type { Config } from '../../config/config.ts';
import { type RedirectReason, redirectReason } from '../../http/redirect-reason.ts';
import type { LaunchGap } from './preflight.ts';

/** Asks a path of PUBLIC_URL, and follows no redirect. */
export type Ask = (
  path: string,
  headers?: Readonly<Record<string, string>>,
) => Promise<Pick<Response, 'headers' | 'status' | 'text'>>;

/** How long a response may take, in milliseconds. */
const patienceMs = 10_000;

const overNetwork =
  ({ publicUrl }: Config): Ask =>
  (path, headers = {}) =>
    fetch(publicUrl + path, {
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
    });

const keysPath = '/auth/v1/.well-known/jwks.json';

const where = 'the proxy';

/** What is wrong where the site redirects its own URL, and what to set in which proxy. */
const redirected: Readonly<Record<RedirectReason, LaunchGap>> = {
  host: {
    where,
    what: 'the host that visitors ask for does not reach the site, so pages redirect to themselves or to the name of the back end. Set: nginx "proxy_set_header Host $host", Apache "ProxyPreserveHost On", Traffic Server "pristine_host_hdr 1"; others: docs/deploy.md, section 6',
  },
  protocol: {
    where,
    what: 'X-Forwarded-Proto: https does not reach the site, so every page redirects to itself. Set: nginx "proxy_set_header X-Forwarded-Proto $scheme", Apache "RequestHeader set X-Forwarded-Proto https", HAProxy "http-request set-header X-Forwarded-Proto https"; others: docs/deploy.md, section 6',
  },
  proxy: {
    where: 'TRUST_PROXY',
    what: 'does not name the proxy, so its X-Forwarded-Proto is not believed and every page redirects to itself. Write the IP under which the proxy connects to the site',
  },
};

const withoutAuthorization: LaunchGap = {
  where,
  what: 'takes the Authorization header away, so no call with a token is signed in. Set: Squid "login=PASSTHRU" in cache_peer; others: let the proxy check no password of its own, and pass the header on',
};

/** Not needed: a machine may not reach its own URL, and the site may not run yet. */
const unasked = (why: string): readonly LaunchGap[] => [
  {
    where: 'PUBLIC_URL',
    what: `${why}, so the proxy was not checked: do this again once the site is reached there`,
    isNeeded: false,
  },
];

/** Why a request failed, by the code that fetch hides in the cause. */
const failures: Readonly<Record<string, string>> = {
  ENOTFOUND: 'DNS does not know its name',
  EAI_AGAIN: 'DNS does not respond',
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection is closed',
  TimeoutError: `no response within ${patienceMs / 1000} seconds`,
  UND_ERR_CONNECT_TIMEOUT: `no response within ${patienceMs / 1000} seconds`,
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is that of another name',
};

function reasonOf(error: unknown): string {
  const { name, cause = error } = error as { readonly name?: unknown; readonly cause?: unknown };
  const { code, message } = cause as { readonly code?: unknown; readonly message?: unknown };
  return failures[String(code)] ?? failures[String(name)] ?? String(message);
}

/** The ids of the keys in a response to the question for them; undefined where it is something else. */
function keyIdsOf(text: string): readonly unknown[] | undefined {
  try {
    const { keys } = JSON.parse(text) as { readonly keys: readonly { readonly kid: unknown }[] };
    return keys.map(({ kid }) => kid);
  } catch {
    return undefined;
  }
}

/**
 * What the proxy before the running site does wrong, found by asking the site through an https PUBLIC_URL. It is known
 * by its signing keys; nothing that is sent is a secret, as PUBLIC_URL may lead to somebody else.
 * Source: docs/deploy.md#6.
 */
export async function proxyGaps(
  config: Config,
  signer: Pick<Ports['signer'], 'publicKeys'>,
  ask: Ask = overNetwork(config),
): Promise<readonly LaunchGap[]> {
  if (!config.isHttps) return [];
  const keyIds = (await signer.publicKeys()).map(({ kid }) => kid);
  try {
    // The site redirects this to the same without the slash, whatever the host, and says whether that was all.
    const slash = await ask('/about/');
    const reasons = slash.headers.get(redirectReason)?.split(', ') ?? [];
    const known = reasons.flatMap((reason) => redirected[reason as RedirectReason] ?? []);
    if (known.length > 0) return known;
    const elsewhere = slash.headers.get('location');
    if (elsewhere && URL.canParse(elsewhere) && elsewhere !== `${config.publicUrl}/about`)
      return [{ where: 'PUBLIC_URL', what: `redirects to ${new URL(elsewhere).origin}` }];
    const keys = await ask(keysPath);
    // A proxy that passes on no header it does not know hides why.
    if (keys.headers.get('location') === config.publicUrl + keysPath)
      return [redirected.host, redirected.protocol];
    if (keys.status >= 500 || [401, 403].includes(keys.status))
      return unasked(`responds with ${keys.status}`);
    if (!keyIdsOf(await keys.text())?.some((id) => keyIds.some((own) => own === id)))
      return [{ where: 'PUBLIC_URL', what: 'leads to another site, or one with other data' }];
    // No token of anybody: the site says that it is none, unless the header never came.
    const user = await ask('/auth/v1/user', { authorization: 'Bearer preflight' });
    return (await user.text()).includes('no_authorization') ? [withoutAuthorization] : [];
  } catch (error) {
    return unasked(`cannot be reached from here (${reasonOf(error)})`);
  }
}
