import { argon2PasswordHasher } from '@coachsite/adapters/argon2';
import { captchaVerifier } from '@coachsite/adapters/captcha';
import { readPhone } from '@coachsite/adapters/contract';
import { sharpPictureMaker } from '@coachsite/adapters/images';
import { jwtSigner } from '@coachsite/adapters/jwt';
import { oidcClient } from '@coachsite/adapters/oidc';
import { openOutbox } from '@coachsite/adapters/outbox';
import { unpdfInspector } from '@coachsite/adapters/pdf';
import { hmacPseudonyms } from '@coachsite/adapters/pseudonyms';
import { samlServiceProvider } from '@coachsite/adapters/saml';
import { aesSecretBox } from '@coachsite/adapters/secret-box';
import { webhookSmsSender } from '@coachsite/adapters/sms';
import { smtpMailer } from '@coachsite/adapters/smtp';
import { cryptoIds, cryptoRandom, sha256, sharedFor } from '@coachsite/adapters/system';
import { otplibTotp } from '@coachsite/adapters/totp';
import { webauthnVerifier } from '@coachsite/adapters/webauthn';
import type { SiteBound } from '@coachsite/core/one-time-token';
import type { SecurityEvent, SecurityEventKind } from '@coachsite/core/security-log';
import { errorNames } from '@coachsite/core/text';
import { unmovedSite } from '../backup/holds-site.ts';
import { authSettings } from '../config/auth-settings.ts';
import type { Config } from '../config/config.ts';
import { openDataDirectory } from '../config/data-directory.ts';
import { earlierAssets } from '../config/earlier-assets.ts';
import { showStoredFacts } from '../config/live-facts.ts';
import { alarmMail } from '../mails/alarm.ts';
import { queuedAuthMessenger } from '../mails/auth-mails.ts';
import { boundAlert } from '../mails/bound-alert.ts';
import { contactMails } from '../mails/contact.ts';
import { phoneMessenger } from '../mails/phone-messages.ts';
import { needKeys } from './lost-keys.ts';
import { partedNote } from './parted-accounts.ts';
import type { Ports, Services, Stores } from './ports.ts';
import { openStores, type StoreOptions } from './stores.ts';

export type { ListPorts, Ports } from './ports.ts';

/** The part of a logger that failures need. */
type FailureLog = Readonly<Record<'warn' | 'error', (fields: object, message: string) => void>>;

/** Listeners for failures that the visitor does not see. `errors` are names without messages or personal data. */
export interface FailureListeners {
  /** An identity provider that could not be used. */
  readonly unusableProvider: (failure: {
    readonly provider: 'oidc' | 'saml';
    readonly errors: readonly string[];
    /** The name of an OpenID provider, and the word that its administrator needs. */
    readonly name?: string;
    readonly detail?: string | undefined;
  }) => void;
  /** A bound of the messages of the whole site that was reached. */
  readonly boundReached: (bound: SiteBound) => void;
  /** A mail to the owner about such a bound that could not be queued. */
  readonly lostAlert: (failure: { readonly errors: readonly string[] }) => void;
  /** A row of the audit trail that could not be written. */
  readonly lostEvent: (event: {
    readonly actionType: SecurityEventKind;
    readonly errors: readonly string[];
  }) => void;
}

/** Listeners that write each failure to the log. */
export const failureLog = (log: FailureLog): FailureListeners => ({
  unusableProvider: (failure) => log.warn(failure, 'provider not usable'),
  boundReached: (bound) => log.warn({ bound }, 'bound of the messages of the site reached'),
  lostAlert: (failure) => log.error(failure, 'alert about a bound not queued'),
  lostEvent: (event) => log.error(event, 'security event not written'),
});

/** How the ports are opened. */
export interface ComposeOptions extends StoreOptions {
  /** Called with each failure; by default none is reported. */
  readonly failures?: Partial<FailureListeners>;
}

/**
 * Wires every port to its adapter. A use case takes only the ports that it names; the notes are what the operator of a server
 * should know of its site. Rejects with a one-line message when the data directory or the database cannot be used.
 */
