import { VerifyBody, VerifyQuery, VerifyResponse } from '@coachsite/adapters/contract';
import { canonicalEmail, checkPhone } from '@coachsite/core/account';
import { issueCode } from '@coachsite/core/federation';
import { pkcePrefix, type VerifyType } from '@coachsite/core/one-time-token';
import { startSession } from '@coachsite/core/session';
import { amrOfLink, type Proof, type VerifyError, verify } from '@coachsite/core/sign-in';
import { ok } from 'neverthrow';
import { requestContext, throttle } from '../access/throttle.ts';
import { authSettings } from '../config/auth-settings.ts';
import { documentsErrors } from '../http/documented-errors.ts';
import { type GateError, gate } from './current-user.ts';
import { authErrors, sendAuthError, sendInvalid, toErrorResponse } from './errors.ts';
import { tellOfDevice } from './known-device.ts';
import { redirectTarget } from './link-request.ts';
import { errorWords, goes, sessionParameters, withParameters } from './redirect.ts';
import { type AuthScope, authLimits } from './scope.ts';
import { sendSession } from './send-session.ts';

const types: readonly string[] = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email',
  'email_change',
  'sms',
  'phone_change',
] satisfies readonly VerifyType[];

const isType = (type: string | undefined): type is VerifyType =>
  type !== undefined && types.includes(type);

/** Types whose codes come by text message: they are verified with a phone number. */
const phoneTypes: readonly string[] = ['sms', 'phone_change'];

const halfText =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email';

/**
 * POST /verify: a typed code with its recipient, or the hash of a link that no PKCE request asked for.
 * Source: docs/wire.md#4.4, docs/security.md#LN-6.
 */
export function verifyRoute(scope: AuthScope): void {
  const { app, ports, config } = scope;
  const settings = authSettings(config);
  app.post(
    '/verify',
    {
      onRequest: gate(scope, authLimits.verify),
      config: documentsErrors<GateError | typeof checkPhone | typeof verify>(authErrors())([
        'otp_expired',
        'user_banned',
        'email_exists',
        'phone_exists',
        'cross_site_request',
        'over_request_rate_limit',
        'invalid_phone',
      ]),
      schema: {
        operationId: 'verifyToken',
        summary: 'Verifies a code or the token of a link',
        body: VerifyBody,
        response: { 200: VerifyResponse },
      },
    },
    async (request, reply) => {
      const { type, email, phone, token, token_hash: hash, redirect_to } = request.body;
      const context = requestContext(request);
      if (hash && (email || phone || token || redirect_to)) {
        const message = 'Only the token_hash and type should be provided';
        return sendInvalid(request, reply, message);
      }
      if (!hash && !token) {
        return sendInvalid(request, reply, 'Verify requires a token or a token hash');
      }
      if (!isType(type)) {
        return sendInvalid(request, reply, 'Verify requires a verification type');
      }
      const byPhone = phoneTypes.includes(type);
      if (!hash && (byPhone ? !phone || email : !email || phone)) {
        const message = 'Only an email address or phone number should be provided on verify';
        return sendInvalid(request, reply, message);
      }
      // The flow chosen with the request holds: this link leads to a code for the client that has the verifier.
      if (hash?.startsWith(pkcePrefix)) {
        return sendAuthError(request, reply, { kind: 'otp_expired', of: 'link' });
      }
      const recipient = phone ? checkPhone(phone) : ok(canonicalEmail(email ?? ''));
      if (recipient.isErr()) return sendAuthError(request, reply, recipient.error);
      const proof: Proof = hash
        ? { type, linkToken: hash }
        : { type, recipient: recipient.value, code: token ?? '' };
      const verified = await verify(ports, settings, { ...proof, context });
      if (verified.isErr()) return sendAuthError(request, reply, verified.error);
      if (verified.value.kind === 'half_confirmed') {
        return reply.send({ msg: halfText, code: '200' });
      }
      const { user, token: used } = verified.value;
      const recovers = used.type === 'recovery';
      const granted = await startSession(ports, settings, {
        user,
        method: 'otp',
        recovers,
        context,
      });
      if (granted.isErr()) {
        return sendAuthError(request, reply, { kind: 'otp_expired', of: hash ? 'link' : 'code' });
      }
      return sendSession(scope, request, reply, { granted: granted.value });
    },
  );
}

/** GET /verify: the URL of a mailed link, for clients that are not this site. */
export function verifyLinkRoute(scope: AuthScope): void {
  const { app, ports, config } = scope;
  const settings = authSettings(config);

  // Mail scanners send HEAD, which must not use the link up. Source: docs/security.md#LN-3.
  app.head('/verify', { schema: { hide: true } }, async (_request, reply) =>
    reply.code(204).send(),
  );

  const schema = {
    operationId: 'followLink',
    summary: 'Verifies the token of a mailed link and redirects',
    querystring: VerifyQuery,
    response: {
      303: goes('To where the link leads, with a session, a code, a message or what is wrong'),
      403: goes('A browser that only prefetches does not use the link up'),
    },
  };
  const documented = documentsErrors<typeof throttle>(authErrors())(['over_request_rate_limit']);
  app.get('/verify', { config: documented, schema }, async (request, reply) => {
    const { type, redirect_to } = request.query;
    const linkToken = request.query.token ?? request.query.token_hash ?? '';
    const target = redirectTarget(request, config, redirect_to);
    const isPkce = linkToken.startsWith(pkcePrefix);
    const places = isPkce ? (['query', 'fragment'] as const) : (['fragment'] as const);
    const fail = (error: VerifyError) => {
      const { status, code, message } = toErrorResponse(error);
      const word = errorWords[status];
      const description = { error_code: code, error_description: message };
      const parameters = word ? { error: word, ...description } : description;
      return reply.redirect(withParameters(target, parameters, places), 303);
    };

    // A browser that only prefetches must not use the link up.
    const purpose = String(request.headers['sec-purpose'] ?? request.headers.purpose ?? '');
    if (purpose.includes('prefetch')) return reply.code(403).send();
    const counted = await throttle(request, ports, config, authLimits.verify);
    if (counted.isErr()) return sendAuthError(request, reply, counted.error);
    if (!isType(type) || !linkToken) return fail({ kind: 'otp_expired', of: 'link' });
    const context = requestContext(request);
    const verified = await verify(ports, settings, { type, linkToken, context });
    if (verified.isErr()) return fail(verified.error);
    const { token } = verified.value;
    if (verified.value.kind === 'half_confirmed') {
      return reply.redirect(withParameters(target, { message: halfText }, places), 303);
    }
    const { user } = verified.value;
    if (token.challenge) {
      const ttlMs = config.auth.flowStateTtlSeconds * 1000;
      const code = await issueCode(
        ports,
        { authCodeTtlMs: ttlMs },
        {
          user,
          challenge: token.challenge,
          method: amrOfLink(token),
        },
      );
      return reply.redirect(withParameters(target, { code }, ['query']), 303);
    }
    const recovers = token.type === 'recovery';
    const started = await startSession(ports, settings, { user, method: 'otp', recovers, context });
    if (started.isErr()) return fail({ kind: 'otp_expired', of: 'link' });
    await tellOfDevice(scope, request, reply, started.value);
    const parameters = { ...sessionParameters(started.value), type };
    return reply.redirect(withParameters(target, parameters, ['fragment']), 303);
  });
}
