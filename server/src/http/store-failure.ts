import type { FastifyError } from 'fastify';

/**
 * The status of an error nobody expected: 503 when the database could not do its work (disk full, locked, broken), so
 * that callers know to come back; guards that cannot read what they need refuse with it too.
 * Source: docs/security.md#ER-3, docs/security.md#DR-5.
 */
export function statusOf(error: FastifyError): number {
  const isStore = typeof error.code === 'string' && error.code.startsWith('SQLITE_');
  return error.statusCode ?? (isStore ? 503 : 500);
}
