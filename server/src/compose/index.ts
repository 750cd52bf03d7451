import { argon2PasswordHasher } from '@coachsite/adapters/argon2';
import { captchaVerifier } from '@coachsite/adapters/captcha';
import { type Article, articleList, readPhone } from '@coachsite/adapters/contract';
import { sharpPortraitMaker } from '@coachsite/adapters/images';
import { jwtSigner } from '@coachsite/adapters/jwt';
import { oidcClient } from '@coachsite/adapters/oidc';
import { openOutbox } from '@coachsite/adapters/outbox';
import { unpdfInspector } from '@coachsite/adapters/pdf';
import { hmacPseudonyms } from '@coachsite/adapters/pseudonyms';
import { samlServiceProvider } from '@coachsite/adapters/saml';
import { aesSecretBox } from '@coachsite/adapters/secret-box';
import { webhookSmsSender } from '@coachsite/adapters/sms';
import { smtpMailer } from '@coachsite/adapters/smtp';
import { cryptoIds, cryptoRandom, sha256 } from '@coachsite/adapters/system';
import { otplibTotp } from '@coachsite/adapters/totp';
import type { Post } from '@coachsite/core/blog';
import type { Language } from '@coachsite/core/language';
import type { SiteBound } from '@coachsite/core/one-time-token';
import type { SecurityEvent, SecurityEventKind } from '@coachsite/core/security-log';
import { errorNames } from '@coachsite/core/text';
import { unmovedSite } from '../backup/holds-site.ts';
import { authSettings } from '../config/auth-settings.ts';
import type { Config } from '../config/config.ts';
import { openDataDirectory } from '../config/data-directory.ts';
import { showStoredFacts } from '../config/live-facts.ts';
import { queuedAuthMessenger } from '../mails/auth-mails.ts';
import { boundAlert } from '../mails/bound-alert.ts';
import { contactMails } from '../mails/contact.ts';
import { interestMails } from '../mails/notify-me.ts';
import { phoneMessenger } from '../mails/phone-messages.ts';
import { needKeys } from './lost-keys.ts';
import { partedNote } from './parted-accounts.ts';
import type { Stores } from './sqlite-stores.ts';
import { openStores, type StoreOptions } from './stores.ts';

/** Listeners for failures that the visitor does not see. `errors` are names without messages or personal data. */
interface FailureListeners {
  /** An identity provider that could not be used. */
  readonly unusableProvider: (failure: {
    readonly provider: 'oidc' | 'saml';
    readonly errors: readonly string[];
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

/**
 * Wires every port to its adapter. A use case takes only the ports that it names; the notes are what the operator of a server
 * should know of its site. Rejects with a one-line message when the data directory or the database cannot be used.
 */
export async function compose(config: Config, options: StoreOptions = {}) {
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
    return { ...(await connect(stores, config)), notes };
  } catch (error) {
    // Open connections would keep a command from ending.
    await stores.close();
    throw error;
  }
}

/** The stores and every other port, with its adapter. Rejects as `compose` does. */
async function connect(stores: Stores, config: Config) {
  const { clock, facts, mailQueue, securityLog, smsQueue } = stores;
  await showStoredFacts(facts, config.liveFacts);
  const from = config.mailFrom;
  const outbox = openOutbox({ directory: config.outboxDirectory, from, clock });
  let eventListener: (event: SecurityEvent) => void = () => undefined;
  let listeners: FailureListeners = {
    unusableProvider: () => undefined,
    boundReached: () => undefined,
    lostAlert: () => undefined,
    lostEvent: () => undefined,
  };
  let posts: () => readonly Post<Article>[] = () => [];
  const newestArticle = (language: Language) => articleList(posts(), language, 1)?.items[0];
  const report = (provider: 'oidc' | 'saml') => (error: unknown) =>
    listeners.unusableProvider({ provider, errors: errorNames(error) });
  const alert = boundAlert(stores, config, (error) =>
    listeners.lostAlert({ errors: errorNames(error) }),
  );
  const reportBound = (bound: SiteBound) => {
    listeners.boundReached(bound);
    alert(bound);
  };
  const smsSender = config.smsUrl ? webhookSmsSender({ url: config.smsUrl }) : outbox.smsSender;
  return {
    ...stores,
    ids: cryptoIds,
    random: cryptoRandom,
    readPhone,
    digest: sha256,
    portraitMaker: sharpPortraitMaker(),
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
        eventListener(event);
        await securityLog.record(event);
      },
    },
    reportLostEvent: (actionType: SecurityEventKind, error: unknown) =>
      listeners.lostEvent({ actionType, errors: errorNames(error) }),
    pseudonyms: hmacPseudonyms({ directory: config.keysDirectory }),
    passwords: argon2PasswordHasher(),
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
    secretBox: aesSecretBox({ directory: config.keysDirectory }),
    messageMails: contactMails(config),
    newestArticle,
    interestMails: interestMails(config, newestArticle),
    outbox,
    mailer: config.smtpUrl ? smtpMailer({ url: config.smtpUrl, from }) : outbox.mailer,
    pdfInspector: unpdfInspector(),
    /** Connects the logger, which is created after the ports. */
    onFailure: (to: FailureListeners) => {
      listeners = to;
    },
    /** Connects the public articles, newest first, which are opened after the ports. */
    useArticles: (read: typeof posts) => {
      posts = read;
    },
    /** Sees every event that this process records, for the metrics. */
    onEvent: (listener: (event: SecurityEvent) => void) => {
      eventListener = listener;
    },
  };
}

/** All ports, as the routes pass them on. */
export type Ports = Awaited<ReturnType<typeof connect>>;
