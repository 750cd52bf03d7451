/** A spreadsheet takes a cell that begins like this for a formula. */
const formula = /^[=+\-@\t\r]/;

/** One cell: quoted, and with a leading apostrophe where a spreadsheet would calculate. Source: security requirement IN-7. */
function toCell(value: string): string {
  const inert = formula.test(value.trimStart()) || formula.test(value) ? `'${value}` : value;
  return /[",\r\n']/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** Rows as CSV (RFC 4180), UTF-8, with CRLF line ends. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('');
}
