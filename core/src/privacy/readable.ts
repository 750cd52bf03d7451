import { timeText } from '../kernel/index.ts';

/** Formats times; every other number is a count. */
const readable = (key: string, value: unknown) =>
  typeof value === 'number' && /^(?:at|.*(?:At|Until))$/.test(key) ? timeText(value) : value;

/**
 * Fields that users, providers and browsers supply. A number in them is not read as a time, whatever its name: they may
 * contain anything.
 */
const foreign: readonly string[] = ['metadata', 'data', 'details'];

const indented = (indent: string) => `${indent}  `;

function* piecesOf(
  key: string,
  value: unknown,
  indent: string,
  isWithinForeign = false,
): Generator<string, void> {
  const isForeign = isWithinForeign || foreign.includes(key);
  const inner = indented(indent);
  if (Array.isArray(value) && value.length > 0) {
    for (const [index, item] of value.entries()) {
      yield `${index === 0 ? '[' : ','}\n${inner}`;
      yield* piecesOf(String(index), item ?? null, inner, isForeign);
    }
    yield `\n${indent}]`;
    return;
  }
  const entries =
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value).filter(([, item]) => item !== undefined)
      : [];
  if (entries.length === 0) {
    yield JSON.stringify(isForeign ? value : readable(key, value));
    return;
  }
  for (const [index, [name, item]] of entries.entries()) {
    yield `${index === 0 ? '{' : ','}\n${inner}${JSON.stringify(name)}: `;
    yield* piecesOf(name, item, inner, isForeign);
  }
  yield `\n${indent}}`;
}

/**
 * An export as indented JSON, with times as RFC 3339 in UTC, in pieces of a few characters: a long one is sent in slices.
 * What is below `metadata`, `data` and `details` was supplied by others and stays as it is. The argument is plain JSON, where
 * `undefined` means absent. Source: docs/law-and-search.md#D50.
 */
export const exportPieces = (data: object): Generator<string, void> => piecesOf('', data, '');

/** An export as one text. Source: docs/law-and-search.md#D50. */
export function exportText(data: object): string {
  return [...exportPieces(data)].join('');
}
