import { requireHuman } from '@coachsite/core/captcha';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientIp } from '../http/client.ts';
import { sendAuthError } from './errors.ts';
import type { AuthScope } from './scope.ts';

interface Puzzled {
  readonly gotrue_meta_security?:
    | { readonly captcha_token?: string | null | undefined }
    | null
    | undefined;
}

/**
 * Requires a solved CAPTCHA where one is configured, after the body is read and before it is used. Sends the error
 * itself. Source: docs/contract.md#2.
 */
export function humansOnly({ ports }: AuthScope) {
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply | undefined> => {
    const body = request.body as Puzzled | undefined;
    const token = body?.gotrue_meta_security?.captcha_token;
    const human = await requireHuman(ports.captcha, token, clientIp(request));
    return human.isErr() ? sendAuthError(request, reply, human.error) : undefined;
  };
}
