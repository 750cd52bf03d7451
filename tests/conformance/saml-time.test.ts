import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { getUser, refresh, statusAndCode } from '../support/auth-client.ts';
import { startTestServer } from '../support/server.ts';
import { advance, connect, holdClock, need } from './support/client.ts';
import { beginSso, parametersOf, postedResponse, ssoSignIn } from './support/saml.ts';
import { employee, openSamlSite } from './support/saml-site.ts';

const { provider, server, rejected } = await openSamlSite();
afterEach(() => {
  vi.useRealTimers();
});

describe('docs/wire.md#9 time', () => {
  /** A server whose clock runs with the provider's. */
  const fresh = () =>
    startTestServer({ env: { SSO_PROVIDERS: JSON.stringify([provider.setting('corp.example')]) } });

  test.each([
    [30, true],
    [120, false],
  ])('a provider whose clock is %i s ahead: accepted %s', async (seconds, accepted) => {
    const own = await fresh();
    Object.assign(own.ports.clock, { now: () => Date.now() });
    const asked = await beginSso(await connect(own), provider);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });
    const xml = await provider.respond(asked);
    vi.useRealTimers();
    const at = await postedResponse(asked, xml);
    expect('access_token' in parametersOf(at)).toBe(accepted);
    await own.stop();
  });

  test.each(['implicit', 'pkce'] as const)(
    'the session ends when the provider says: SessionNotOnOrAfter, %s',
    async (flow) => {
      const own = await fresh();
      onTestFinished(holdClock(own));
      const now = own.ports.clock.now();
      // The clock of the provider.
      vi.useFakeTimers({ toFake: ['Date'], now });
      const connected = await connect(own, flow);
      const sessionEndsAt = now + 120_000;
      const at = await ssoSignIn(connected, provider, { nameId: employee(), sessionEndsAt });
      const { access_token, refresh_token, code = '' } = parametersOf(at);
      const { session } =
        flow === 'pkce'
          ? (await connected.auth.exchangeCodeForSession(code)).data
          : { session: { access_token, refresh_token } };
      const { access_token: bearer = '', refresh_token: token = '' } = need(session);
      expect((await getUser(own, bearer)).status).toBe(200);
      advance(own, 119_000);
      const renewed = await refresh(own, token);
      expect(renewed.status).toBe(200);
      advance(own, 1000);
      expect((await getUser(own, renewed.body.access_token)).body.error_code).toBe(
        'session_not_found',
      );
      const over = await refresh(own, renewed.body.refresh_token);
      expect(statusAndCode(over)).toEqual([400, 'session_expired']);
      await own.stop();
    },
  );

  test.each([1000, 120_000])(
    'a response whose session ended %i ms ago signs nobody in',
    async (ago) => {
      const own = await fresh();
      Object.assign(own.ports.clock, { now: () => Date.now() });
      const statement = { nameId: employee(), sessionEndsAt: Date.now() - ago };
      const at = await ssoSignIn(await connect(own), provider, statement);
      expect(parametersOf(at)).not.toHaveProperty('access_token');
      expect(parametersOf(at).error_code).toBe('validation_failed');
      await own.stop();
    },
  );

  test('a code whose session has ended meanwhile opens none: 422 flow_state_expired', async () => {
    const own = await fresh();
    onTestFinished(holdClock(own));
    const now = own.ports.clock.now();
    vi.useFakeTimers({ toFake: ['Date'], now });
    const connected = await connect(own, 'pkce');
    const statement = { nameId: employee(), sessionEndsAt: now + 10_000 };
    const { code = '' } = parametersOf(await ssoSignIn(connected, provider, statement));
    advance(own, 10_000);
    const { error } = await connected.auth.exchangeCodeForSession(code);
    expect(error).toMatchObject({ status: 422, code: 'flow_state_expired' });
    await own.stop();
  });

  test('a relay state lives five minutes', async () => {
    const late = await beginSso(await connect(server), provider);
    advance(server, 301_000);
    expect(await rejected(await postedResponse(late, await provider.respond(late)))).toBe(
      'saml_relay_state_expired',
    );
  });
});
