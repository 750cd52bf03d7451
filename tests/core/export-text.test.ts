import { exportPieces, exportText } from '@coachsite/core/privacy';
import { anyCharacter } from '@coachsite/core/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';

/** Names that are no times, though they begin or end like one. */
const names = ['id', 'list', 'a "b"', 'é', 'chat', 'atlas', 'isAtHome'];

/** Plain JSON as exports hold it, absent values included, without times. */
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string({ unit: anyCharacter }),
    fc.double({ noNaN: true }),
    fc.boolean(),
    fc.constantFrom(null, undefined),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 4 }),
  ),
}));

test('an export is the JSON of its data, whatever is in it', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom('x', 'y', 'z'), value), (data) => {
      expect(exportText(data)).toBe(JSON.stringify(data, undefined, 2));
    }),
  );
});

test('a time in an export is in words, and what has the name of a time and is no number stays', () => {
  expect(JSON.parse(exportText({ at: 0, createdAt: 1 }))).toEqual({
    at: '1970-01-01T00:00:00.000Z',
    createdAt: '1970-01-01T00:00:00.001Z',
  });
  const words = { at: 'home', createdAt: null, list: [{ at: true }] };
  expect(JSON.parse(exportText(words))).toEqual(words);
});

test('what users and providers supplied is in an export as they supplied it', () => {
  const supplied = {
    at: 5,
    updatedAt: 1_790_000_000,
    list: [{ scoreAt: 7 }],
    deeper: { lastAt: 8 },
  };
  const account = { metadata: supplied, identities: [{ data: supplied }], at: 0 };
  expect(JSON.parse(exportText({ ...account, events: [{ details: supplied, at: 0 }] }))).toEqual({
    ...account,
    at: '1970-01-01T00:00:00.000Z',
    events: [{ details: supplied, at: '1970-01-01T00:00:00.000Z' }],
  });
});

test('an export is written in pieces, with its times in words', () => {
  const events = Array.from({ length: 500 }, (_, i) => ({ id: `e${i}`, at: i * 1000 }));
  const pieces = [...exportPieces({ events })];
  expect(pieces.length).toBeGreaterThan(events.length);
  expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(50);
  expect(JSON.parse(pieces.join('')).events.at(-1)).toEqual({
    id: 'e499',
    at: '1970-01-01T00:08:19.000Z',
  });
});
