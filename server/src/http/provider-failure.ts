/** What the log says of a provider that could not be used. */
export interface ProviderFailureReport {
  readonly provider: 'oidc' | 'saml';
  /** Names and codes of the error and what caused it, the outermost first. */
  readonly errors: readonly string[];
}

const codeForm = /^[A-Za-z0-9_.-]{1,60}$/;

function nameOf(error: Error): string {
  const code: unknown = 'code' in error ? error.code : undefined;
  return typeof code === 'string' && codeForm.test(code) ? `${error.name} ${code}` : error.name;
}

/** Names and codes only: messages of these libraries quote claims, addresses and answers. Source: PR-1. */
export function providerFailureReport(
  provider: ProviderFailureReport['provider'],
  error: unknown,
): ProviderFailureReport {
  const errors: string[] = [];
  let at = error;
  while (at instanceof Error && errors.length < 4) {
    errors.push(nameOf(at));
    at = at.cause;
  }
  return { provider, errors };
}
