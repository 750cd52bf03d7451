import { isSignedOutBy } from '@coachsite/core/session';
import fc from 'fast-check';
import { expect, test } from 'vitest';

test('401, 403 and 404 count as signed out; nothing else does (docs/rules.md#8, docs/wire.md#10)', () => {
  for (const status of [401, 403, 404]) expect(isSignedOutBy(status)).toBe(true);
  const other = fc.integer({ min: 300, max: 599 }).filter((one) => ![401, 403, 404].includes(one));
  fc.assert(fc.property(fc.option(other, { nil: undefined }), (status) => !isSignedOutBy(status)));
});
