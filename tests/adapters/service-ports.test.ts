import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CaptchaOptions, captchaVerifier } from '@coachsite/adapters/captcha';
import { filesystemSetupTokenStore } from '@coachsite/adapters/filesystem';
import { oidcClient } from '@coachsite/adapters/oidc';
import { unpdfInspector } from '@coachsite/adapters/pdf';
import { postgresSetupTokenStore } from '@coachsite/adapters/postgres';
import { samlServiceProvider } from '@coachsite/adapters/saml';
import { sha256 } from '@coachsite/adapters/system';
import {
  captchaVerifierContract,
  oidcClientContract,
  pdfInspectorContract,
  samlServiceProviderContract,
  setupTokenStoreContract,
} from '@coachsite/core/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openBrowser } from '../conformance/support/browser.ts';
import { humanToken, startCaptchaVerifier } from '../support/fake-services/captcha-verifier.ts';
import { type Person, startOpenIdProvider } from '../support/fake-services/openid-provider.ts';
import { startSamlProvider } from '../support/fake-services/saml-provider.ts';
import { lockedPdf, makePdf } from '../support/pdf.ts';
import { emptyPostgres } from '../support/postgres-schema.ts';

const runner = { test, expect };
const folder = () => mkdtempSync(join(tmpdir(), 'coachsite-services-'));
const pdfs = { threePages: makePdf({ pages: 3 }), locked: lockedPdf() };

describe('filesystem', () =>
  setupTokenStoreContract(runner, async () =>
    filesystemSetupTokenStore(join(folder(), 'setup-token')),
  ));

describe('postgres', () =>
  setupTokenStoreContract(runner, async () => postgresSetupTokenStore(await emptyPostgres())));

describe('unpdf', () => pdfInspectorContract(runner, unpdfInspector, pdfs));

describe.each(['turnstile', 'hcaptcha'] as const)('captcha service %s', (provider) => {
  const optionsOf = (setting: string): CaptchaOptions => ({
    ...(JSON.parse(setting) as CaptchaOptions),
    provider,
  });

  captchaVerifierContract(runner, async () => {
    const service = await startCaptchaVerifier();
    onTestFinished(() => service.close());
    let count = 0;
    return {
      captcha: captchaVerifier(optionsOf(service.setting)),
      solve: () => {
        count += 1;
        return humanToken(String(count));
      },
      disconnect: service.close,
    };
  });

  test('is asked with what its documentation names', async () => {
    const service = await startCaptchaVerifier();
    onTestFinished(() => service.close());
    const captcha = captchaVerifier(optionsOf(service.setting));
    expect(await captcha.isHuman(humanToken(), '192.0.2.7')).toBe(true);
    // hCaptcha takes the site key too, so that a token of another site is rejected.
    const siteKey = provider === 'hcaptcha' ? { sitekey: 'public-site-key' } : {};
    expect(service.received).toEqual([
      {
        secret: 'a-secret-of-the-verifier',
        response: humanToken(),
        remoteip: '192.0.2.7',
        ...siteKey,
      },
    ]);
  });
});

describe('OpenID provider', () =>
  oidcClientContract(
    runner,
    async () => {
      const redirectUri = 'http://127.0.0.1:9/callback';
      const service = await startOpenIdProvider({ redirectUri });
      onTestFinished(() => service.close());
      const isThere = (url: URL) => url.href.startsWith(redirectUri);
      return {
        client: oidcClient([service.setting()]),
        provider: 'partner',
        issuer: service.url,
        clientId: service.clientId,
        redirectUri,
        signIn: async (url, claims) => {
          service.signsIn(claims as unknown as Person);
          return (await openBrowser().go(url, isThere)).href;
        },
        idToken: (claims, audience) =>
          service.idToken(
            claims as unknown as Person,
            audience === undefined ? {} : { aud: audience },
          ),
        disconnect: service.close,
      };
    },
    sha256,
  ));

describe('SAML provider', () =>
  samlServiceProviderContract(runner, async () => {
    const service = await startSamlProvider();
    onTestFinished(() => service.close());
    const saml = await samlServiceProvider({
      issuer: 'https://site.example/auth/v1',
      keysDirectory: folder(),
      providers: [service.setting('corp.example')],
      digest: sha256,
    });
    const respond = async (url: string, nameId: string, foreignKey = false) =>
      Buffer.from(await service.respond(service.read(url), { nameId, foreignKey })).toString(
        'base64',
      );
    return {
      saml,
      domain: 'corp.example',
      respond,
      forge: (url, nameId) => respond(url, nameId, true),
    };
  }));
