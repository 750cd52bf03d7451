import { AuthorizationResponseError, ResponseBodyError } from 'openid-client';

/** Of codes, claims and algorithms, none of which is about a person. */
const wordForm = /^[A-Za-z0-9_.-]{1,40}$/;

const word = (value: unknown): string | undefined =>
  typeof value === 'string' && wordForm.test(value) ? value : undefined;

interface Cause {
  readonly claim?: unknown;
  readonly attribute?: unknown;
  readonly alg?: unknown;
  readonly header?: { readonly alg?: unknown };
}

function detailOf(error: Error): string | undefined {
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError)
    return word(error.error);
  const { cause } = error;
  if (cause instanceof Response) return `status_${cause.status}`;
  if (typeof cause !== 'object' || cause === null || cause instanceof Error) return undefined;
  const { claim, attribute, alg, header }: Cause = cause;
  return word(claim) ?? word(attribute) ?? word(alg ?? header?.alg);
}

/**
 * The one word of a failure at a provider that its administrator needs: the error code that it sent, the claim or field that
 * does not hold, the algorithm of a signature, or `status_404`; `undefined` where there is none. Nothing of a person.
 * Source: docs/security.md#PR-1.
 */
export function failureDetail(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const detail = detailOf(at);
    if (detail !== undefined) return detail;
  }
  return undefined;
}
