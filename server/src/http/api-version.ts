import type { FastifyRequest } from 'fastify';

/** The first version of the auth service whose errors have the new form. Source: docs/wire.md#1. */
export const newForm = '2024-01-01';

/** Whether a request asks for the new form: any later date does, anything else does not. */
export function wantsNewForm(request: FastifyRequest): boolean {
  const version = request.headers['x-supabase-api-version'];
  if (typeof version !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(version)) return false;
  return !Number.isNaN(Date.parse(version)) && version >= newForm;
}
