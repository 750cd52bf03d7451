import {
  ChallengeBody,
  ChallengeResponse,
  FactorVerifyBody,
  GrantedSessionResponse,
} from '@coachsite/adapters/contract';
import { challengeFactor, verifyFactor } from '@coachsite/core/mfa';
import { type MemberError, memberErrors } from '../access/actor.ts';
import { requestText } from '../access/requested-messages.ts';
import { requestContext, throttle } from '../access/throttle.ts';
import { authSettings } from '../config/auth-settings.ts';
import { documentsErrors } from '../http/documented-errors.ts';
import { gate } from './current-user.ts';
import { authErrors, sendAuthError, sendInvalid } from './errors.ts';
import { FactorPath, noSuchPath, requireFactorUser } from './factors.ts';
import { visitorLanguage } from './link-request.ts';
import { type AuthScope, authLimits } from './scope.ts';
import { sendSession } from './send-session.ts';

/** POST /factors/{id}/challenge; a phone gets its code by text message. Source: docs/wire.md#6. */
export function challengeRoute(scope: AuthScope): void {
  const { app, ports, config } = scope;
  const settings = authSettings(config);
  app.post(
    '/factors/:factorId/challenge',
    {
      onRequest: gate(scope, authLimits.challenge),
      config: documentsErrors<MemberError | typeof challengeFactor | typeof throttle>(
        authErrors(),
        noSuchPath,
      )([
        ...memberErrors,
        'mfa_factor_not_found',
        'sms_send_failed',
        'over_request_rate_limit',
        'over_sms_send_rate_limit',
      ]),
      schema: {
        operationId: 'challengeFactor',
        summary: 'Asks for a code of a factor',
        body: ChallengeBody,
        params: FactorPath,
        response: { 200: ChallengeResponse },
      },
    },
    async (request, reply) => {
      const { factorId } = request.params;
      const currentUser = await requireFactorUser(scope, request, reply, factorId);
      if (!currentUser) return reply;
      const held = await ports.factors.ofUser(currentUser.user.id);
      const isPhone = held.some(({ id, type }) => id === factorId && type === 'phone');
      if (isPhone) {
        const counted = await throttle(request, ports, config, authLimits.message);
        if (counted.isErr()) return sendAuthError(request, reply, counted.error);
      }
      const language = visitorLanguage(request);
      const ask = () => challengeFactor(ports, settings, { ...currentUser, factorId, language });
      const asked = await (isPhone ? requestText(scope, request, ask) : ask());
      if (asked.isErr()) return sendAuthError(request, reply, asked.error);
      const { challenge, factor } = asked.value;
      return reply.send({
        id: challenge.id,
        type: factor.type,
        expires_at: Math.floor(challenge.expiresAt / 1000),
      });
    },
  );
}

/**
 * POST /factors/{id}/verify: raises the session to AAL2. Source: docs/security.md#MF-2, docs/security.md#MF-3,
 * docs/security.md#MF-4, docs/security.md#MF-9.
 */
export function verifyFactorRoute(scope: AuthScope): void {
  const { app, ports, config } = scope;
  const settings = authSettings(config);
  app.post(
    '/factors/:factorId/verify',
    {
      onRequest: gate(scope, authLimits.verifyFactor),
      config: documentsErrors<MemberError | typeof verifyFactor | typeof throttle>(
        authErrors('factors'),
        noSuchPath,
      )([
        ...memberErrors,
        'insufficient_aal',
        'mfa_factor_not_found',
        'mfa_challenge_not_found',
        'mfa_challenge_used',
        'mfa_challenge_expired',
        'mfa_verification_failed',
        'over_request_rate_limit',
      ]),
      schema: {
        operationId: 'verifyFactor',
        summary: 'Verifies a code of a factor',
        body: FactorVerifyBody,
        params: FactorPath,
        response: { 200: GrantedSessionResponse },
      },
    },
    async (request, reply) => {
      const { factorId } = request.params;
      const currentUser = await requireFactorUser(scope, request, reply, factorId);
      if (!currentUser) return reply;
      const { challenge_id: challengeId, code } = request.body;
      if (!code) return sendInvalid(request, reply, 'Code needs to be non-empty');
      if (!challengeId) return sendInvalid(request, reply, 'challenge_id is required');
      const verified = await verifyFactor(ports, settings, {
        ...currentUser,
        factorId,
        challengeId,
        code,
        language: visitorLanguage(request),
        context: requestContext(request),
      });
      if (verified.isErr()) {
        return sendAuthError(request, reply, verified.error, 'factors');
      }
      const { via } = currentUser;
      return sendSession(scope, request, reply, { granted: verified.value, via });
    },
  );
}
