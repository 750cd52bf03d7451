import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { program } from '@coachsite/ui/site-build';
import { expect, test } from 'vitest';
import { type Statement, startSamlProvider } from '../support/fake-services/saml-provider.ts';
import { freePort } from '../support/free-port.ts';
import { json } from '../support/requests.ts';

test('the log says which provider sent a response that was not accepted, and which check it failed', async () => {
  const provider = await startSamlProvider();
  const directory = mkdtempSync(join(tmpdir(), 'coachsite-'));
  const port = await freePort();
  const SSO_PROVIDERS = JSON.stringify([provider.setting('corp.example')]);
  const own = { PORT: String(port), DATA_DIR: directory, LOG_LEVEL: 'warn', SSO_PROVIDERS };
  const server = spawn(process.execPath, [program], { env: { ...process.env, ...own } });
  let said = '';
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk;
    });
  const url = `http://localhost:${port}`;
  const isUp = async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.ok;
  await expect.poll(isUp, { timeout: 30_000 }).toBe(true);
  const nameId = 'zeldzaamwoord';
  const respond = async (statement: Statement) => {
    const started = await fetch(
      `${url}/auth/v1/sso`,
      json({ domain: 'corp.example', skip_http_redirect: true }, { apikey: 'coachsite-public' }),
    );
    const asked = provider.read((await started.json()).url);
    const xml = await provider.respond(asked, { nameId, ...statement });
    const body = new URLSearchParams({
      RelayState: asked.relayState,
      SAMLResponse: Buffer.from(xml).toString('base64'),
    });
    const ended = await fetch(asked.acs, { method: 'POST', body, redirect: 'manual' });
    return new URL(ended.headers.get('location') ?? '').searchParams;
  };
  const encryptId = (xml: string) =>
    xml.replace(/<saml:NameID.*<\/saml:NameID>/s, '<saml:EncryptedID/>');
  for (const [statement, reason, check] of [
    [{ foreignKey: true }, 'saml_assertion_invalid', 'signature'],
    [{ lifetimeSeconds: -120 }, 'saml_assertion_invalid', 'clock'],
    [{ recipient: 'https://elsewhere.example/acs' }, 'saml_assertion_invalid', 'recipient'],
    [{ before: encryptId }, 'saml_assertion_encrypted', undefined],
    [{ format: 'transient' }, 'saml_assertion_no_user_id', undefined],
  ] as const) {
    said = '';
    const back = await respond(statement);
    await expect.poll(() => said).toContain('SAML response not accepted');
    const line = JSON.parse(said.split('\n').find((each) => each.includes('SAML')) ?? '{}');
    expect(line).toMatchObject({ provider: provider.entityId, reason });
    expect(line.check).toBe(check);
    expect(said).not.toContain(nameId);
    // The site's own page learns the kind, where one code on the wire stands for several.
    expect(back.get('error_reason')).toBe(reason);
  }
  const ended = new Promise((done) => server.once('exit', done));
  server.kill();
  await ended;
  await provider.close();
  rmSync(directory, { recursive: true });
});
