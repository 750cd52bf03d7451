import { PasskeyBody, PasskeyResponse, PasskeysResponse } from '@coachsite/adapters/contract';
import { isUuid } from '@coachsite/core/kernel';
import { removePasskey, renamePasskey } from '@coachsite/core/passkey';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Authenticated, type MemberError, memberErrors } from '../access/actor.ts';
import { requestContext } from '../access/throttle.ts';
import { documentsErrors } from '../http/documented-errors.ts';
import { gate, requireUser } from './current-user.ts';
import { authErrors, sendAuthError, sendInvalid } from './errors.ts';
import { noSuchPath } from './factors.ts';
import { visitorLanguage } from './link-request.ts';
import { toPasskeyJson } from './passkey-json.ts';
import type { AuthScope } from './scope.ts';

/** The path of one passkey. A UUID may be in capitals. */
const PasskeyPath = z.object({ passkeyId: z.string().toLowerCase() });

/** The current user of a request about one passkey. Sends the error itself. */
async function requirePasskeyUser(
  scope: AuthScope,
  request: FastifyRequest,
  reply: FastifyReply,
  passkeyId: string,
): Promise<Authenticated | undefined> {
  const currentUser = await requireUser(scope, request, 'changing');
  if (currentUser.isErr()) {
    sendAuthError(request, reply, currentUser.error);
    return undefined;
  }
  if (isUuid(passkeyId)) return currentUser.value;
  sendAuthError(request, reply, { kind: 'passkey_not_found' });
  return undefined;
}

/** GET /passkeys. Source: docs/wire.md#17. */
export function passkeysRoute(scope: AuthScope): void {
  const { app, ports } = scope;
  app.get(
    '/passkeys',
    {
      config: documentsErrors<MemberError>(authErrors('passkeys'))(memberErrors),
      schema: {
        operationId: 'listPasskeys',
        summary: 'Lists the passkeys of the current user',
        response: { 200: PasskeysResponse },
      },
    },
    async (request, reply) => {
      const currentUser = await requireUser(scope, request, 'reading');
      if (currentUser.isErr()) return sendAuthError(request, reply, currentUser.error);
      const passkeys = await ports.passkeys.ofUser(currentUser.value.user.id);
      return reply.send(passkeys.map(toPasskeyJson));
    },
  );
}

/** PATCH /passkeys/{id}. Source: docs/wire.md#17. */
export function renamePasskeyRoute(scope: AuthScope): void {
  const { app, ports } = scope;
  app.patch(
    '/passkeys/:passkeyId',
    {
      onRequest: gate(scope),
      config: documentsErrors<MemberError | typeof renamePasskey>(
        authErrors('passkeys'),
        noSuchPath,
      )([...memberErrors, 'passkey_name_invalid', 'passkey_not_found']),
      schema: {
        operationId: 'renamePasskey',
        summary: 'Gives a passkey another name',
        params: PasskeyPath,
        body: PasskeyBody,
        response: { 200: PasskeyResponse },
      },
    },
    async (request, reply) => {
      const { passkeyId } = request.params;
      const currentUser = await requirePasskeyUser(scope, request, reply, passkeyId);
      if (!currentUser) return reply;
      const { friendly_name: name } = request.body;
      if (!name) return sendInvalid(request, reply, 'friendly_name is required');
      const renamed = await renamePasskey(ports, {
        ...currentUser,
        passkeyId,
        name,
        context: requestContext(request),
      });
      if (renamed.isErr()) return sendAuthError(request, reply, renamed.error, 'passkeys');
      return reply.send(toPasskeyJson(renamed.value));
    },
  );
}

/** DELETE /passkeys/{id}. Source: docs/wire.md#17, docs/security.md#PK-5. */
export function removePasskeyRoute(scope: AuthScope): void {
  const { app, ports } = scope;
  app.delete(
    '/passkeys/:passkeyId',
    {
      onRequest: gate(scope),
      config: documentsErrors<MemberError | typeof removePasskey>(
        authErrors('passkeys'),
        noSuchPath,
      )([...memberErrors, 'insufficient_aal', 'reauthentication_needed', 'passkey_not_found']),
      schema: {
        operationId: 'removePasskey',
        summary: 'Removes a passkey',
        params: PasskeyPath,
        response: { 204: z.undefined().describe('Removed') },
      },
    },
    async (request, reply) => {
      const { passkeyId } = request.params;
      const currentUser = await requirePasskeyUser(scope, request, reply, passkeyId);
      if (!currentUser) return reply;
      const removed = await removePasskey(ports, {
        ...currentUser,
        passkeyId,
        language: visitorLanguage(request),
        context: requestContext(request),
      });
      if (removed.isErr()) return sendAuthError(request, reply, removed.error, 'passkeys');
      return reply.code(204).send();
    },
  );
}
