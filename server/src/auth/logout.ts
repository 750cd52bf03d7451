import { endByRefreshToken, type SignOutScope, signOut } from '@coachsite/core/session';
import { z } from 'zod';
import { type MemberError, memberErrors } from '../access/actor.ts';
import { requestContext } from '../access/throttle.ts';
import { documentsErrors } from '../http/documented-errors.ts';
import { clearSessionCookies, refreshCookieName } from '../http/session-cookies.ts';
import { gate, requireUser, wantsCookies } from './current-user.ts';
import { authErrors, sendAuthError, sendInvalid } from './errors.ts';
import type { AuthScope } from './scope.ts';

const scopes: readonly string[] = ['global', 'local', 'others'] satisfies readonly SignOutScope[];
const isScope = (scope: string): scope is SignOutScope => scopes.includes(scope);

/** POST /logout. In cookie mode the cookies are always cleared. Source: docs/wire.md#4.13. */
export function logoutRoute(scope: AuthScope): void {
  const { app, ports, config } = scope;
  app.post(
    '/logout',
    {
      onRequest: gate(scope),
      config: documentsErrors<MemberError>(authErrors())(memberErrors),
      schema: {
        operationId: 'signOut',
        summary: 'Ends one, the other or all sessions',
        querystring: z.object({ scope: z.string().optional() }),
        response: { 204: z.undefined().describe('Signed out') },
      },
    },
    async (request, reply) => {
      const wanted = request.query.scope ?? 'global';
      if (!isScope(wanted)) {
        return sendInvalid(request, reply, `Unsupported logout scope "${wanted.slice(0, 20)}"`);
      }
      const context = requestContext(request);
      const currentUser = await requireUser(scope, request, 'changing');
      const leave = () => {
        clearSessionCookies(reply, config);
        // Pages that the browser keeps to go back to. Not "cookies" or "storage": those hold the choice of cookies, which must
        // be remembered, the language and drafts of any visitor, and reach the subdomains, which are not ours. Responses
        // about people are never kept (no-store).
        reply.header('clear-site-data', '"cache"');
      };
      const byCookie = wantsCookies(request) && request.headers.authorization === undefined;
      const crossSite = currentUser.isErr() && currentUser.error.kind === 'cross_site_request';
      if (byCookie && !crossSite && wanted !== 'others') leave();
      if (currentUser.isErr()) {
        // The refresh token may still be valid after the access token has expired, and must not outlive a sign-out.
        const token = byCookie ? request.cookies[refreshCookieName(config)] : undefined;
        const ended =
          token !== undefined &&
          !crossSite &&
          (await endByRefreshToken(ports, { token, scope: wanted, context }));
        if (!ended) return sendAuthError(request, reply, currentUser.error);
      } else {
        const { session, via } = currentUser.value;
        if (via === 'cookie' && wanted !== 'others') leave();
        await signOut(ports, { session, scope: wanted, context });
      }
      return reply.code(204).send();
    },
  );
}
