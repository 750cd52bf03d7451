/**
 * The `surplus` rows to remove of those given, oldest first: each time the oldest one of the network that has the most, or of
 * all where none has two. Rows without a network are not of one.
 */
export function fullestFirst<Row>(
  rows: readonly Row[],
  surplus: number,
  networkOf: (row: Row) => number | undefined,
): ReadonlySet<Row> {
  const known = rows.filter((row) => networkOf(row) !== undefined);
  const networks = [...Map.groupBy(known, networkOf).values()].map((own) => [...own]);
  const removed = new Set<Row>();
  while (removed.size < surplus) {
    const fullest = networks.reduce((a, b) => (b.length > a.length ? b : a), []);
    const oldest =
      fullest.length > 1 ? fullest.shift() : rows.find((candidate) => !removed.has(candidate));
    if (oldest === undefined) break;
    removed.add(oldest);
  }
  return removed;
}
