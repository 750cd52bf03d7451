import {
  ChallengeBody,
  ChallengeResponse,
  EnrollBody,
  EnrollResponse,
  FactorVerifyBody,
  GrantedSessionResponse,
  RemoveFactorResponse,
} from '@coachsite/adapters/contract';
import { qrCodeSvg } from '@coachsite/adapters/totp';
import { isUuid } from '@coachsite/core/kernel';
import {
  challengeFactor,
  type EnrollRequest,
  enrollFactor,
  removeFactor,
  verifyFactor,
} from '@coachsite/core/mfa';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Authenticated } from '../access/actor.ts';
import { requestContext, throttle } from '../access/throttle.ts';
import { authSettings } from '../config/auth-settings.ts';
import { documentsErrors, memberErrors } from '../http/documented-errors.ts';
import { gate, requireUser } from './current-user.ts';
import { authErrors, sendAuthError, sendInvalid } from './errors.ts';
import { visitorLanguage } from './link-request.ts';
import { type AuthScope, authLimits } from './scope.ts';
import { sendSession } from './send-session.ts';

const FactorPath = z.object({ factorId: z.string() });

/** A malformed id gets the same response as an unknown path. Source: docs/wire.md#6. */
const noSuchPath = { 404: ['validation_failed'] };

/** The current user of a request about one factor. Sends the error itself. */
async function requireFactorUser(
  scope: AuthScope,
  request: FastifyRequest,
  reply: FastifyReply,
  factorId: string,
): Promise<Authenticated | undefined> {
  const currentUser = await requireUser(scope, request, 'changing');
  if (currentUser.isErr()) {
    sendAuthError(request, reply, currentUser.error);
    return undefined;
  }
  if (isUuid(factorId.toLowerCase())) return currentUser.value;
  sendInvalid(request, reply, 'factor_id must be an UUID', { status: 404 });
  return undefined;
}

/**
 * POST /factors: a factor that counts once verified. Source: docs/wire.md#6, docs/security.md#MF-1,
 * docs/security.md#MF-5.
 */
export function enrollRoute(scope: AuthScope): void {
  const { app, ports, config } = scope;
  const issuerOfSite = new URL(config.publicUrl).host;
  app.post(
    '/factors',
    {
      onRequest: gate(scope),
      config: documentsErrors(
        authErrors(
          [
            ...memberErrors,
            'insufficient_aal',
            'mfa_factor_name_conflict',
            'mfa_verified_factor_exists',
            'too_many_enrolled_mfa_factors',
            'over_request_rate_limit',
            'mfa_totp_enroll_not_enabled',
            'mfa_phone_enroll_not_enabled',
          ],
          'factors',
        ),
      ),
      schema: { body: EnrollBody, response: { 200: EnrollResponse } },
    },
    async (request, reply) => {
      const currentUser = await requireUser(scope, request, 'changing');
      if (currentUser.isErr()) return sendAuthError(request, reply, currentUser.error);
      const { factor_type: type, friendly_name, issuer, phone } = request.body;
      if (type !== 'totp' && type !== 'phone') {
        return sendInvalid(request, reply, 'factor_type needs to be totp or phone');
      }
      if (!config.auth.mfa[type]) {
        const kind = `mfa_${type}_enroll_not_enabled` as const;
        return sendAuthError(request, reply, { kind }, 'factors');
      }
      if (type === 'phone' && !phone) {
        return sendInvalid(request, reply, 'Phone number required to enroll Phone factor');
      }
      const friendlyName = friendly_name ?? undefined;
      const wanted: EnrollRequest =
        type === 'totp'
          ? { type, friendlyName, issuer: issuer || issuerOfSite }
          : { type, friendlyName, phone: phone ?? '' };
      const enrolled = await enrollFactor(ports, {
        ...wanted,
        ...currentUser.value,
        context: requestContext(request),
      });
      if (enrolled.isErr()) {
        return sendAuthError(request, reply, enrolled.error, 'factors');
      }
      const { factor, totp } = enrolled.value;
      return reply.header('cache-control', 'no-store').send({
        id: factor.id,
        type: factor.type,
        friendly_name: factor.friendlyName ?? '',
        ...(factor.phone === undefined ? {} : { phone: factor.phone }),
        ...(totp ? { totp: { qr_code: qrCodeSvg(totp.uri), ...totp } } : {}),
      });
    },
  );
}

