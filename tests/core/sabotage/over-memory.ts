import type { BlobStore } from '@coachsite/core/ebook';
import * as testing from '@coachsite/core/testing';
import {
  type MemoryClock,
  memoryClock,
  memoryDigest,
  type OpenedBlobStore,
  type Ports,
  type TestRunner,
} from '@coachsite/core/testing';
import * as siteTesting from '@coachsite/core/testing/site';
import { lockedPdf, makePdf } from '../support/tiny-pdf.ts';

/** What a sabotage makes of an adapter; `fresh` makes another one of the kind, without its state. */
export type Wrap = <Port extends object>(port: Port, fresh: () => Port) => Port;

/** Runs the suite of a port over its memory adapter, which `wrap` may sabotage. */
type OverMemory = (runner: TestRunner, wrap: Wrap) => void;

/** A store alone. */
const alone =
  <Port extends object>(
    suite: (runner: TestRunner, open: () => Promise<Port>) => void,
    make: () => Port,
  ): OverMemory =>
  (runner, wrap) =>
    suite(runner, async () => wrap(make(), make));

/** A port whose functions are not all asynchronous. */
const atOnce =
  <Port extends object>(
    suite: (runner: TestRunner, open: () => Port) => void,
    make: () => Port,
  ): OverMemory =>
  (runner, wrap) =>
    suite(runner, () => wrap(make(), make));

/** A service that can be disconnected. */
function memorySwitch() {
  let isUp = true;
  const disconnect = () => {
    isUp = false;
  };
  return { isUp: () => isUp, disconnect };
}

const inbox = () => {
  const queue = testing.memoryMailQueue();
  return { queue, store: testing.memoryMessageStore(queue) };
};
const interests = () => {
  const queue = testing.memoryMailQueue();
  const store = testing.memoryInterestStore(queue);
  return { queue, store, launches: testing.memoryLaunchStore(store, queue) };
};
const admins = () => {
  const [users, roles] = [testing.memoryUserStore(), testing.memoryRoleStore()];
  return { users, roles, admins: testing.memoryAdminStore(users, roles) };
};
/** The accounts of the suites of sessions and tokens. */
const members = async () => {
  const users = testing.memoryUserStore();
  for (const id of ['u', 'v']) await users.create(testing.userOf(testing.idOf(id)));
  return users;
};
export const sessionStores = async (): Promise<testing.SessionStores> => {
  const users = await members();
  return { users, sessions: testing.memorySessionStore(users) };
};
export const tokenStores = async (): Promise<testing.TokenStores> => {
  const users = await members();
  return { users, tokens: testing.memoryTokenStore(users) };
};
const blobs = (clock: MemoryClock = memoryClock()) => testing.memoryBlobStore(clock, memoryDigest);
/** A blob store with this mistake, and how its files get their age. */
export const openedBlobs = (mistake: (store: BlobStore) => BlobStore): OpenedBlobStore => {
  const clock = memoryClock();
  return {
    store: mistake(blobs(clock)),
    keepAt: (staged, at) => {
      clock.set(at);
      return staged.keep();
    },
  };
};
let keys = 0;
const nextKey = () => {
  keys += 1;
  return `key-${keys}`;
};
/** A PNG of this size, as far as the memory adapter reads it, with text in its metadata. */
function png(width: number, height: number, text: string): Uint8Array {
  const number = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff);
  const letters = (word: string) => Array.from(word, (letter) => letter.charCodeAt(0));
  return Uint8Array.from([
    ...[0x89, ...letters('PNG\r\n\u001a\n'), ...number(13), ...letters('IHDR')],
    ...[...number(width), ...number(height), 8, 2, 0, 0, 0],
    ...letters(text.padEnd(2000)),
    ...[...letters('IEND'), 0xae, 0x42, 0x60, 0x82],
  ]);
}

