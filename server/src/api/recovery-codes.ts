import {
  RecoveryCodeCount,
  RecoveryCodeRequest,
  RecoveryCodes,
} from '@coachsite/adapters/contract';
import { initialLanguage } from '@coachsite/core/language';
import { makeRecoveryCodes, redeemRecoveryCode } from '@coachsite/core/mfa';
import { z } from 'zod';
import {
  type MemberError,
  memberErrors,
  memberRoute,
  requireCurrentUser,
} from '../access/actor.ts';
import { requestContext } from '../access/throttle.ts';
import type { Ports } from '../compose/index.ts';
import type { Config } from '../config/config.ts';
import type { App } from '../http/create-app.ts';
import { documentsErrors, siteErrors } from '../http/documented-errors.ts';
import { sendSiteError } from '../http/site-errors.ts';

/** Recovery codes: the way into an account whose second factor is lost. Source: docs/security.md#MF-10. */
export function recoveryCodeRoutes(app: App, ports: Ports, config: Config): void {
  const path = '/api/account/recovery-codes';

  app.get(
    path,
    {
      config: memberRoute,
      schema: {
        operationId: 'countRecoveryCodes',
        summary: 'Counts the unused recovery codes',
        response: { 200: RecoveryCodeCount },
      },
    },
    async (request, reply) => {
      const currentUser = await requireCurrentUser(request, ports, config);
      if (currentUser.isErr()) return sendSiteError(reply, currentUser.error);
      const { recoveryCodes = [] } = await ports.factors.stateOf(currentUser.value.user.id);
      return reply.send({ left: recoveryCodes.length });
    },
  );

  app.post(
    path,
    {
      config: documentsErrors<MemberError | typeof makeRecoveryCodes>(siteErrors)([
        ...memberErrors,
        'insufficient_aal',
        'mfa_factor_not_found',
        'over_request_rate_limit',
      ]),
      schema: {
        operationId: 'makeRecoveryCodes',
        summary: 'Makes new recovery codes',
        response: { 201: RecoveryCodes },
      },
    },
    async (request, reply) => {
      const currentUser = await requireCurrentUser(request, ports, config);
      if (currentUser.isErr()) return sendSiteError(reply, currentUser.error);
      const codes = await makeRecoveryCodes(ports, {
        ...currentUser.value,
        language: initialLanguage(request.cookies.language),
        context: requestContext(request),
      });
      if (codes.isErr()) return sendSiteError(reply, codes.error);
      return reply.code(201).send({ codes: [...codes.value] });
    },
  );

  app.post(
    `${path}/redeem`,
    {
      config: documentsErrors<MemberError | typeof redeemRecoveryCode>(siteErrors)([
        ...memberErrors,
        'recovery_code_invalid',
        'over_request_rate_limit',
      ]),
      schema: {
        operationId: 'redeemRecoveryCode',
        summary: 'Passes the second factor with a recovery code',
        body: RecoveryCodeRequest,
        response: { 204: z.undefined().describe('The second factors are gone') },
      },
    },
    async (request, reply) => {
      const currentUser = await requireCurrentUser(request, ports, config);
      if (currentUser.isErr()) return sendSiteError(reply, currentUser.error);
      const { user, session } = currentUser.value;
      const redeemed = await redeemRecoveryCode(ports, {
        user,
        session,
        code: request.body.code,
        language: initialLanguage(request.cookies.language),
        context: requestContext(request),
      });
      if (redeemed.isErr()) return sendSiteError(reply, redeemed.error);
      return reply.code(204).send();
    },
  );
}
