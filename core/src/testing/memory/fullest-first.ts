/** The `surplus` rows to remove of those given, oldest first: each time the oldest one of the network that has the most. */
export function fullestFirst<Row>(
  rows: readonly Row[],
  surplus: number,
  networkOf: (row: Row) => number | undefined,
): ReadonlySet<Row> {
  const networks = [...Map.groupBy(rows, networkOf).values()].map((own) => [...own]);
  const removed = new Set<Row>();
  while (removed.size < surplus) {
    const fullest = networks.reduce((a, b) => (b.length > a.length ? b : a), []);
    const oldest = fullest.shift();
    if (oldest === undefined) break;
    removed.add(oldest);
  }
  return removed;
}
