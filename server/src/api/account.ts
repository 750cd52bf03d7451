import {
  AccountExport,
  CloseAccountRequest,
  OwnSessionParams,
  OwnSessions,
  PasswordAsks,
} from '@coachsite/adapters/contract';
import { timeText } from '@coachsite/core/kernel';
import { initialLanguage } from '@coachsite/core/language';
import { type InsufficientAalError, requireSecondFactor } from '@coachsite/core/mfa';
import { exportAccount } from '@coachsite/core/privacy';
import { closeAccount, passwordProof } from '@coachsite/core/profile';
import { assuranceLevel, signOut } from '@coachsite/core/session';
import type { FastifyRequest } from 'fastify';
import { err, type Result } from 'neverthrow';
import { z } from 'zod';
import {
  type Authenticated,
  type MemberError,
  memberErrors,
  memberRoute,
  requireCurrentUser,
} from '../access/actor.ts';
import { requestContext, throttle } from '../access/throttle.ts';
import type { Ports } from '../compose/index.ts';
import { authSettings } from '../config/auth-settings.ts';
import type { Config } from '../config/config.ts';
import type { App } from '../http/create-app.ts';
import { documentsErrors, siteErrors } from '../http/documented-errors.ts';
import { sendExport } from '../http/export-file.ts';
import { clearSessionCookies } from '../http/session-cookies.ts';
import { sendSiteError } from '../http/site-errors.ts';

/** Low, because an export reads every table. */
const exportLimit = { action: 'export', maxAttempts: 10, windowSeconds: 15 * 60 } as const;

/**
 * The current user's own sessions, data export and account deletion. Source: docs/law-and-search.md#D50,
 * docs/law-and-search.md#D51, docs/wire.md#4.13, docs/security.md#MF-6.
 */
export function accountRoutes(app: App, ports: Ports, config: Config): void {
  const settings = authSettings(config);

  const member = (request: FastifyRequest) => requireCurrentUser(request, ports, config);

  /** The current user, who must have used the second factor if there is a verified one. */
  const provenMember = async (
    request: FastifyRequest,
  ): Promise<Result<Authenticated, MemberError | InsufficientAalError>> => {
    const currentUser = await member(request);
    if (currentUser.isErr()) return err(currentUser.error);
    const allowed = await requireSecondFactor(ports, currentUser.value);
    return allowed.map(() => currentUser.value);
  };

  app.get(
    '/api/account/sessions',
    {
      config: documentsErrors<typeof provenMember>(siteErrors)([
        ...memberErrors,
        'insufficient_aal',
      ]),
      schema: {
        operationId: 'listOwnSessions',
        summary: 'Lists one’s sessions',
        response: { 200: OwnSessions },
      },
    },
    async (request, reply) => {
      const currentUser = await provenMember(request);
      if (currentUser.isErr()) return sendSiteError(reply, currentUser.error);
      const { user, session: current } = currentUser.value;
      const sessions = await ports.sessions.ofUser(user.id);
      return reply.send({
        sessions: sessions.map((session) => ({
          id: session.id,
          isCurrent: session.id === current.id,
          startedAt: timeText(session.createdAt),
          usedAt: timeText(session.refreshedAt ?? session.createdAt),
          ip: session.ip,
          userAgent: session.userAgent,
          aal: assuranceLevel(session),
        })),
      });
    },
  );

  app.delete(
    '/api/account/sessions/:id',
    {
      config: memberRoute,
      schema: {
        operationId: 'endOwnSession',
        summary: 'Ends one of one’s sessions',
        params: OwnSessionParams,
        response: { 204: z.undefined().describe('Ended') },
      },
    },
    async (request, reply) => {
      const currentUser = await member(request);
      if (currentUser.isErr()) return sendSiteError(reply, currentUser.error);
      const { user, session: current, via } = currentUser.value;
      const session = await ports.sessions.byId(request.params.id);
      // An unknown session, or another user's, is ignored.
      if (session?.userId === user.id)
        await signOut(ports, { session, scope: 'local', context: requestContext(request) });
      if (request.params.id === current.id && via === 'cookie') clearSessionCookies(reply, config);
      return reply.code(204).send();
    },
  );

  app.get(
    '/api/account/password',
    {
      config: memberRoute,
      schema: {
        operationId: 'readPasswordAsks',
        summary: 'Says what a new password asks of this session',
        response: { 200: PasswordAsks },
      },
    },
    async (request, reply) => {
      const currentUser = await member(request);
      if (currentUser.isErr()) return sendSiteError(reply, currentUser.error);
      const { user, session } = currentUser.value;
      const nothing = { currentPassword: undefined, nonce: undefined };
      const now = ports.clock.now();
      const proof = passwordProof(user, session, nothing, now, settings.reauthAfterMs);
      if (proof === 'current_password_required') return reply.send({ asks: 'current_password' });
      return reply.send({ asks: proof === 'reauthentication_needed' ? 'code' : 'nothing' });
    },
  );

  const exported = { 200: AccountExport };
  const exportErrors = documentsErrors<typeof provenMember | typeof throttle>(siteErrors);
  const exportRoute = {
    config: exportErrors([...memberErrors, 'insufficient_aal', 'over_request_rate_limit']),
    schema: {
      operationId: 'exportOwnData',
      summary: 'Exports everything that is kept about oneself',
      response: exported,
    },
  };
  app.get('/api/account/export', exportRoute, async (request, reply) => {
    const currentUser = await provenMember(request);
    if (currentUser.isErr()) return sendSiteError(reply, currentUser.error);
    const counted = await throttle(request, ports, config, exportLimit);
    if (counted.isErr()) return sendSiteError(reply, counted.error);
    const data = await exportAccount(ports, {
      userId: currentUser.value.user.id,
      context: requestContext(request),
    });
    if (!data) return sendSiteError(reply, { kind: 'user_not_found' });
    return sendExport(reply, 'account.json', data);
  });

  const closeRoute = {
    config: documentsErrors<MemberError | typeof closeAccount>(siteErrors)([
      ...memberErrors,
      'insufficient_aal',
      'account_locked',
      'over_request_rate_limit',
      'overloaded',
      'last_admin',
      'reauthentication_needed',
      'reauthentication_not_valid',
      'invalid_credentials',
    ]),
    schema: {
      operationId: 'deleteAccount',
      summary: 'Deletes one’s account',
      body: CloseAccountRequest,
      response: { 204: z.undefined().describe('Deleted') },
    },
  };
  app.delete('/api/account', closeRoute, async (request, reply) => {
    const currentUser = await member(request);
    if (currentUser.isErr()) return sendSiteError(reply, currentUser.error);
    const { password, nonce } = request.body ?? {};
    const language = initialLanguage(request.cookies.language);
    const closed = await closeAccount(ports, settings, {
      ...currentUser.value,
      password,
      nonce,
      language,
      context: requestContext(request),
    });
    if (closed.isErr()) return sendSiteError(reply, closed.error);
    if (currentUser.value.via === 'cookie') clearSessionCookies(reply, config);
    return reply.code(204).send();
  });
}
