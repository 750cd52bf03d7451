import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp, createApp } from '@coachsite/server/app';
import { compose } from '@coachsite/server/compose';
import { readConfig } from '@coachsite/server/config';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startSite } from '../e2e/support/site.ts';
import { watchResponses } from '../support/documented.ts';
import { noPages, startTestServer } from '../support/server.ts';
import { startSiteProcesses } from '../support/site-processes.ts';

test('a test server responds at its own URL and shows the mails it sent', async () => {
  const server = await startTestServer();
  const health = await fetch(`${server.url}/healthz`);
  expect(health.status).toBe(200);
  await server.ports.mailQueue.enqueue(
    { id: 'm1', to: 'reader@example.com', subject: 'Dag', text: 'Dag\n', html: '<p>Dag</p>' },
    server.ports.clock.now(),
  );
  expect(await server.outbox('reader@example.com')).toMatchObject([{ subject: 'Dag' }]);
  await server.stop();
});

test('responses that differ from the documentation are noticed', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'coachsite-'));
  const config = readConfig({ DATA_DIR: directory, LOG_LEVEL: 'silent' })._unsafeUnwrap();
  const ports = await compose(config);
  const app = await buildApp(createApp(config), ports, config, { site: noPages });
  const documented = { code: 400, error_code: 'validation_failed', msg: 'No' };
  const responses = [
    ['as documented', 200, { version: 'v2', name: 'auth', description: 'x' }],
    ['another body', 200, { version: 2 }],
    ['another status', 201, { version: 'v2', name: 'auth', description: 'x' }],
    ['another error', 500, { ...documented, code: 500 }],
    ['a documented error', 500, { ...documented, error_code: 'unexpected_failure' }],
  ] as const;
  let next: (typeof responses)[number] = responses[0];
  app.addHook('preHandler', async (_request, reply) =>
    reply.code(next[1]).type('application/json').send(JSON.stringify(next[2])),
  );
  const wrong = watchResponses(app);
  const noticed: string[] = [];
  for (const response of responses) {
    next = response;
    const before = wrong.size;
    await app.inject({ url: '/auth/v1/health' });
    if (wrong.size > before) noticed.push(response[0]);
  }
  expect(noticed).toEqual(['another body', 'another status', 'another error']);

  await app.close();
  await ports.close();
  rmSync(directory, { recursive: true, force: true });
});

test('a server that sent one throws when it stops', async () => {
  const server = await startTestServer();
  Object.assign(server.ports.signer, { publicKeys: async () => ['no key'] });
  const response = await fetch(`${server.url}/auth/v1/.well-known/jwks.json`);
  expect(response.status).toBe(500);
  await expect(server.stop()).rejects.toThrow('GET /auth/v1/.well-known/jwks.json');
});

test('the product of the browser tests stops although its server has ended, and says so', async () => {
  const end =
    "import{subscribe}from'node:diagnostics_channel';subscribe('http.server.request.start',({request})=>request.url==='/end'&&process.exit(7))";
  const site = await startSite({ NODE_OPTIONS: `--import=data:text/javascript,${end}` });
  await fetch(`${site.url}/end`).catch(() => undefined);
  await expect(site.stop()).rejects.toThrow('A server ended with 7');
});

/** Ends every process but the first; each leaves its id in the folder. */
const onlyFirst = (folder: string) => {
  const program = `import{isMainThread}from'node:worker_threads';import{mkdirSync,writeFileSync}from'node:fs';
    if(isMainThread){writeFileSync('${folder}/'+process.pid,'');try{mkdirSync('${folder}/first')}catch{process.exit(7)}}`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(program)}` };
};

test.each([
  ['the product of the browser tests', startSite],
  ['the processes of a site', (env: Record<string, string>) => startSiteProcesses(2, env)],
] as const)('of %s none runs on when one does not start', async (_, start) => {
  vi.stubEnv('COACHSITE_E2E_SERVERS', '2');
  const folder = mkdtempSync(join(tmpdir(), 'coachsite-'));
  const ids = () =>
    readdirSync(folder)
      .filter((name) => name !== 'first')
      .map(Number);
  const isRunning = (id: number) => {
    try {
      return process.kill(id, 0);
    } catch {
      return false;
    }
  };
  onTestFinished(() => {
    vi.unstubAllEnvs();
    for (const id of ids().filter(isRunning)) process.kill(id);
    rmSync(folder, { recursive: true });
  });
  await expect(start(onlyFirst(folder))).rejects.toThrow('ended');
  expect(ids()).toHaveLength(2);
  expect(ids().filter(isRunning)).toEqual([]);
});
