import type { FastifyError } from 'fastify';
import type { Ports } from '../compose/index.ts';
import type { Config } from '../config/config.ts';
import type { App } from '../http/create-app.ts';
import { statusOf } from '../http/error-status.ts';
import { isMethodWrong, logUnexpected } from '../http/errors.ts';
import { sendDataError } from './postgrest.ts';
import { rpcRoutes } from './rpc.ts';
import { userRoleRoutes } from './user-roles.ts';

/** Errors in PostgREST's form, also for unknown paths: clients would take an empty 404 for a success. */
function setErrorHandlers(app: App): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const status = statusOf(error);
    if (status >= 400 && status < 500) {
      const message = status === 400 ? 'Empty or invalid json' : 'The request was rejected';
      return sendDataError(reply, { status, code: 'PGRST102', message });
    }
    logUnexpected(request, error);
    return sendDataError(reply, {
      status,
      code: 'XX000',
      message: 'unexpected failure',
      details: request.id,
    });
  });
  app.setNotFoundHandler((request, reply) => {
    if (isMethodWrong(request, reply)) {
      const message = `Unsupported HTTP method: ${request.method}`;
      return sendDataError(reply, { status: 405, code: 'PGRST117', message });
    }
    const [path = ''] = request.url.split('?');
    const name = path.replace(/^\/rest\/v1\/?/, '').slice(0, 60);
    const isFunction = name.startsWith('rpc/');
    return sendDataError(reply, {
      status: 404,
      code: isFunction ? 'PGRST202' : 'PGRST205',
      message: isFunction
        ? `Could not find the function public.${name.slice('rpc/'.length)} in the schema cache`
        : `Could not find the table 'public.${name}' in the schema cache`,
    });
  });
}

/** The data service under `/rest/v1`: one table, two functions. Source: docs/rules.md#7, docs/wire.md#12. */
export function dataRoutes(parent: App, ports: Ports, config: Config): void {
  parent.register(
    async (instance) => {
      const app = instance as App;
      setErrorHandlers(app);
      userRoleRoutes(app, ports, config);
      rpcRoutes(app, ports, config);
    },
    { prefix: '/rest/v1' },
  );
}
