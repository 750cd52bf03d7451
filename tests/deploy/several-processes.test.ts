import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goodPassword, newEmail } from '../support/auth-client.ts';
import { type SiteProcesses, startSiteProcesses } from '../support/site-processes.ts';
import { caddy, nginx } from './support/deploy-files.ts';
import { type ProxyRequest, send } from './support/https.ts';
import { type RunningProxy, startProxy } from './support/proxies.ts';
import { warnUntested } from './support/tools.ts';

describe.each([caddy, nginx])('two processes behind $name', (kind) => {
  const { name, program } = kind;
  if (!program) {
    warnUntested(`the file for ${name} in docs/deploy with two processes`, `the program ${name}`);
    test.skip(`${name} is not installed on this machine: its file is not tested`, () => undefined);
    return;
  }
  let site: SiteProcesses;
  let proxy: RunningProxy;
  beforeAll(async () => {
    site = await startSiteProcesses(2, { PUBLIC_URL: 'https://coach.example' });
    const ports = site.processes.map(({ url }) => Number(new URL(url).port));
    proxy = await startProxy(kind, ...ports);
  }, 120_000);
  afterAll(async () => {
    await proxy?.stop();
    await site?.stop();
  });

  const https = (path: string, request: Partial<ProxyRequest> = {}) =>
    send(path, { port: proxy.httpsPort, ...request });

  const json = { 'content-type': 'application/json', apikey: 'coachsite-public' };
  let token: string;

  test('both serve, and one knows the session that the other began', async () => {
    const signedUp = await https('/auth/v1/signup', {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ email: newEmail(), password: goodPassword }),
    });
    expect(signedUp.status, signedUp.body.toString()).toBe(200);
    token = JSON.parse(signedUp.body.toString()).access_token;
    const asUser = () =>
      https('/auth/v1/user', { headers: { ...json, authorization: `Bearer ${token}` } });
    const statuses = [];
    for (let times = 0; times < 20; times += 1) statuses.push((await asUser()).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const counts = await Promise.all(
      site.processes.map(async ({ url }) => {
        const text = await (await fetch(`${url}/metrics`)).text();
        return Number(
          /http_request_duration_seconds_count\{[^}]*auth\/v1\/user[^}]*\} (\d+)/.exec(text)?.[1] ??
            0,
        );
      }),
    );
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(20);
    for (const count of counts) expect(count).toBeGreaterThan(0);
  });

  test('one that was killed is not missed', async () => {
    const [first] = site.processes;
    first?.child.kill('SIGKILL');
    await first?.ended;
    for (let times = 0; times < 10; times += 1) {
      expect((await https('/about')).status).toBe(200);
      const user = await https('/auth/v1/user', {
        headers: { ...json, authorization: `Bearer ${token}` },
      });
      expect(user.status).toBe(200);
    }
  });
});
