import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';

/**
 * The first character of a formula, at the start of a value or after something that may end a cell: a spreadsheet whose
 * list separator is not the comma (in Belgium it is `;`) does not see that a cell is quoted. Some spreadsheets drop
 * spaces and quotes before a formula. The expression looks back from that character over one run of them, so it is
 * linear.
 */
const formula = /(?<=(?:^|[;,\t\r\n])["\s]*)[=+\-@]/g;

/** What some spreadsheets drop at the start of a cell before they look for a formula. */
const dropped = /^[\t\r]/;

/**
 * One cell, quoted if necessary. Anything that a spreadsheet would take for a formula gets an apostrophe before it,
 * whichever of `,`, `;` and tab is its separator. Source: docs/security.md#IN-7.
 */
function toCell(value: string): string {
  const inert = value.replace(formula, "'$&").replace(dropped, "'$&");
  return /[",;\t\r\n']/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** Rows as CSV (RFC 4180), UTF-8, with CRLF line ends. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('');
}

/** Documents a response that is JSON or, on request, CSV. */
export const jsonOrCsv = <T extends z.core.$ZodType>(schema: T) => ({
  description: 'As JSON, or as CSV with `?format=csv`',
  content: { 'application/json': { schema }, 'text/csv': { schema: z.string() } },
});

/** Sends CSV as a file that no cache may keep. */
export function sendCsv(
  reply: FastifyReply,
  fileName: string,
  csv: string | Readable,
): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .type('text/csv; charset=utf-8')
    .send(csv);
}