export async function compose(
  config: Config,
  options: ComposeOptions = {},
): Promise<Ports & { readonly notes: readonly string[] }> {
  const opened = openDataDirectory(config.dataDirectory);
  if (opened.isErr()) throw new Error(opened.error);
  // Asked before the stores make a site of an empty database, and by servers only, as it takes a connection.
  const unmoved = options.hasLock ? await unmovedSite(config) : undefined;
  const stores = await openStores(config, options);
  try {
    const keysNote = options.mayRenewKeys
      ? undefined
      : await needKeys(config, await stores.keysInUse());
    const connectionsNote = options.hasLock ? await stores.connectionsNote() : undefined;
    const parted = options.hasLock ? partedNote(await stores.partedAccounts()) : undefined;
    const notes = [unmoved, keysNote, connectionsNote, parted].filter((note) => note !== undefined);
    return { ...stores, ...(await connect(stores, config, options.failures ?? {})), notes };
  } catch (error) {
    // Open connections would keep a command from ending.
    await stores.close();
    throw error;
  }
}

/** The kinds of hashes that came with accounts of another service are asked for again after this time, in milliseconds. */
const otherKindsMs = 10_000;

/** Every port beside the stores, with its adapter. Rejects as `compose` does. */
async function connect(
  stores: Stores,
  config: Config,
  failures: Partial<FailureListeners>,
): Promise<Services & Pick<Stores, 'securityLog'>> {
  const { clock, facts, mailQueue, securityLog, smsQueue } = stores;
  await showStoredFacts(facts, config.liveFacts);
  const from = config.mailFrom;
  const outbox = openOutbox({ directory: config.outboxDirectory, from, clock });
  const eventListeners = new Set<(event: SecurityEvent) => void>();
  const report =
    (provider: 'oidc' | 'saml') =>
    (error: unknown, about: object = {}) =>
      failures.unusableProvider?.({ provider, errors: errorNames(error), ...about });
  const alert = boundAlert(stores, config, (error) =>
    failures.lostAlert?.({ errors: errorNames(error) }),
  );
  const reportBound = (bound: SiteBound) => {
    failures.boundReached?.(bound);
    alert(bound);
  };
  const smsSender = config.smsUrl ? webhookSmsSender({ url: config.smsUrl }) : outbox.smsSender;
  return {
    ids: cryptoIds,
    random: cryptoRandom,
    readPhone,
    digest: sha256,
    pictureMaker: sharpPictureMaker(),
    oidc: oidcClient(config.auth.oauthProviders, report('oidc')),
    saml: await samlServiceProvider({
      issuer: authSettings(config).issuer,
      keysDirectory: config.keysDirectory,
      providers: config.auth.ssoProviders,
      digest: sha256,
      report: report('saml'),
    }),
    captcha: config.auth.captcha ? captchaVerifier(config.auth.captcha) : undefined,
    securityLog: {
      ...securityLog,
      record: async (event: SecurityEvent) => {
        for (const listen of eventListeners) listen(event);
        await securityLog.record(event);
      },
    },
    reportLostEvent: (actionType: SecurityEventKind, error: unknown) =>
      failures.lostEvent?.({ actionType, errors: errorNames(error) }),
    pseudonyms: hmacPseudonyms({ directory: config.keysDirectory }),
    passwords: argon2PasswordHasher({
      otherKinds: sharedFor(otherKindsMs, () => stores.moved.hashKinds()),
    }),
    signer: jwtSigner({
      directory: config.keysDirectory,
      tokenTtlMs: config.auth.accessTokenTtlSeconds * 1000,
      clock,
    }),
    messenger: queuedAuthMessenger(
      { mailQueue, attempts: stores.attempts, ids: cryptoIds, clock, reportBound },
      config,
    ),
    reportBound,
    smsSender,
    phoneMessenger: phoneMessenger({ smsQueue, smsSender, ids: cryptoIds, clock }, config.site),
    totp: otplibTotp(),
    passkeyVerifier: webauthnVerifier(),
    secretBox: aesSecretBox({ directory: config.keysDirectory }),
    messageMails: contactMails(config),
    alarmMail: alarmMail(config),
    outbox,
    mailer: config.smtpUrl ? smtpMailer({ url: config.smtpUrl, from }) : outbox.mailer,
    pdfInspector: unpdfInspector(),
    earlierAssets: earlierAssets(config.dataDirectory),
    onEvent: (listener) => {
      eventListeners.add(listener);
    },
  };
}
