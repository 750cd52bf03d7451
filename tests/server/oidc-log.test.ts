import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openBrowser } from '../conformance/support/browser.ts';
import { startOpenIdProvider } from '../support/fake-services/openid-provider.ts';
import { freePort } from '../support/free-port.ts';
import { startSiteProcess } from '../support/site-process.ts';

test('the log says which OpenID provider refused a request, by its code, and nothing of a visitor who changed their mind', async () => {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const provider = await startOpenIdProvider({ redirectUri: `${url}/auth/v1/callback` });
  const site = await startSiteProcess(mkdtempSync(join(tmpdir(), 'coachsite-')), {
    PORT: port,
    PUBLIC_URL: url,
    LOG_LEVEL: 'warn',
    OAUTH_PROVIDERS: JSON.stringify([provider.setting('partner')]),
  });
  await site.ready;
  const isBack = (at: URL) => at.origin === url && !at.pathname.startsWith('/auth/v1/');
  for (const error of ['access_denied', 'Ann Peeters may not', 'invalid_scope']) {
    provider.misbehave({ error: { error, error_description: 'zeldzaamwoord' } });
    const back = await openBrowser().go(`${url}/auth/v1/authorize?provider=partner`, isBack);
    expect(back.searchParams.get('error')).toBe(error);
  }
  await expect.poll(() => site.said.out).toContain('invalid_scope');
  const lines = site.said.out
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
  expect(lines).toMatchObject([
    { provider: 'partner', error: 'not a code', msg: 'OpenID provider refused the request' },
    { provider: 'partner', error: 'invalid_scope' },
  ]);
  expect(site.said.out).not.toMatch(/zeldzaamwoord|Ann/);
  site.child.kill();
  await site.ended;
  await provider.close();
});
