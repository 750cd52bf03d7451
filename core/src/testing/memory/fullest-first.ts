/**
 * The `surplus` rows to remove of those given, oldest first: each time the oldest one of the network that has the most, or of
 * all where none has two. Rows without a network are not of one.
 */
export function fullestFirst<Row>(
  rows: readonly Row[],
  surplus: number,
  networkOf: (row: Row) => number | undefined,
): ReadonlySet<Row> {
  const networks = new Map<number | undefined, Row[]>();
  for (const row of rows) {
    const own = networks.get(networkOf(row));
    if (own) own.push(row);
    else networks.set(networkOf(row), [row]);
  }
  networks.delete(undefined);
  const removed = new Set<Row>();
  while (removed.size < surplus) {
    const fullest = [...networks.values()].reduce((a, b) => (b.length > a.length ? b : a), []);
    const oldest = fullest.length > 1 ? fullest.shift() : rows.find((one) => !removed.has(one));
    if (oldest === undefined) break;
    removed.add(oldest);
  }
  return removed;
}
