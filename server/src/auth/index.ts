import type { FastifyError } from 'fastify';
import type { Ports } from '../compose.ts';
import type { Config } from '../config/config.ts';
import type { App } from '../http/create-app.ts';
import { isMethodWrong } from '../http/errors.ts';
import { statusOf } from '../http/store-failure.ts';
import { authorizeRoute, callbackRoutes } from './authorize.ts';
import { challengeRoute, enrollRoute, removeFactorRoute, verifyFactorRoute } from './factors.ts';
import { identityRoutes } from './identities.ts';
import { logoutRoute } from './logout.ts';
import { openRoutes } from './open.ts';
import { otpRoute } from './otp.ts';
import { sendAuthError } from './problems.ts';
import { reauthenticateRoute } from './reauthenticate.ts';
import { recoverRoute } from './recover.ts';
import { resendRoute } from './resend.ts';
import type { AuthScope } from './scope.ts';
import { signUpRoute } from './signup.ts';
import { samlRoutes, ssoRoute } from './sso.ts';
import { tokenRoute } from './token.ts';
import { userRoutes } from './user.ts';
import { verifyLinkRoute, verifyRoute } from './verify.ts';

/** Refusals before a route decides, by status. Source: docs/wire.md#1. */
const early: Readonly<Record<number, { readonly code: string; readonly message: string }>> = {
  400: { code: 'bad_json', message: 'Could not parse request body as JSON' },
  413: { code: 'request_entity_too_large', message: 'Request body is too large' },
  415: { code: 'validation_failed', message: 'Request body must be JSON' },
};

const nothingThere = {
  status: 404,
  code: 'not_found',
  message: 'There is nothing at this address',
};
const wrongMethod = {
  status: 405,
  code: 'method_not_allowed',
  message: 'This address does not take that method',
};

/** Errors in the wire's own forms, and 404 as JSON for what is not there. */
function speakTheWire(app: App): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const { validation, validationContext } = error;
    if (validation) {
      const [issue] = validation;
      const field = issue?.instancePath.replaceAll('/', '.').replace(/^\./, '');
      const place = field || validationContext || 'request';
      const message = `${place}: ${issue?.message ?? 'invalid'}`;
      return sendAuthError(request, reply, { status: 400, code: 'validation_failed', message });
    }
    const status = statusOf(error);
    if (status >= 400 && status < 500) {
      const told = early[status] ?? { code: 'validation_failed', message: 'Bad request' };
      return sendAuthError(request, reply, { status, ...told });
    }
    request.log.error({ err: error }, 'unexpected error');
    const message = 'Unexpected failure, please check server logs for more information';
    return sendAuthError(request, reply, {
      status,
      code: 'unexpected_failure',
      message,
    });
  });
  app.setNotFoundHandler((request, reply) => {
    const told = isMethodWrong(request, reply) ? wrongMethod : nothingThere;
    return sendAuthError(request, reply, told);
  });
}

/** The auth service under `/auth/v1`, one file per call. Source: docs/wire.md#4. */
export function authRoutes(parent: App, ports: Ports, config: Config): void {
  parent.register(
    async (instance) => {
      const app = instance as App;
      speakTheWire(app);
      const scope: AuthScope = { app, ports, config };
      signUpRoute(scope);
      tokenRoute(scope);
      otpRoute(scope);
      verifyRoute(scope);
      verifyLinkRoute(scope);
      resendRoute(scope);
      recoverRoute(scope);
      reauthenticateRoute(scope);
      userRoutes(scope);
      authorizeRoute(scope);
      callbackRoutes(scope);
      ssoRoute(scope);
      samlRoutes(scope);
      identityRoutes(scope);
      logoutRoute(scope);
      enrollRoute(scope);
      challengeRoute(scope);
      verifyFactorRoute(scope);
      removeFactorRoute(scope);
      openRoutes(scope);
    },
    { prefix: '/auth/v1' },
  );
}
