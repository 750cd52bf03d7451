import { expect, test } from 'vitest';
import { isCrossSite, requireSameOrigin } from '#server/src/access/cross-site.ts';

const config = { publicUrl: 'https://coach.example' };
const foreign = 'https://evil.example';

/** What of a request is allowed by cookie, and flagged in the inbox; nothing proven is neither. */
const refused = { allowed: false, flagged: false };
const ours = { allowed: true, flagged: false };
const theirs = { allowed: false, flagged: true };

test.each([
  [{}, refused],
  [{ origin: config.publicUrl }, ours],
  [{ origin: foreign }, theirs],
  [{ origin: 'null' }, theirs],
  [{ 'sec-fetch-site': 'same-origin' }, ours],
  [{ 'sec-fetch-site': 'same-origin', origin: foreign }, ours],
  [{ 'sec-fetch-site': 'same-site' }, refused],
  [{ 'sec-fetch-site': 'same-site', origin: config.publicUrl }, refused],
  [{ 'sec-fetch-site': 'cross-site' }, theirs],
  [{ 'sec-fetch-site': 'cross-site', origin: config.publicUrl }, theirs],
  [{ 'sec-fetch-site': 'none' }, refused],
  [{ 'sec-fetch-site': 'none', 'sec-fetch-mode': 'cors' }, refused],
  [{ 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }, ours],
  [{ 'sec-fetch-site': 'same-origin, cross-site' }, refused],
  [{ 'sec-fetch-site': '' }, refused],
] as const)('%j (docs/security.md#SE-11)', (headers, { allowed, flagged }) => {
  expect(requireSameOrigin({ headers }, config).isOk()).toBe(allowed);
  expect(isCrossSite({ headers }, config)).toBe(flagged);
});
