import {
  AccountExport,
  CloseAccountRequest,
  OwnSessionParams,
  OwnSessions,
} from '@coachsite/adapters/contract';
import { initialLanguage } from '@coachsite/core/language';
import { exportAccount } from '@coachsite/core/privacy';
import { closeAccount } from '@coachsite/core/profile';
import { assuranceLevel, signOut } from '@coachsite/core/session';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { requireCaller } from '../caller/actor.ts';
import { requestContext, throttle } from '../caller/throttle.ts';
import type { Ports } from '../compose.ts';
import { authSettings } from '../config/auth-settings.ts';
import type { Config } from '../config/config.ts';
import type { App } from '../http/create-app.ts';
import { memberProblems, refuses, siteRefusals } from '../http/documented-errors.ts';
import { sendExport } from '../http/export-file.ts';
import { sendProblem } from '../http/problems.ts';
import { clearSessionCookies } from '../http/session-cookies.ts';

const iso = (at: number) => new Date(at).toISOString();

/** An export reads everything: a few a day are plenty. */
const exportLimit = { action: 'export', maxAttempts: 10, windowSeconds: 15 * 60 } as const;

/**
 * What a signed-in user may see and end of the own account. Source: docs/law-and-search.md#D50,
 * docs/law-and-search.md#D51, docs/wire.md#4.13.
 */
export function accountRoutes(app: App, ports: Ports, config: Config): void {
  const settings = authSettings(config);

  const member = (request: FastifyRequest) => requireCaller(request, ports, config);

  app.get(
    '/api/account/sessions',
    {
      config: refuses(siteRefusals(...memberProblems)),
      schema: { response: { 200: OwnSessions } },
    },
    async (request, reply) => {
      const caller = await member(request);
      if (caller.isErr()) return sendProblem(reply, caller.error);
      const { user, session: current } = caller.value;
      const sessions = await ports.sessions.ofUser(user.id);
      return reply.header('cache-control', 'no-store').send({
        sessions: sessions.map((session) => ({
          id: session.id,
          isCurrent: session.id === current.id,
          startedAt: iso(session.createdAt),
          usedAt: iso(session.refreshedAt ?? session.createdAt),
          address: session.ip,
          userAgent: session.userAgent,
          aal: assuranceLevel(session),
        })),
      });
    },
  );

  app.delete(
    '/api/account/sessions/:id',
    {
      config: refuses(siteRefusals(...memberProblems)),
      schema: { params: OwnSessionParams, response: { 204: z.undefined().describe('Ended') } },
    },
    async (request, reply) => {
      const caller = await member(request);
      if (caller.isErr()) return sendProblem(reply, caller.error);
      const { user, session: current, via } = caller.value;
      const session = await ports.sessions.byId(request.params.id);
      // Gone already, or somebody else's: there is nothing to end.
      if (session?.userId === user.id)
        await signOut(ports, session, 'local', requestContext(request));
      if (request.params.id === current.id && via === 'cookie') clearSessionCookies(reply, config);
      return reply.header('cache-control', 'no-store').code(204).send();
    },
  );

  const exported = { 200: AccountExport };
  const exportRefusals = siteRefusals(...memberProblems, 'over_request_rate_limit');
  const exportRoute = { config: refuses(exportRefusals), schema: { response: exported } };
  app.get('/api/account/export', exportRoute, async (request, reply) => {
    const caller = await member(request);
    if (caller.isErr()) return sendProblem(reply, caller.error);
    const counted = await throttle(request, ports, config, exportLimit);
    if (counted.isErr()) return sendProblem(reply, counted.error);
    const data = await exportAccount(ports, caller.value.user.id, requestContext(request));
    if (!data) return sendProblem(reply, { kind: 'user_not_found' });
    return sendExport(reply, 'account.json', data);
  });

  const closeRoute = {
    config: refuses(
      siteRefusals(
        ...memberProblems,
        'insufficient_aal',
        'account_locked',
        'overloaded',
        'last_admin',
        'reauthentication_needed',
        'reauthentication_not_valid',
        'invalid_credentials',
      ),
    ),
    schema: { body: CloseAccountRequest, response: { 204: z.undefined().describe('Deleted') } },
  };
  app.delete('/api/account', closeRoute, async (request, reply) => {
    const caller = await member(request);
    if (caller.isErr()) return sendProblem(reply, caller.error);
    const { password, nonce } = request.body ?? {};
    const language = initialLanguage(request.cookies.language);
    const closed = await closeAccount(ports, settings, {
      ...caller.value,
      password,
      nonce,
      language,
      context: requestContext(request),
    });
    if (closed.isErr()) return sendProblem(reply, closed.error);
    if (caller.value.via === 'cookie') clearSessionCookies(reply, config);
    return reply.header('cache-control', 'no-store').code(204).send();
  });
}
