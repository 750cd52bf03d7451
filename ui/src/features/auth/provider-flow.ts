import { afterSignInPath } from '@coachsite/core/roles';
import { read, write } from '../../browser/storage.ts';

/** Key of the code verifier of a sign-in started in this tab; stored for this tab only. */
const verifierKey = 'sign-in-verifier';

const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

/** The challenge of a new sign-in; its verifier stays in this tab. Source: RFC 7636, docs/security.md#LN-6. */
export async function newChallenge(): Promise<{
  readonly code_challenge: string;
  readonly code_challenge_method: 's256';
}> {
  const verifier = toBase64Url(crypto.getRandomValues(new Uint8Array(48)));
  write(verifierKey, verifier, 'sessionStorage');
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return { code_challenge: toBase64Url(new Uint8Array(hash)), code_challenge_method: 's256' };
}

/** Returns and removes the code verifier of this tab's sign-in. */
export function takeVerifier(): string | undefined {
  const verifier = read(verifierKey, 'sessionStorage') ?? undefined;
  write(verifierKey, null, 'sessionStorage');
  return verifier;
}

/** The URL to which a provider sends the browser back: the sign-in page, which continues to `target`. */
export function returnUrl(target: string | undefined): string {
  const path =
    target === undefined ? '' : `?redirect=${encodeURIComponent(afterSignInPath(target))}`;
  return `${location.origin}/auth${path}`;
}

/** The URL that starts a sign-in at an OpenID provider. Source: docs/wire.md#8. */
export async function providerUrl(provider: string, target: string | undefined): Promise<string> {
  const query = new URLSearchParams({
    provider,
    redirect_to: returnUrl(target),
    ...(await newChallenge()),
  });
  return `/auth/v1/authorize?${query}`;
}

/** The display name of a provider. */
export function providerName(provider: string): string {
  return provider
    .split(/[-_]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}
