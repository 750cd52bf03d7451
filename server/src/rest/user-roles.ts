import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ActorPorts } from '../access/actor.ts';
import type { Config } from '../config/config.ts';
import type { App } from '../http/create-app.ts';
import { merged } from '../http/documented-errors.ts';
import { dataServiceUser, tokenErrors } from './current-user.ts';
import { parseRoleQuery, RoleParameters, type RoleRow, selectRoles } from './filter.ts';
import { checkProfile, objectType, sendDataError, shapeOf } from './postgrest.ts';

/** `Content-Range` of a page of rows; the total only when it was asked for. */
function contentRange(offset: number, count: number, total: number | undefined): string {
  const range = count === 0 ? '*' : `${offset}-${offset + count - 1}`;
  return `${range}/${total ?? '*'}`;
}

/** A row as `select` asks for it. */
const Row = z.object({ user_id: z.uuid(), role: z.string() }).partial();

/**
 * GET /user_roles: the current user's own rows; anonymous requests have none. Source: docs/contract.md#3, docs/wire.md#12,
 * docs/security.md#RB-3.
 */
export function userRoleRoutes(app: App, ports: ActorPorts, config: Config): void {
  const read = async (request: FastifyRequest, reply: FastifyReply) => {
    const profile = checkProfile(request);
    if (profile) return sendDataError(reply, profile);
    const shape = shapeOf(request);
    if (typeof shape === 'object') return sendDataError(reply, shape);
    const currentUser = await dataServiceUser(request, ports, config, 'reading');
    if (currentUser.isErr()) return sendDataError(reply, currentUser.error);
    const query = parseRoleQuery(new URL(request.url, config.publicUrl).searchParams);
    if (query.isErr()) return sendDataError(reply, query.error);
    const { user, actor } = currentUser.value ?? {};
    const own: readonly RoleRow[] =
      user && actor ? actor.roles.map((role) => ({ user_id: user.id, role })) : [];
    const rows = selectRoles(own, query.value);
    const counts = String(request.headers.prefer ?? '').includes('count=');
    const all = { ...query.value, offset: 0, limit: Number.MAX_SAFE_INTEGER };
    const total = counts ? selectRoles(own, all).length : undefined;
    reply.header('content-range', contentRange(query.value.offset, rows.length, total));
    if (shape === 'rows') {
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(rows));
    }
    if (rows.length !== 1) {
      return sendDataError(reply, {
        status: 406,
        code: 'PGRST116',
        message: 'Cannot coerce the result to a single JSON object',
        // Clients of 2022 (postgrest-js up to 1.1) know by this wording alone the absence that `.maybeSingle()` allows.
        details: `Results contain ${rows.length} rows, ${objectType} requires 1 row`,
      });
    }
    return reply.type(`${objectType}; charset=utf-8`).send(JSON.stringify(rows[0]));
  };
  const content = { 'application/json': { schema: z.array(Row) }, [objectType]: { schema: Row } };
  const own = {
    url: '/user_roles',
    config: {
      documentedErrors: merged(tokenErrors, {
        400: ['PGRST100', '22P02', '42703'],
        406: ['PGRST106', 'PGRST107', 'PGRST116'],
      }),
      reads: { querystring: RoleParameters },
    },
    handler: read,
  };
  const response = {
    200: { description: 'The rows of the current user, or the only one', content },
  };
  app.route({
    ...own,
    // The documentation leaves out the single method HEAD, not a list of it.
    method: ['HEAD'],
    schema: { operationId: 'headUserRoles', summary: 'Headers of one’s roles', response },
  });
  app.route({
    ...own,
    method: 'GET',
    schema: { operationId: 'listUserRoles', summary: 'Lists one’s roles', response },
  });

  // Roles are given by commands and the set-up alone. Source: docs/security.md#RB-2.
  app.route({
    method: ['POST', 'PUT', 'PATCH', 'DELETE'],
    url: '/user_roles',
    schema: { hide: true },
    handler: async (request, reply) => {
      const currentUser = await dataServiceUser(request, ports, config, 'reading');
      if (currentUser.isErr()) return sendDataError(reply, currentUser.error);
      return sendDataError(reply, {
        status: currentUser.value ? 403 : 401,
        code: '42501',
        message: 'permission denied for table user_roles',
      });
    },
  });
}
