import type { FastifyError } from 'fastify';

/**
 * The status of an unexpected error: 503 when the database failed (disk full, locked, corrupt, away), so that clients
 * retry later. Checks that cannot read the database respond with it too. Source: docs/security.md#ER-3,
 * docs/security.md#DR-5.
 */
export function statusOf(error: FastifyError): number {
  const isStore = typeof error.code === 'string' && /^(SQLITE|POSTGRES)_/.test(error.code);
  return error.statusCode ?? (isStore ? 503 : 500);
}
