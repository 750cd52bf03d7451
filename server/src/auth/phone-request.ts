/** The fields that accompany a phone number. */
interface PhoneRequest {
  readonly channel?: string | null | undefined;
  readonly code_challenge?: string | null | undefined;
  readonly code_challenge_method?: string | null | undefined;
}

/**
 * The error message for an invalid request by phone; `undefined` when it is valid. Source: docs/wire.md#4.1,
 * docs/wire.md#4.3.
 */
export function phoneRequestError(body: PhoneRequest): string | undefined {
  const { channel, code_challenge: challenge, code_challenge_method: method } = body;
  if (challenge || method) return 'PKCE not supported for phone signups';
  if (channel && channel !== 'sms') return 'Invalid channel, the supported value is "sms"';
  return undefined;
}
