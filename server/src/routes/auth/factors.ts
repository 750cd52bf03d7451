import { qrCodeSvg } from '@coachsite/adapters/totp';
import { ChallengeBody, EnrollBody, FactorVerifyBody } from '@coachsite/adapters/wire';
import {
  challengeFactor,
  type EnrollRequest,
  enrollFactor,
  removeFactor,
  verifyFactor,
} from '@coachsite/core/mfa';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { sendAuthProblem, sendInvalid } from '../../auth-problems.ts';
import { authSettings } from '../../auth-settings.ts';
import { callerOf } from '../../throttle.ts';
import { answerSession } from './answer.ts';
import { gate, requireUser } from './caller.ts';
import { visitorLanguage } from './link-request.ts';
import { type AuthScope, authLimits } from './scope.ts';

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const FactorPath = z.object({ factorId: z.string() });

/** One path for everything that is no factor id at all. Source: auth-wire 6. */
function refuseId(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendInvalid(request, reply, 'factor_id must be an UUID', 'validation_failed', 404);
}

/** POST /factors: a factor that counts once verified. Source: auth-wire 6; MF-1, MF-5. */
export function enrollRoute(scope: AuthScope): void {
  const { app, ports, config } = scope;
  const issuerOfSite = new URL(config.publicUrl).host;
  app.post(
    '/factors',
    { onRequest: gate(scope), schema: { body: EnrollBody } },
    async (request, reply) => {
      const caller = await requireUser(scope, request, 'changing');
      if (caller.isErr()) return sendAuthProblem(request, reply, caller.error);
      const { factor_type: type, friendly_name, issuer, phone } = request.body;
      if (type !== 'totp' && type !== 'phone') {
        return sendInvalid(request, reply, 'factor_type needs to be totp or phone');
      }
      if (type === 'phone' && !phone) {
        return sendInvalid(request, reply, 'Phone number required to enroll Phone factor');
      }
      const friendlyName = friendly_name ?? undefined;
      const wanted: EnrollRequest =
        type === 'totp'
          ? { type, friendlyName, issuer: issuer || issuerOfSite }
          : { type, friendlyName, phone: phone ?? '' };
      const enrolled = await enrollFactor(ports, caller.value, wanted);
      if (enrolled.isErr()) {
        return sendAuthProblem(request, reply, enrolled.error, { insufficient_aal: 403 });
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

/** POST /factors/{id}/challenge; a phone gets its code by text message. Source: auth-wire 6. */
export function challengeRoute(scope: AuthScope): void {
  const { app, ports, config } = scope;
  const settings = authSettings(config);
  app.post(
    '/factors/:factorId/challenge',
    {
      onRequest: gate(scope, authLimits.challenge),
      schema: { body: ChallengeBody, params: FactorPath },
    },
    async (request, reply) => {
      const caller = await requireUser(scope, request, 'changing');
      if (caller.isErr()) return sendAuthProblem(request, reply, caller.error);
      const { factorId } = request.params;
      if (!uuidForm.test(factorId)) return refuseId(request, reply);
      const language = visitorLanguage(request);
      const asked = await challengeFactor(ports, settings, caller.value, factorId, language);
      if (asked.isErr()) return sendAuthProblem(request, reply, asked.error);
      const { challenge, factor } = asked.value;
      return reply.header('cache-control', 'no-store').send({
        id: challenge.id,
        type: factor.type,
        expires_at: Math.floor(challenge.expiresAt / 1000),
      });
    },
  );
}

/** POST /factors/{id}/verify: the same session, raised to two factors. Source: auth-wire 6; MF-2 to MF-4, MF-9. */
export function verifyFactorRoute(scope: AuthScope): void {
  const { app, ports, config } = scope;
  const settings = authSettings(config);
  app.post(
    '/factors/:factorId/verify',
    {
      onRequest: gate(scope, authLimits.verifyFactor),
      schema: { body: FactorVerifyBody, params: FactorPath },
    },
    async (request, reply) => {
      const caller = await requireUser(scope, request, 'changing');
      if (caller.isErr()) return sendAuthProblem(request, reply, caller.error);
      const { factorId } = request.params;
      if (!uuidForm.test(factorId)) return refuseId(request, reply);
      const { challenge_id: challengeId, code } = request.body;
      if (!code) return sendInvalid(request, reply, 'Code needs to be non-empty');
      if (!challengeId) return sendInvalid(request, reply, 'challenge_id is required');
      const verified = await verifyFactor(
        ports,
        settings,
        caller.value,
        { factorId, challengeId, code },
        visitorLanguage(request),
        callerOf(request),
      );
      if (verified.isErr()) {
        return sendAuthProblem(request, reply, verified.error, { insufficient_aal: 403 });
      }
      return answerSession(scope, request, reply, verified.value);
    },
  );
}

/** DELETE /factors/{id}. Source: auth-wire 6; MF-6, MF-9. */
export function removeFactorRoute(scope: AuthScope): void {
  const { app, ports } = scope;
  app.delete(
    '/factors/:factorId',
    { onRequest: gate(scope), schema: { params: FactorPath } },
    async (request, reply) => {
      const caller = await requireUser(scope, request, 'changing');
      if (caller.isErr()) return sendAuthProblem(request, reply, caller.error);
      const { factorId } = request.params;
      if (!uuidForm.test(factorId)) return refuseId(request, reply);
      const language = visitorLanguage(request);
      const { value } = caller;
      const removed = await removeFactor(ports, value, factorId, language, callerOf(request));
      if (removed.isErr()) {
        return sendAuthProblem(request, reply, removed.error, { insufficient_aal: 422 });
      }
      return reply.header('cache-control', 'no-store').send({ id: factorId });
    },
  );
}