export const overMemory: Readonly<Record<keyof siteTesting.SitePorts, OverMemory>> = {
  AdminStore: (runner, wrap) =>
    testing.adminStoreContract(runner, async () => {
      const opened = admins();
      return { ...opened, admins: wrap(opened.admins, () => admins().admins) };
    }),
  AttemptStore: alone(testing.attemptStoreContract, testing.memoryAttemptStore),
  AuthMessenger: (runner, wrap) =>
    testing.authMessengerContract(runner, async () => {
      const messenger = testing.memoryAuthMessenger();
      const received = async () =>
        messenger.sent.map((message) => ({ to: message.to, text: JSON.stringify(message) }));
      return { sender: wrap(messenger, testing.memoryAuthMessenger), received };
    }),
  BlobStore: (runner, wrap) =>
    testing.blobStoreContract(
      runner,
      async () => openedBlobs((store) => wrap(store, () => blobs())),
      memoryDigest,
    ),
  CaptchaVerifier: (runner, wrap) =>
    testing.captchaVerifierContract(runner, async () => {
      const { isUp, disconnect } = memorySwitch();
      const { solve, ...captcha } = testing.memoryCaptchaVerifier(isUp);
      return { captcha: wrap(captcha, testing.memoryCaptchaVerifier), solve, disconnect };
    }),
  Clock: atOnce(testing.clockContract, () => ({ now: memoryClock().now })),
  ConsentLog: (runner, wrap) =>
    testing.consentLogContract(runner, async (limit?: number) => {
      const make = () => testing.memoryConsentLog(limit);
      return wrap(make(), make);
    }),
  DatabaseSnapshots: (runner, wrap) =>
    testing.databaseSnapshotsContract(runner, async () => {
      const opened = testing.memoryDatabaseSnapshots();
      const fresh = () => testing.memoryDatabaseSnapshots().snapshots;
      return { ...opened, snapshots: wrap(opened.snapshots, fresh) };
    }),
  Digest: atOnce(testing.digestContract, () => memoryDigest),
  DownloadLog: alone(testing.downloadLogContract, testing.memoryDownloadLog),
  EbookStore: alone(testing.ebookStoreContract, testing.memoryEbookStore),
  FactorStore: alone(testing.factorStoreContract, testing.memoryFactorStore),
  FactsStore: alone(siteTesting.factsStoreContract, siteTesting.memoryFactsStore),
  FlowStore: alone(testing.flowStoreContract, testing.memoryFlowStore),
  Ids: atOnce(testing.idsContract, testing.memoryIds),
  InterestMails: atOnce(testing.interestMailsContract, testing.memoryInterestMails),
  InterestStore: (runner, wrap) =>
    testing.interestStoreContract(runner, async () => {
      const opened = interests();
      return { ...opened, store: wrap(opened.store, () => interests().store) };
    }),
  LaunchStore: (runner, wrap) =>
    testing.launchStoreContract(runner, async () => {
      const opened = interests();
      return { ...opened, launches: wrap(opened.launches, () => interests().launches) };
    }),
  LockoutStore: alone(testing.lockoutStoreContract, testing.memoryLockoutStore),
  MailQueue: alone(testing.mailQueueContract, testing.memoryMailQueue),
  Mailer: (runner, wrap) =>
    testing.mailerContract(runner, async () => {
      const { isUp, disconnect } = memorySwitch();
      const { sent, ...mailer } = testing.memoryMailer(isUp);
      const received = async () =>
        sent.map(({ to, subject, text }) => ({ to, text: `${subject}\n${text}` }));
      return { sender: wrap(mailer, testing.memoryMailer), disconnect, received };
    }),
  MaintenanceLog: alone(testing.maintenanceLogContract, testing.memoryMaintenanceLog),
  MessageMails: atOnce(testing.messageMailsContract, testing.memoryMessageMails),
  MessageStore: (runner, wrap) =>
    testing.messageStoreContract(runner, async () => {
      const opened = inbox();
      return { ...opened, store: wrap(opened.store, () => inbox().store) };
    }),
  OidcClient: (runner, wrap) =>
    testing.oidcClientContract(
      runner,
      async () => {
        const open = () => testing.memoryOidcClient('partner', 'https://partner.example', 'site');
        const opened = open();
        return {
          ...opened,
          client: wrap(opened.client, () => open().client),
          provider: 'partner',
          issuer: 'https://partner.example',
          clientId: 'site',
          redirectUri: 'https://site.example/callback',
        };
      },
      memoryDigest,
    ),
  Outbox: (runner, wrap) =>
    testing.outboxContract(runner, async () => {
      const { add, count, removeAbout } = testing.memoryOutbox();
      const outbox = wrap<Ports['Outbox']>({ removeAbout }, testing.memoryOutbox);
      return { outbox, addMail: add, addSms: add, count: async () => count() };
    }),
  PasswordHasher: atOnce(testing.passwordHasherContract, testing.memoryPasswordHasher),
  PauseStore: alone(testing.pauseStoreContract, testing.memoryPauseStore),
  PdfInspector: (runner, wrap) =>
    testing.pdfInspectorContract(
      runner,
      () => wrap(testing.memoryPdfInspector(), testing.memoryPdfInspector),
      { threePages: makePdf({ pages: 3 }), locked: lockedPdf() },
    ),
  PhoneMessenger: (runner, wrap) =>
    testing.phoneMessengerContract(runner, async () => {
      const { isUp, disconnect } = memorySwitch();
      const { sent, ...messenger } = testing.memoryPhoneMessenger(isUp);
      const received = async () => sent.map(({ to, code }) => ({ to, text: code }));
      return { sender: wrap(messenger, testing.memoryPhoneMessenger), disconnect, received };
    }),
  PortraitMaker: (runner, wrap) =>
    siteTesting.portraitMakerContract(
      runner,
      () => wrap(siteTesting.memoryPortraitMaker(), siteTesting.memoryPortraitMaker),
      {
        picture: png(600, 480, ''),
        other: png(480, 600, 'secret place'),
        secret: 'secret place',
        small: { picture: png(479, 900, ''), least: 480 },
        large: { picture: png(10_000, 5_001, ''), most: 50 },
      },
    ),
  Pseudonyms: atOnce(testing.pseudonymsContract, () => testing.memoryPseudonyms(nextKey())),
  Random: atOnce(testing.randomContract, testing.memoryRandom),
  ReportStore: alone(testing.reportStoreContract, testing.memoryReportStore),
  RoleStore: alone(testing.roleStoreContract, testing.memoryRoleStore),
  SamlServiceProvider: (runner, wrap) =>
    testing.samlServiceProviderContract(runner, async () => {
      const { saml, respond } = testing.memorySamlServiceProvider('corp.example');
      return {
        saml: wrap(saml, () => testing.memorySamlServiceProvider('corp.example').saml),
        domain: 'corp.example',
        respond: (url, value) => respond(url, { nameId: { value, format: 'persistent' } }),
        forge: () => 'forged',
      };
    }),
  SecretBox: atOnce(testing.secretBoxContract, testing.memorySecretBox),
  SecurityLog: (runner, wrap) => {
    const open = async (...limits: Parameters<typeof testing.memorySecurityLog>) => {
      const make = () => testing.memorySecurityLog(...limits);
      return wrap(make(), make);
    };
    testing.securityLogContract(runner, open, open);
  },
  SessionStore: (runner, wrap) =>
    testing.sessionStoreContract(runner, async () => {
      const { users, sessions } = await sessionStores();
      return { users, sessions: wrap(sessions, () => testing.memorySessionStore(users)) };
    }),
  SetupTokenStore: alone(testing.setupTokenStoreContract, testing.memorySetupTokenStore),
  SmsQueue: alone(testing.smsQueueContract, testing.memorySmsQueue),
  SmsSender: (runner, wrap) =>
    testing.smsSenderContract(runner, async () => {
      const { isUp, disconnect } = memorySwitch();
      const { sent, ...sender } = testing.memorySmsSender(isUp);
      const received = async () => sent.map(({ to, text }) => ({ to, text }));
      return { sender: wrap(sender, testing.memorySmsSender), disconnect, received };
    }),
  TokenSigner: atOnce(testing.tokenSignerContract, () => testing.memoryTokenSigner(nextKey())),
  TokenStore: (runner, wrap) =>
    testing.tokenStoreContract(runner, async () => {
      const { users, tokens } = await tokenStores();
      return { users, tokens: wrap(tokens, () => testing.memoryTokenStore(users)) };
    }),
  Totp: atOnce(testing.totpContract, testing.memoryTotp),
  UserStore: alone(testing.userStoreContract, testing.memoryUserStore),
};
