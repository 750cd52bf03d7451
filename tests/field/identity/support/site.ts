import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { parametersOf } from '../../../conformance/support/saml.ts';
import { call, getUser } from '../../../support/auth-client.ts';
import { freePort } from '../../../support/free-port.ts';
import { readOutbox } from '../../../support/outbox.ts';
import { startSiteProcess } from '../../../support/site-process.ts';
import { openPerson, type Person } from './person.ts';

/** Somebody who signs in: what they do at the provider, and the address that it has of them. */
export interface Visitor {
  readonly answers: Parameters<typeof openPerson>[0];
  readonly address: string;
}

/** The domain of the addresses of an employer. */
const domain = 'corp.example';

/** How a sign-in ended. */
export interface End {
  readonly ends: 'in' | 'in after a mail' | 'refused';
  /** The address that the provider has. */
  readonly address: string;
  /** Of a session. */
  readonly email?: string;
  readonly userId?: string;
  /** What the provider calls the person. */
  readonly subject?: string;
  /** The line of the log about a refusal. */
  readonly line?: Readonly<Record<string, string>> | undefined;
}

/** Starts the site in a process, as people run it, with the providers of an environment. */
export async function startFederatedSite(envOf: (url: string) => Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'coachsite-identity-'));
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const site = await startSiteProcess(folder, {
    PORT: port,
    PUBLIC_URL: url,
    LOG_LEVEL: 'warn',
    ...envOf(url),
  });
  await site.ready;
  const isBack = (at: URL) => at.origin === url && !at.pathname.startsWith('/auth/v1/');

  /** The line that the site logs of the last sign-in; the log arrives on its own. */
  const loggedLine = async (): Promise<Readonly<Record<string, string>>> => {
    await expect.poll(() => site.said.out).toMatch(/\n$/);
    return JSON.parse(site.said.out.trim().split('\n').at(-1) ?? '');
  };

  const confirm = async (address: string) => {
    const mailed = async () =>
      (await readOutbox(join(folder, 'outbox'))).find(({ to }) => to === address);
    await expect.poll(mailed).toBeDefined();
    const body = { type: 'signup', email: address, token: (await mailed())?.code };
    expect((await call(site, 'POST', '/auth/v1/verify', { body })).status).toBe(200);
  };

  const enter = async (start: string, visitor: Visitor, person: Person): Promise<End> => {
    const { address } = visitor;
    site.said.out = '';
    const back = parametersOf(await person.visit(start, isBack));
    if (back.error_code === 'provider_email_needs_verification') {
      await confirm(address);
      return { ...(await enter(start, visitor, person)), ends: 'in after a mail' };
    }
    if (!back.access_token) return { ends: 'refused', address, line: await loggedLine() };
    const { body } = await getUser(site, back.access_token);
    const subject = body.identities[0]?.id;
    return { ends: 'in', address, email: body.email, userId: body.id, subject };
  };

  return {
    url,
    /** Signs somebody in by the domain of their employer. */
    enterBySaml: async (visitor: Visitor) => {
      const body = { domain, skip_http_redirect: true };
      const started = await call(site, 'POST', '/auth/v1/sso', { body });
      return enter(started.body.url, visitor, openPerson(visitor.answers));
    },
    /** Signs somebody in at a provider by its name. */
    enterByOidc: (name: string, visitor: Visitor) =>
      enter(`${url}/auth/v1/authorize?provider=${name}`, visitor, openPerson(visitor.answers)),
    metadata: async () => (await call(site, 'GET', '/auth/v1/sso/saml/metadata')).text,
    stop: async () => {
      site.child.kill('SIGTERM');
      await site.ended;
    },
  };
}

/** Starts the site with the one identity provider of `domain`. */
export const startSamlSite = (metadataUrl: string) =>
  startFederatedSite(() => ({ SSO_PROVIDERS: JSON.stringify([{ domain, metadataUrl }]) }));

export type FederatedSite = Awaited<ReturnType<typeof startFederatedSite>>;
