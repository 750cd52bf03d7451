import { expect, test } from 'vitest';
import { isCrossSite, requireSameOrigin } from '#server/src/access/cross-site.ts';

const config = { publicUrl: 'https://coach.example' };
const foreign = 'https://evil.example';

/** What of a request is allowed by cookie, and flagged in the inbox; nothing proven is neither. */
const rejected = { allowed: false, flagged: false };
const ours = { allowed: true, flagged: false };
const theirs = { allowed: false, flagged: true };

test.each([
  [{}, rejected],
  [{ origin: config.publicUrl }, ours],
  [{ origin: foreign }, theirs],
  [{ origin: 'null' }, theirs],
  [{ 'sec-fetch-site': 'same-origin' }, ours],
  [{ 'sec-fetch-site': 'same-origin', origin: foreign }, ours],
  [{ 'sec-fetch-site': 'same-site' }, rejected],
  [{ 'sec-fetch-site': 'same-site', origin: config.publicUrl }, rejected],
  [{ 'sec-fetch-site': 'cross-site' }, theirs],
  [{ 'sec-fetch-site': 'cross-site', origin: config.publicUrl }, theirs],
  [{ 'sec-fetch-site': 'none' }, rejected],
  [{ 'sec-fetch-site': 'none', 'sec-fetch-mode': 'cors' }, rejected],
  [{ 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }, ours],
  [{ 'sec-fetch-site': 'same-origin, cross-site' }, rejected],
  [{ 'sec-fetch-site': '' }, rejected],
] as const)('%j (docs/security.md#SE-11)', (headers, { allowed, flagged }) => {
  expect(requireSameOrigin({ headers }, config).isOk()).toBe(allowed);
  expect(isCrossSite({ headers }, config)).toBe(flagged);
});
