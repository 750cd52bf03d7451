import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';

/** Spreadsheets treat a cell that begins like this as a formula. */
const formula = /^[=+\-@\t\r]/;

/**
 * One quoted cell, with a leading apostrophe where a spreadsheet would see a formula. Source: docs/security.md#IN-7.
 */
function toCell(value: string): string {
  const inert = formula.test(value.trimStart()) || formula.test(value) ? `'${value}` : value;
  return /[",\r\n']/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
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
