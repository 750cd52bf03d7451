import type { FastifyError } from 'fastify';
import type { Ports } from '../compose/index.ts';
import type { Config } from '../config/config.ts';
import type { App } from '../http/create-app.ts';
import { statusOf } from '../http/error-status.ts';
import { isMethodWrong, logUnexpected } from '../http/errors.ts';
import { authorizeRoute, callbackRoutes } from './authorize.ts';
import { sendAuthTransportError, sendInvalid } from './errors.ts';
import { respondEvenly } from './even-time.ts';
import { challengeRoute, verifyFactorRoute } from './factor-challenge.ts';
import { enrollRoute, removeFactorRoute } from './factors.ts';
import { identityRoutes } from './identities.ts';
import { logoutRoute } from './logout.ts';
import { openRoutes } from './open.ts';
import { otpRoute } from './otp.ts';
import { registrationOptionsRoute, registrationVerifyRoute } from './passkey-registration.ts';
import { passkeyOptionsRoute, passkeySignInRoute } from './passkey-sign-in.ts';
import { passkeysRoute, removePasskeyRoute, renamePasskeyRoute } from './passkeys.ts';
import { reauthenticateRoute } from './reauthenticate.ts';
import { recoverRoute } from './recover.ts';
import { recoveryFactorRoutes } from './recovery-factor.ts';
import { resendRoute } from './resend.ts';
import type { AuthScope } from './scope.ts';
import { signUpRoute } from './signup.ts';
import { samlRoutes, ssoRoute } from './sso.ts';
import { tokenRoute } from './token.ts';
import { userRoutes } from './user.ts';
import { verifyLinkRoute, verifyRoute } from './verify.ts';

/** The kind of an error raised before the route's handler, by status. Source: docs/wire.md#1. */
const early = {
  400: 'bad_request',
  413: 'body_too_large',
  415: 'unsupported_media_type',
} as const;

const isEarly = (status: number): status is keyof typeof early => status in early;

/** Errors in GoTrue's form, and 404 as JSON for unknown paths. */
function setErrorHandlers(app: App): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const { validation, validationContext } = error;
    if (validation) {
      const [issue] = validation;
      const field = issue?.instancePath.replaceAll('/', '.').replace(/^\./, '');
      const place = field || validationContext || 'request';
      const message = `${place}: ${issue?.message ?? 'invalid'}`;
      return sendInvalid(request, reply, message);
    }
    const status = statusOf(error);
    if (status >= 400 && status < 500) {
      if (isEarly(status)) return sendAuthTransportError(request, reply, early[status]);
      return sendInvalid(request, reply, 'Bad request', { status });
    }
    logUnexpected(request, error);
    return sendAuthTransportError(request, reply, 'unexpected_failure', status);
  });
  app.setNotFoundHandler((request, reply) => {
    const kind = isMethodWrong(request, reply) ? 'method_not_allowed' : 'not_found';
    return sendAuthTransportError(request, reply, kind);
  });
}

/** The auth service under `/auth/v1`, one file per call. Source: docs/wire.md#4. */
export function authRoutes(parent: App, ports: Ports, config: Config): void {
  parent.register(
    async (instance) => {
      const app = instance as App;
      setErrorHandlers(app);
      const scope: AuthScope = { app, ports, config };
      signUpRoute(scope);
      tokenRoute(scope);
      verifyRoute(scope);
      verifyLinkRoute(scope);
      app.register(async (even) => {
        const evenly = { ...scope, app: even as App };
        respondEvenly(even);
        otpRoute(evenly);
        resendRoute(evenly);
        recoverRoute(evenly);
      });
      reauthenticateRoute(scope);
      userRoutes(scope);
      authorizeRoute(scope);
      callbackRoutes(scope);
      ssoRoute(scope);
      samlRoutes(scope);
      identityRoutes(scope);
      logoutRoute(scope);
      enrollRoute(scope);
      recoveryFactorRoutes(scope);
      challengeRoute(scope);
      verifyFactorRoute(scope);
      removeFactorRoute(scope);
      passkeyOptionsRoute(scope);
      passkeySignInRoute(scope);
      registrationOptionsRoute(scope);
      registrationVerifyRoute(scope);
      passkeysRoute(scope);
      renamePasskeyRoute(scope);
      removePasskeyRoute(scope);
      openRoutes(scope);
    },
    { prefix: '/auth/v1' },
  );
}
