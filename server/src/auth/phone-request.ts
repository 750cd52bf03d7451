/** What a request that names a phone may carry besides. */
interface PhoneRequest {
  readonly channel?: string | null | undefined;
  readonly code_challenge?: string | null | undefined;
  readonly code_challenge_method?: string | null | undefined;
}

/**
 * Why a request by phone is not what the call takes; `undefined` when it is. Source: docs/wire.md#4.1,
 * docs/wire.md#4.3.
 */
export function phoneRequestError(body: PhoneRequest): string | undefined {
  const { channel, code_challenge: challenge, code_challenge_method: method } = body;
  if (challenge || method) return 'PKCE not supported for phone signups';
  if (channel && channel !== 'sms') return 'Invalid channel, the supported value is "sms"';
  return undefined;
}
