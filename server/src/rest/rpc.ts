import { AnyJson } from '@coachsite/adapters/contract';
import type { Json, JsonObject } from '@coachsite/core/kernel';
import { clampLimit, clientRateLimitKey } from '@coachsite/core/rate-limit';
import { clientActions, securityTable, severityOf } from '@coachsite/core/security-log';
import { z } from 'zod';
import { requestContext, throttle } from '../access/throttle.ts';
import type { Ports } from '../compose/index.ts';
import type { Config } from '../config/config.ts';
import type { App } from '../http/create-app.ts';
import { merged } from '../http/documented-errors.ts';
import { integerArgument, readArguments, TextArgument, wordArgument } from './arguments.ts';
import { dataServiceUser, tokenErrors } from './current-user.ts';
import { checkProfile, sendDataError } from './postgrest.ts';

/** Bodies of these calls stay small. Source: docs/security.md#CL-1. */
const bodyLimit = 16 * 1024;
/** Longest details of an event, as JSON. */
const detailsLimit = 4096;

const logLimit = { action: 'log-event', maxAttempts: 20, windowSeconds: 60 };
/** Checks per IP that are counted, far above what a page needs; further ones are not allowed. */
const checkLimit = { action: 'check-rate-limit', maxAttempts: 200, windowSeconds: 60 };

/** Errors of invalid arguments and of an unknown schema. */
const argumentErrors = { 400: ['22P02'], 404: ['PGRST202'], 406: ['PGRST106'] };

/** The arguments of the two functions. Source: docs/rules.md#7. */
const EventArguments = z.object({
  action_type: wordArgument(clientActions, 'security_action'),
  table_name: wordArgument([securityTable], 'security_table'),
  details: AnyJson.optional().meta({ description: `At most ${detailsLimit} characters as JSON` }),
});
const LimitArguments = z.object({
  identifier: TextArgument,
  action_type: TextArgument,
  max_attempts: integerArgument(5),
  time_window_minutes: integerArgument(15),
});

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * POST /rpc/log_security_event: records an event reported by a browser. Stored with the server's time, user and IP
 * beside the details, and marked as the client's. Source: docs/contract.md#3, docs/security.md#CL-1,
 * docs/security.md#CL-2, docs/security.md#CL-3.
 */
function logSecurityEvent(app: App, ports: Ports, config: Config): void {
  const route = {
    bodyLimit,
    config: {
      documentedErrors: merged(argumentErrors, tokenErrors, { 413: ['54000'], 429: ['54000'] }),
      reads: { body: EventArguments },
    },
    schema: {
      operationId: 'logSecurityEvent',
      summary: 'Adds to the security log',
      response: { 204: z.undefined().describe('Recorded') },
    },
  };
  app.post('/rpc/log_security_event', route, async (request, reply) => {
    const profile = checkProfile(request);
    if (profile) return sendDataError(reply, profile);
    const currentUser = await dataServiceUser(request, ports, config, 'reporting');
    if (currentUser.isErr()) return sendDataError(reply, currentUser.error);
    const given = readArguments(request.body, 'log_security_event', EventArguments);
    if (given.isErr()) return sendDataError(reply, given.error);
    const { action_type: action, details = null } = given.value;
    if (JSON.stringify(details).length > detailsLimit) {
      return sendDataError(reply, { status: 413, code: '54000', message: 'details are too large' });
    }
    const counted = await throttle(request, ports, config, logLimit);
    if (counted.isErr()) {
      reply.header('retry-after', String(counted.error.retryAfterSeconds));
      const message = 'too many events from this IP';
      return sendDataError(reply, { status: 429, code: '54000', message });
    }
    await ports.securityLog.record({
      id: ports.ids.uuid(),
      at: ports.clock.now(),
      source: 'client',
      actionType: action,
      severity: severityOf(action),
      userId: currentUser.value?.user.id,
      ...requestContext(request),
      details: isObject(details) ? details : { value: details },
    });
    return reply.code(204).send();
  });
}

/**
 * POST /rpc/check_rate_limit: counts an attempt and says whether it is allowed. For pages only: limits are clamped, the
 * key includes the client's IP, and no other counter is shared. Source: docs/security.md#LK-11.
 */
function checkRateLimit(app: App, ports: Ports, config: Config): void {
  const route = {
    bodyLimit,
    config: {
      documentedErrors: merged(argumentErrors, tokenErrors),
      reads: { body: LimitArguments },
    },
    schema: {
      operationId: 'checkRateLimit',
      summary: 'Counts an attempt, if it is allowed',
      response: { 200: z.boolean().describe('Whether it is allowed; then it counts') },
    },
  };
  app.post('/rpc/check_rate_limit', route, async (request, reply) => {
    const profile = checkProfile(request);
    if (profile) return sendDataError(reply, profile);
    const currentUser = await dataServiceUser(request, ports, config, 'reporting');
    if (currentUser.isErr()) return sendDataError(reply, currentUser.error);
    const given = readArguments(request.body, 'check_rate_limit', LimitArguments);
    if (given.isErr()) return sendDataError(reply, given.error);
    const counted = await throttle(request, ports, config, checkLimit);
    const send = (allowed: boolean) => reply.type('application/json; charset=utf-8').send(allowed);
    if (counted.isErr()) return send(false);
    const { identifier, action_type, max_attempts, time_window_minutes } = given.value;
    const { ip } = requestContext(request);
    const { allowed } = await ports.attempts.attempt(
      clientRateLimitKey(action_type, identifier, ip),
      clampLimit(max_attempts, time_window_minutes),
      ports.clock.now(),
    );
    return send(allowed);
  });
}

/** The two functions of the data service. They write, so GET is rejected. Source: docs/wire.md#12. */
export function rpcRoutes(app: App, ports: Ports, config: Config): void {
  logSecurityEvent(app, ports, config);
  checkRateLimit(app, ports, config);
  for (const name of ['log_security_event', 'check_rate_limit']) {
    app.route({
      method: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'],
      url: `/rpc/${name}`,
      schema: { hide: true },
      handler: async (_request, reply) =>
        sendDataError(reply.header('allow', 'POST'), {
          status: 405,
          code: 'PGRST101',
          message: `Cannot use this method on the function ${name}`,
        }),
    });
  }
}
