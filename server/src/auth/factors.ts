import { EnrollBody, EnrollResponse, RemoveFactorResponse } from '@coachsite/adapters/contract';
import { qrCodeSvg } from '@coachsite/adapters/totp';
import { isUuid } from '@coachsite/core/kernel';
import { type EnrollRequest, enrollFactor, labelName, removeFactor } from '@coachsite/core/mfa';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Authenticated, type MemberError, memberErrors } from '../access/actor.ts';
import { requestContext } from '../access/throttle.ts';
import { documentsErrors } from '../http/documented-errors.ts';
import { gate, requireUser } from './current-user.ts';
import { authErrors, sendAuthError, sendInvalid } from './errors.ts';
import { visitorLanguage } from './link-request.ts';
import type { AuthScope } from './scope.ts';

/** The path of one factor. A UUID may be in capitals. */
export const FactorPath = z.object({ factorId: z.string().toLowerCase() });

/** A malformed id gets the same response as an unknown path. Source: docs/wire.md#6. */
export const noSuchPath = { 404: ['validation_failed'] };

/** The current user of a request about one factor. Sends the error itself. */
export async function requireFactorUser(
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
  if (isUuid(factorId)) return currentUser.value;
  sendInvalid(request, reply, 'factor_id must be an UUID', { status: 404 });
  return undefined;
}

/** POST /factors: a factor that counts once verified. Source: docs/security.md#MF-1, docs/security.md#MF-5. */
export function enrollRoute(scope: AuthScope): void {
  const { app, ports, config } = scope;
  const issuerOfSite = new URL(config.publicUrl).hostname;
  app.post(
    '/factors',
    {
      onRequest: gate(scope),
      config: documentsErrors<
        | MemberError
        | 'mfa_totp_enroll_not_enabled'
        | 'mfa_phone_enroll_not_enabled'
        | typeof enrollFactor
      >(authErrors('factors'))([
        ...memberErrors,
        'insufficient_aal',
        'mfa_factor_name_conflict',
        'mfa_verified_factor_exists',
        'too_many_enrolled_mfa_factors',
        'over_request_rate_limit',
        'mfa_totp_enroll_not_enabled',
        'mfa_phone_enroll_not_enabled',
        'invalid_phone',
      ]),
      schema: {
        operationId: 'enrollFactor',
        summary: 'Enrols a second factor',
        body: EnrollBody,
        response: { 200: EnrollResponse },
      },
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
          ? { type, friendlyName, issuer: labelName(issuer ?? '') || issuerOfSite }
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
      return reply.send({
        id: factor.id,
        type: factor.type,
        friendly_name: factor.friendlyName ?? '',
        ...(factor.phone === undefined ? {} : { phone: factor.phone }),
        ...(totp ? { totp: { qr_code: qrCodeSvg(totp.uri), ...totp } } : {}),
      });
    },
  );
}

/** DELETE /factors/{id}. Source: docs/security.md#MF-6, docs/security.md#MF-9. */
export function removeFactorRoute(scope: AuthScope): void {
  const { app, ports } = scope;
  app.delete(
    '/factors/:factorId',
    {
      onRequest: gate(scope),
      config: documentsErrors<MemberError | typeof removeFactor>(
        authErrors('remove_factor'),
        noSuchPath,
      )([...memberErrors, 'insufficient_aal', 'mfa_factor_not_found']),
      schema: {
        operationId: 'unenrollFactor',
        summary: 'Removes a second factor',
        params: FactorPath,
        response: { 200: RemoveFactorResponse },
      },
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
      return reply.send({ id: factorId });
    },
  );
}
