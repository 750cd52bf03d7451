import type { Page } from '@coachsite/adapters/contract';
import { decideGuard } from '@coachsite/core/roles';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { languageToRepeat } from '../http/language.ts';
import { accessCookieName, refreshCookieName } from '../http/session-cookies.ts';
import { mirrorLanguage } from './send-page.ts';

/**
 * Leads somebody who brings no session from a protected page to the sign-in page, which the page itself would do once its
 * scripts run. Whether a session is still good is for the calls of the page to find out. False when the page is shown.
 * Source: docs/rules.md#2, docs/performance.md#apps.
 */
export function leadToSignIn(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Config,
  { guard }: Page,
): boolean {
  const { cookies, url: path } = request;
  if (guard === 'none' || cookies[accessCookieName(config)] || cookies[refreshCookieName(config)])
    return false;
  const decision = decideGuard({
    loading: false,
    user: undefined,
    requireAdmin: guard === 'admin',
    path,
  });
  if (decision.kind !== 'redirect') return false;
  mirrorLanguage(request, reply, config);
  // Where cookies are blocked, or a program keeps none.
  const to = decision.to + languageToRepeat(request).replace('?', '&');
  void reply.header('cache-control', 'no-store').redirect(to, 303);
  return true;
}
