import { HealthResponse, KeysResponse, SettingsResponse } from '@coachsite/adapters/contract';
import { signingKeysCacheMs } from '@coachsite/core/session';
import type { AuthScope } from './scope.ts';

/** Public endpoints: keys, settings, health. Source: docs/wire.md#4.14. */
export function openRoutes(scope: AuthScope): void {
  const { app, ports, config } = scope;

  app.get(
    '/.well-known/jwks.json',
    {
      schema: {
        operationId: 'getSigningKeys',
        summary: 'Lists the public signing keys',
        response: { 200: KeysResponse },
      },
    },
    async (_request, reply) =>
      reply
        .header('cache-control', `public, max-age=${signingKeysCacheMs / 1000}`)
        .send({ keys: [...(await ports.signer.publicKeys())] }),
  );

  app.get(
    '/settings',
    {
      schema: {
        operationId: 'getAuthSettings',
        summary: 'Reads the public settings of the auth service',
        response: { 200: SettingsResponse },
      },
    },
    async (_request, reply) => {
      const providers = config.auth.oauthProviders.map(({ name }) => [name, true] as const);
      return reply.send({
        external: {
          anonymous_users: config.auth.anonymous,
          email: config.auth.email,
          phone: config.auth.phone,
          ...Object.fromEntries(providers),
        },
        disable_signup: !config.auth.signUp,
        mailer_autoconfirm: config.auth.autoconfirm,
        phone_autoconfirm: config.auth.autoconfirm,
        sms_provider: config.smsUrl ? 'webhook' : 'outbox',
        saml_enabled: config.auth.ssoProviders.length > 0,
        passkeys_enabled: true,
      });
    },
  );

  app.get(
    '/health',
    {
      schema: {
        operationId: 'getAuthHealth',
        summary: 'Says that the auth service is up',
        response: { 200: HealthResponse },
      },
    },
    async (_request, reply) =>
      reply.send({
        version: 'v2',
        name: 'auth',
        description: 'Accounts and sessions of this site',
      }),
  );
}
