import type { Admin } from '@coachsite/core/roles';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { sendSiteError } from '../http/site-errors.ts';
import { type AdminError, type AdminPorts, admitAdmin } from './actor.ts';

const admitted = new WeakMap<FastifyRequest, Admin>();

/** Sends the error in the wire format of the route. */
type SendError = (reply: FastifyReply, error: AdminError) => FastifyReply;

/**
 * An `onRequest` hook that lets only admins through: it decides before any of the body is
 * read. Source: docs/security.md#UP-1.
 */
export function adminsOnly(
  ports: AdminPorts,
  config: Config,
  sendError: SendError = sendSiteError,
  options: Parameters<typeof admitAdmin>[3] = {},
) {
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply | undefined> => {
    const admin = await admitAdmin(request, ports, config, options);
    if (admin.isErr()) return sendError(reply, admin.error);
    admitted.set(request, admin.value);
    return undefined;
  };
}

/** The admin that `adminsOnly` admitted. */
export function adminOf(request: FastifyRequest): Admin {
  const admin = admitted.get(request);
  if (!admin) throw new Error(`${request.url} has no adminsOnly hook`);
  return admin;
}
