import {
  captchaVerifierContract,
  memoryCaptchaVerifier,
  memoryDigest,
  memoryOidcClient,
  memoryPdfInspector,
  memorySamlServiceProvider,
  memorySetupTokenStore,
  oidcClientContract,
  pdfInspectorContract,
  samlServiceProviderContract,
  setupTokenStoreContract,
  type TestRunner,
} from '@coachsite/core/testing';
import { ok } from 'neverthrow';
import { lockedPdf, makePdf } from '../support/tiny-pdf.ts';
import type { Sabotages } from './watch.ts';

type Oidc = ReturnType<typeof memoryOidcClient>;

const oidc = (runner: TestRunner, sabotage: (opened: Oidc) => Partial<Oidc['client']>) =>
  oidcClientContract(
    runner,
    async () => {
      const opened = memoryOidcClient('partner', 'https://partner.example', 'the-site');
      return {
        ...opened,
        client: { ...opened.client, ...sabotage(opened) },
        provider: 'partner',
        issuer: 'https://partner.example',
        clientId: 'the-site',
        redirectUri: 'https://site.example/callback',
      };
    },
    memoryDigest,
  );

export const serviceSabotages: Sabotages = {
  'replaces a set-up token that was offered before': (runner) =>
    setupTokenStoreContract(runner, async () => {
      const store = memorySetupTokenStore();
      return {
        ...store,
        offer: async (token) => {
          await store.remove();
          return store.offer(token);
        },
      };
    }),
  'takes everybody for human while the captcha service is down': (runner) =>
    captchaVerifierContract(runner, async () => {
      let isUp = true;
      const captcha = memoryCaptchaVerifier();
      return {
        captcha: { isHuman: async (token, ip) => !isUp || captcha.isHuman(token, ip) },
        solve: captcha.solve,
        disconnect: () => {
          isUp = false;
        },
      };
    }),
  'accepts a solved captcha twice': (runner) =>
    captchaVerifierContract(runner, async () => {
      let isUp = true;
      const captcha = memoryCaptchaVerifier();
      const solved = new Set<string>();
      return {
        captcha: { isHuman: async (token) => isUp && solved.has(token) },
        solve: () => {
          const token = captcha.solve();
          solved.add(token);
          return token;
        },
        disconnect: () => {
          isUp = false;
        },
      };
    }),
  'reads only the first part of a PDF': (runner) =>
    pdfInspectorContract(
      runner,
      () => {
        const inspector = memoryPdfInspector();
        return {
          inspect: (bytes) =>
            inspector.inspect(
              (async function* () {
                for await (const chunk of bytes) {
                  yield chunk;
                  return;
                }
              })(),
            ),
        };
      },
      { threePages: makePdf({ pages: 3 }), locked: lockedPdf() },
    ),
  'does not compare the nonce': (runner) =>
    oidc(runner, ({ client }) => {
      let nonce = '';
      return {
        authorizationUrl: (name, request) => {
          nonce = request.nonce;
          return client.authorizationUrl(name, request);
        },
        exchange: (name, response) => client.exchange(name, { ...response, nonce }),
      };
    }),
  'does not compare the state': (runner) =>
    oidc(runner, ({ client }) => ({
      exchange: (name, response) => {
        const state = new URL(response.callbackUrl).searchParams.get('state') ?? '';
        return client.exchange(name, { ...response, state });
      },
    })),
  'accepts an ID token for another client': (runner) =>
    oidc(runner, ({ client }) => ({
      verifyIdToken: async (...given) => {
        const read = await client.verifyIdToken(...given);
        return read.isErr() && read.error.kind === 'unacceptable_audience' ? ok({}) : read;
      },
    })),
  'reads a SAML response without a signature': (runner) =>
    samlServiceProviderContract(runner, async () => {
      const { saml, respond } = memorySamlServiceProvider();
      const about = (url: string, value: string) =>
        respond(url, { nameId: { value, format: 'persistent' } });
      return { saml, domain: 'corp.example', respond: about, forge: about };
    }),
};
