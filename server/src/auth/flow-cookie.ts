import { toBase64Url } from '@coachsite/core/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import type { AuthScope } from './scope.ts';

const cookieName = (config: Config) => (config.isHttps ? '__Host-cs-flow' : 'cs-flow');
const form = /^[A-Za-z0-9_-]{43}$/;

/** Half an hour: several flows may be under way in one browser, each for five minutes. */
const maxAgeSeconds = 1800;

/** The secret that ties a flow to the browser that began it. Source: docs/security.md#FD-1. */
export function flowSecret(request: FastifyRequest, config: Config): string | undefined {
  const secret = request.cookies[cookieName(config)];
  return secret && form.test(secret) ? secret : undefined;
}

/** Sets the browser's secret: the one it has, or a new one. */
export function keepFlowSecret(
  { ports, config }: AuthScope,
  request: FastifyRequest,
  reply: FastifyReply,
): string {
  const secret = flowSecret(request, config) ?? toBase64Url(ports.random.bytes(32));
  reply.setCookie(cookieName(config), secret, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: config.isHttps,
    maxAge: maxAgeSeconds,
  });
  return secret;
}
