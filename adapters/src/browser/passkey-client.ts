import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { err, ok, type Result } from 'neverthrow';
import type { Api, ApiError } from './api.ts';
import type { AuthClientPorts } from './auth-client.ts';
import { cookieTransport, type KeptSession, type SessionKeeper } from './session-keeper.ts';
import { createSignedInApi } from './signed-in-api.ts';

/** A passkey of the signed-in user. Source: docs/wire.md#17. */
export interface OwnPasskey {
  readonly id: string;
  readonly friendly_name: string;
  readonly created_at: string;
  readonly last_used_at?: string;
  /** Whether its provider keeps a copy, so that other devices have it too. */
  readonly backed_up: boolean;
}

/** What a browser or its user did instead of answering. */
export type CeremonyError =
  /** Cancelled, too late, or there is none: browsers do not say which. */
  | { readonly kind: 'passkey_cancelled' }
  /** The device has a passkey of this account already. */
  | { readonly kind: 'passkey_exists' };

type PasskeyResult<T> = Promise<Result<T, ApiError | CeremonyError>>;

/** Client of the passkeys: the calls of the server and the browser's own dialogs. Source: docs/wire.md#17. */
export interface PasskeyClient {
  /** Signs in with a passkey that the browser's dialog asks for. */
  readonly signIn: () => PasskeyResult<KeptSession>;
  /**
   * The same without a dialog: browsers that can offer it among the suggestions of the field whose `autocomplete` ends
   * with `webauthn`, until one is chosen, or until the signal ends it with `passkey_cancelled`.
   */
  readonly signInFromField: (until: AbortSignal) => PasskeyResult<KeptSession>;
  /** Adds one to the account of the signed-in user. */
  readonly add: () => PasskeyResult<Pick<OwnPasskey, 'id' | 'friendly_name'>>;
  readonly list: () => PasskeyResult<readonly OwnPasskey[]>;
  readonly rename: (id: string, name: string) => PasskeyResult<OwnPasskey>;
  readonly remove: (id: string) => PasskeyResult<unknown>;
}

/** A challenge of the server, and what the browser is asked with it. */
interface Ceremony<Options> {
  readonly challenge_id: string;
  readonly options: Options;
}

type Browser = typeof import('@simplewebauthn/browser');

/** The dialogs of the browser, which no page needs at its start. */
async function loadBrowser(): Promise<Result<Browser, ApiError>> {
  try {
    return ok(await import('@simplewebauthn/browser'));
  } catch {
    return err({ kind: 'network' });
  }
}

/** Asks the browser; errors as values. */
async function ask<T>(answer: Promise<T>): Promise<Result<T, CeremonyError>> {
  try {
    return ok(await answer);
  } catch (thrown) {
    const { code } = thrown as { readonly code?: unknown };
    const exists = code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
    return err({ kind: exists ? 'passkey_exists' : 'passkey_cancelled' });
  }
}

/** The site's own sessions have to prove a finger, a face or a PIN too. Source: docs/security.md#PK-6. */
const userVerification = 'required' as const;

const verified = (options: PublicKeyCredentialRequestOptionsJSON) => ({
  optionsJSON: { ...options, userVerification },
});

const verifiedNew = (options: PublicKeyCredentialCreationOptionsJSON) => ({
  optionsJSON: {
    ...options,
    authenticatorSelection: { ...options.authenticatorSelection, userVerification },
  },
});

/** Creates the client of the passkeys. It stores nothing: sessions belong to the session keeper. */
export function createPasskeyClient({
  api,
  keeper,
  captcha,
}: Pick<AuthClientPorts, 'captcha'> & {
  readonly api: Api;
  readonly keeper: SessionKeeper;
}): PasskeyClient {
  const signedIn = createSignedInApi(api, keeper);
  const given = { headers: cookieTransport };
  const path = '/auth/v1/passkeys';
  /**
   * The options of the server, the answer of the browser, and what the server makes of it. The dialogs are loaded beside
   * the options: Safari wants little time between the press and its dialog.
   */
  async function ceremony<Options, T>(
    caller: Api,
    kind: 'registration' | 'authentication',
    body: object,
    answer: (browser: Browser, options: Options) => Promise<unknown>,
  ): PasskeyResult<T> {
    const [begun, browser] = await Promise.all([
      caller.post<Ceremony<Options>>(`${path}/${kind}/options`, body, given),
      loadBrowser(),
    ]);
    if (begun.isErr()) return err(begun.error);
    if (browser.isErr()) return err(browser.error);
    const credential = await ask(answer(browser.value, begun.value.options));
    if (credential.isErr()) return err(credential.error);
    const said = { challenge_id: begun.value.challenge_id, credential: credential.value };
    return caller.post<T>(`${path}/${kind}/verify`, said, given);
  }
  const signInBy = (
    body: object,
    answer: (browser: Browser, options: PublicKeyCredentialRequestOptionsJSON) => Promise<unknown>,
  ) =>
    ceremony<PublicKeyCredentialRequestOptionsJSON, KeptSession>(
      api,
      'authentication',
      body,
      answer,
    );
  return {
    signIn: () => {
      const token = captcha?.();
      const body = token === undefined ? {} : { gotrue_meta_security: { captcha_token: token } };
      return signInBy(body, (browser, options) => browser.startAuthentication(verified(options)));
    },
    signInFromField: async (until) => {
      const loaded = await loadBrowser();
      if (loaded.isErr()) return err(loaded.error);
      const { browserSupportsWebAuthnAutofill, WebAuthnAbortService } = loaded.value;
      if (!(await browserSupportsWebAuthnAutofill())) return err({ kind: 'passkey_cancelled' });
      until.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony(), { once: true });
      return signInBy({}, async (browser, options) => {
        until.throwIfAborted();
        return browser.startAuthentication({ ...verified(options), useBrowserAutofill: true });
      });
    },
    add: () =>
      ceremony<PublicKeyCredentialCreationOptionsJSON, OwnPasskey>(
        signedIn,
        'registration',
        {},
        (browser, options) => browser.startRegistration(verifiedNew(options)),
      ),
    list: () => signedIn.get(path, given),
    rename: (id, name) => signedIn.patch(`${path}/${id}`, { friendly_name: name }, given),
    remove: (id) => signedIn.delete(`${path}/${id}`, given),
  };
}
