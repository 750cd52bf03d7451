/** Formats times; every other number is a count. */
const readable = (key: string, value: unknown) =>
  typeof value === 'number' && /^(?:at|.*At)$/.test(key) ? new Date(value).toISOString() : value;

/** An export as indented JSON, with times as RFC 3339 in UTC. Source: docs/law-and-search.md#D50. */
export function exportText(data: object): string {
  return JSON.stringify(data, readable, 2);
}
