import type { RateLimitError } from '@coachsite/core/rate-limit';
import { err, type Result } from 'neverthrow';
import { expect, test } from 'vitest';
import { documentsErrors, siteErrors } from '#server/src/http/documented-errors.ts';

const launch = async (): Promise<Result<void, { readonly kind: 'launch_not_found' }>> =>
  err({ kind: 'launch_not_found' });

test('a route lists the kinds of its errors, all of them and no other', () => {
  const listed = documentsErrors<RateLimitError | typeof launch | 'not_found'>(siteErrors);
  expect(listed(['launch_not_found', 'over_request_rate_limit', 'not_found'])).toEqual({
    documentedErrors: { 404: ['launch_not_found', 'not_found'], 429: ['over_request_rate_limit'] },
  });
  // @ts-expect-error: the type check rejects a list that lacks one.
  listed(['launch_not_found', 'not_found']);
  // @ts-expect-error: and one with a kind that the route does not send.
  listed(['launch_not_found', 'over_request_rate_limit', 'not_found', 'mail_not_found']);
});
