import { oidcClient } from '@coachsite/adapters/oidc';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startOpenIdProvider } from '../support/fake-services/openid-provider.ts';

const redirectUri = 'http://127.0.0.1:9/callback';

async function started() {
  const provider = await startOpenIdProvider({ redirectUri });
  onTestFinished(() => provider.close());
  const report = vi.fn();
  const client = oidcClient([provider.setting()], report);
  const verify = () => client.verifyIdToken('partner', provider.idToken({ sub: 'ann' }), undefined);
  return { provider, report, client, verify };
}

test('keys of a provider that are not to be had are its trouble, which the operator reads', async () => {
  const { provider, report, verify } = await started();
  for (const how of ['failing', 'redirect'] as const) {
    provider.misbehave({ trouble: { path: '/jwks', how } });
    expect([how, await verify()]).toEqual([
      how,
      expect.objectContaining({ error: { kind: 'provider_unavailable' } }),
    ]);
  }
  expect(report).toHaveBeenCalledTimes(2);
  provider.honest();
  expect((await verify()).isOk()).toBe(true);
});

test('what a provider publishes is read again after ten minutes, also when the clock was set back', async () => {
  const { provider, verify } = await started();
  const reads = () =>
    provider.requestedPaths.filter((path) => path.startsWith('/.well-known')).length;
  await verify();
  await verify();
  expect(reads()).toBe(1);
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 10 * 60_000);
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 86_400_000);
  onTestFinished(() => void vi.restoreAllMocks());
  await verify();
  expect(reads()).toBe(2);
});
