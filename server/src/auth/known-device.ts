import type { User } from '@coachsite/core/account';
import { initialLanguage } from '@coachsite/core/language';
import { clientNetwork } from '@coachsite/core/rate-limit';
import type { GrantedSession } from '@coachsite/core/session';
import { afterDeviceMailChange, deviceKeptMs, noticeOfDevice } from '@coachsite/core/sign-in';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { requestContext } from '../access/throttle.ts';
import type { Config } from '../config/config.ts';
import { cookieAttributes } from '../http/session-cookies.ts';
import { wantsCookies } from './current-user.ts';
import type { AuthScope } from './scope.ts';

/**
 * Name of the cookie by which an account knows a browser. Like those of the session no other host can set it, or somebody
 * could make a browser known that is theirs.
 */
const deviceCookieName = (config: Config): string =>
  config.isHttps ? '__Host-cs-device' : 'cs-device';

/** 128 random bits. */
const secretForm = /^[0-9a-f]{32}$/;

/** The secret that the browser has, or the one that it gets; undefined for a program that keeps no cookies. */
function secretOf(
  { ports, config }: AuthScope,
  request: FastifyRequest,
  reply: FastifyReply,
): string | undefined {
  const name = deviceCookieName(config);
  const kept = request.cookies[name];
  const isKept = kept !== undefined && secretForm.test(kept);
  if (!isKept && !wantsCookies(request)) return undefined;
  const secret = isKept ? kept : Buffer.from(ports.random.bytes(16)).toString('hex');
  if (wantsCookies(request))
    reply.setCookie(name, secret, { ...cookieAttributes(config), maxAge: deviceKeptMs / 1000 });
  return secret;
}

/** What tells a device from others. A program without cookies is known by its name and its network. */
function deviceOf(scope: AuthScope, request: FastifyRequest, reply: FastifyReply): string {
  const secret = secretOf(scope, request, reply);
  const { ip, userAgent } = requestContext(request);
  return secret === undefined ? `program.${clientNetwork(ip)}.${userAgent}` : `cookie.${secret}`;
}

/**
 * Mails the owner of an account that is told of new devices where this one has not signed in before. Other accounts get no
 * cookie, and nothing of their devices is kept. Source: docs/security.md#LK-16.
 */
export function tellOfDevice(
  scope: AuthScope,
  request: FastifyRequest,
  reply: FastifyReply,
  { user }: Pick<GrantedSession, 'user'>,
): Promise<void> {
  return noticeOfDevice(scope.ports, {
    user,
    device: () => deviceOf(scope, request, reply),
    ip: requestContext(request).ip,
    language: initialLanguage(request.cookies.language),
  });
}

/** Knows the device on which a member asks to be told of new ones, or forgets all of them. */
export async function changeDeviceMail(
  scope: AuthScope,
  request: FastifyRequest,
  reply: FastifyReply,
  { before, user }: { readonly before: User; readonly user: User },
): Promise<void> {
  const { ports, config } = scope;
  const areForgotten = await afterDeviceMailChange(ports, {
    before,
    user,
    device: () => deviceOf(scope, request, reply),
    language: initialLanguage(request.cookies.language),
  });
  if (areForgotten) reply.clearCookie(deviceCookieName(config), cookieAttributes(config));
}
