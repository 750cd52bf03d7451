/** Statements that write the row of a table with an `id`, each value by the name of its column; both databases take them. */
export function writeRow(table: string, columns: readonly string[]) {
  const insert = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((column) => `:${column}`).join(', ')})`;
  // Setting the id, even to the same value, would make SQLite check every table that refers to it.
  const changes = columns
    .filter((column) => column !== 'id')
    .map((column) => `${column} = :${column}`)
    .join(', ');
  return {
    insert,
    update: `UPDATE ${table} SET ${changes} WHERE id = :id`,
    /** Adds the row, or writes over the one with its id. */
    put: `${insert} ON CONFLICT (id) DO UPDATE SET ${changes}`,
  };
}
