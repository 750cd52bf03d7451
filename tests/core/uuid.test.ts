import { isUuid } from '@coachsite/core/kernel';
import fc from 'fast-check';
import { expect, test } from 'vitest';

test('only a UUID in lower case with hyphens is valid', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.string({ minLength: 1 }), (id, more) => {
      expect(isUuid(id)).toBe(true);
      for (const other of [more, id + more, more + id, id.replaceAll('-', '')])
        expect(isUuid(other)).toBe(false);
      expect(isUuid(id.toUpperCase())).toBe(!/[a-f]/.test(id));
    }),
  );
});
