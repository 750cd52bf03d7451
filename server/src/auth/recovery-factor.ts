import {
  GrantedSessionResponse,
  MadeRecoveryCodes,
  RecoveryCodesBody,
  RecoveryCodesStatus,
  RecoveryCodeVerifyBody,
  RemoveFactorResponse,
} from '@coachsite/adapters/contract';
import {
  enrollRecoveryCodes,
  type MadeCodes,
  recoveryStatus,
  regenerateRecoveryCodes,
  removeRecoveryCodes,
  verifyRecoveryCode,
} from '@coachsite/core/mfa';
import { type MemberError, memberErrors } from '../access/actor.ts';
import { requestContext, type throttle } from '../access/throttle.ts';
import { authSettings } from '../config/auth-settings.ts';
import { documentsErrors } from '../http/documented-errors.ts';
import { gate, requireUser } from './current-user.ts';
import { authErrors, sendAuthError, sendInvalid } from './errors.ts';
import { visitorLanguage } from './link-request.ts';
import { type AuthScope, authLimits } from './scope.ts';
import { sendSession } from './send-session.ts';

const path = '/factors/recovery-codes';

/** Without the hyphens by which people read them. */
const toJson = ({ codes, recoverySet: { id, friendlyName } }: MadeCodes) => ({
  id,
  type: 'recovery_code' as const,
  friendly_name: friendlyName,
  total: codes.length,
  codes: codes.map((code) => code.replaceAll('-', '')),
});

/** /factors/recovery-codes: recovery codes as a factor of the auth service. Source: docs/wire.md#6, docs/security.md#MF-10. */
export function recoveryFactorRoutes(scope: AuthScope): void {
  const { app, ports, config } = scope;
  const settings = authSettings(config);

  app.get(
    path,
    {
      config: documentsErrors<MemberError | typeof recoveryStatus>(authErrors('recovery_codes'))([
        ...memberErrors,
        'mfa_factor_not_found',
      ]),
      schema: {
        operationId: 'readRecoveryCodes',
        summary: 'Says how many recovery codes are left',
        response: { 200: RecoveryCodesStatus },
      },
    },
    async (request, reply) => {
      const currentUser = await requireUser(scope, request, 'reading');
      if (currentUser.isErr()) return sendAuthError(request, reply, currentUser.error);
      const status = await recoveryStatus(ports, currentUser.value);
      if (status.isErr()) return sendAuthError(request, reply, status.error, 'recovery_codes');
      return reply.send({ ...status.value, type: 'recovery_code' });
    },
  );

  app.post(
    path,
    {
      onRequest: gate(scope),
      config: documentsErrors<MemberError | typeof enrollRecoveryCodes>(
        authErrors('recovery_codes'),
      )([
        ...memberErrors,
        'insufficient_aal',
        'mfa_verified_factor_exists',
        'mfa_factor_name_conflict',
        'too_many_enrolled_mfa_factors',
        'mfa_recovery_codes_sole_factor',
        'over_request_rate_limit',
      ]),
      schema: {
        operationId: 'enrollRecoveryCodes',
        summary: 'Makes the first recovery codes',
        body: RecoveryCodesBody,
        response: { 200: MadeRecoveryCodes },
      },
    },
    async (request, reply) => {
      const currentUser = await requireUser(scope, request, 'changing');
      if (currentUser.isErr()) return sendAuthError(request, reply, currentUser.error);
      const made = await enrollRecoveryCodes(ports, {
        ...currentUser.value,
        friendlyName: request.body?.friendly_name ?? undefined,
        language: visitorLanguage(request),
        context: requestContext(request),
      });
      if (made.isErr()) return sendAuthError(request, reply, made.error, 'recovery_codes');
      return reply.send(toJson(made.value));
    },
  );

  app.post(
    `${path}/regenerate`,
    {
      onRequest: gate(scope),
      config: documentsErrors<MemberError | typeof regenerateRecoveryCodes>(
        authErrors('recovery_codes'),
      )([...memberErrors, 'insufficient_aal', 'mfa_factor_not_found', 'over_request_rate_limit']),
      schema: {
        operationId: 'regenerateRecoveryCodes',
        summary: 'Makes new recovery codes in place of the others',
        response: { 200: MadeRecoveryCodes },
      },
    },
    async (request, reply) => {
      const currentUser = await requireUser(scope, request, 'changing');
      if (currentUser.isErr()) return sendAuthError(request, reply, currentUser.error);
      const made = await regenerateRecoveryCodes(ports, {
        ...currentUser.value,
        language: visitorLanguage(request),
        context: requestContext(request),
      });
      if (made.isErr()) return sendAuthError(request, reply, made.error, 'recovery_codes');
      return reply.send(toJson(made.value));
    },
  );

  app.post(
    `${path}/verify`,
    {
      onRequest: gate(scope, authLimits.verifyFactor),
      config: documentsErrors<MemberError | typeof verifyRecoveryCode | typeof throttle>(
        authErrors('recovery_codes'),
      )([
        ...memberErrors,
        'mfa_verification_failed',
        'mfa_recovery_codes_locked',
        'over_request_rate_limit',
      ]),
      schema: {
        operationId: 'verifyRecoveryCode',
        summary: 'Raises the session by a recovery code, which is used up',
        body: RecoveryCodeVerifyBody,
        response: { 200: GrantedSessionResponse },
      },
    },
    async (request, reply) => {
      const currentUser = await requireUser(scope, request, 'changing');
      if (currentUser.isErr()) return sendAuthError(request, reply, currentUser.error);
      const code = request.body.code ?? '';
      if (!/[0-9a-z]/i.test(code)) return sendInvalid(request, reply, 'Code needs to be non-empty');
      const { via, ...current } = currentUser.value;
      const verified = await verifyRecoveryCode(ports, settings, {
        ...current,
        code,
        language: visitorLanguage(request),
        context: requestContext(request),
      });
      if (verified.isErr()) return sendAuthError(request, reply, verified.error, 'recovery_codes');
      return sendSession(scope, request, reply, { granted: verified.value, via });
    },
  );

  app.delete(
    path,
    {
      onRequest: gate(scope),
      config: documentsErrors<MemberError | typeof removeRecoveryCodes>(
        authErrors('recovery_codes'),
      )([...memberErrors, 'insufficient_aal', 'mfa_factor_not_found']),
      schema: {
        operationId: 'removeRecoveryCodes',
        summary: 'Removes the recovery codes',
        response: { 200: RemoveFactorResponse },
      },
    },
    async (request, reply) => {
      const currentUser = await requireUser(scope, request, 'changing');
      if (currentUser.isErr()) return sendAuthError(request, reply, currentUser.error);
      const removed = await removeRecoveryCodes(ports, {
        ...currentUser.value,
        language: visitorLanguage(request),
        context: requestContext(request),
      });
      if (removed.isErr()) return sendAuthError(request, reply, removed.error, 'recovery_codes');
      return reply.send({ id: removed.value.id });
    },
  );
}