/** POST /factors/{id}/challenge; a phone gets its code by text message. Source: docs/wire.md#6. */
export function challengeRoute(scope: AuthScope): void {
  const { app, ports, config } = scope;
  const settings = authSettings(config);
  app.post(
    '/factors/:factorId/challenge',
    {
      onRequest: gate(scope, authLimits.challenge),
      config: documentsErrors(
        authErrors([
          ...memberErrors,
          'mfa_factor_not_found',
          'sms_send_failed',
          'over_request_rate_limit',
          'over_sms_send_rate_limit',
        ]),
        noSuchPath,
      ),
      schema: { body: ChallengeBody, params: FactorPath, response: { 200: ChallengeResponse } },
    },
    async (request, reply) => {
      const { factorId } = request.params;
      const currentUser = await requireFactorUser(scope, request, reply, factorId);
      if (!currentUser) return reply;
      const held = await ports.factors.ofUser(currentUser.user.id);
      if (held.some(({ id, type }) => id === factorId && type === 'phone')) {
        const counted = await throttle(request, ports, config, authLimits.message);
        if (counted.isErr()) return sendAuthError(request, reply, counted.error);
      }
      const language = visitorLanguage(request);
      const asked = await challengeFactor(ports, settings, { ...currentUser, factorId, language });
      if (asked.isErr()) return sendAuthError(request, reply, asked.error);
      const { challenge, factor } = asked.value;
      return reply.header('cache-control', 'no-store').send({
        id: challenge.id,
        type: factor.type,
        expires_at: Math.floor(challenge.expiresAt / 1000),
      });
    },
  );
}

/**
 * POST /factors/{id}/verify: raises the session to AAL2. Source: docs/wire.md#6, docs/security.md#MF-2,
 * docs/security.md#MF-3, docs/security.md#MF-4, docs/security.md#MF-9.
 */
export function verifyFactorRoute(scope: AuthScope): void {
  const { app, ports, config } = scope;
  const settings = authSettings(config);
  app.post(
    '/factors/:factorId/verify',
    {
      onRequest: gate(scope, authLimits.verifyFactor),
      config: documentsErrors(
        authErrors(
          [
            ...memberErrors,
            'insufficient_aal',
            'mfa_factor_not_found',
            'mfa_challenge_not_found',
            'mfa_challenge_used',
            'mfa_challenge_expired',
            'mfa_verification_failed',
            'over_request_rate_limit',
          ],
          'factors',
        ),
        noSuchPath,
      ),
      schema: {
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
      return sendSession(scope, request, reply, { granted: verified.value });
    },
  );
}

/** DELETE /factors/{id}. Source: docs/wire.md#6, docs/security.md#MF-6, docs/security.md#MF-9. */
export function removeFactorRoute(scope: AuthScope): void {
  const { app, ports } = scope;
  app.delete(
    '/factors/:factorId',
    {
      onRequest: gate(scope),
      config: documentsErrors(
        authErrors([...memberErrors, 'insufficient_aal', 'mfa_factor_not_found'], 'remove_factor'),
        noSuchPath,
      ),
      schema: { params: FactorPath, response: { 200: RemoveFactorResponse } },
    },
    async (request, reply) => {
      const { factorId } = request.params;
      const currentUser = await requireFactorUser(scope, request, reply, factorId);
      if (!currentUser) return reply;
      const removed = await removeFactor(ports, {
        ...currentUser,
        factorId,
        language: visitorLanguage(request),
        context: requestContext(request),
      });
      if (removed.isErr()) {
        return sendAuthError(request, reply, removed.error, 'remove_factor');
      }
      return reply.header('cache-control', 'no-store').send({ id: factorId });
    },
  );
}
