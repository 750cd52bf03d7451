import * as testing from '@coachsite/core/testing';
import { memoryClock, memoryDigest, type TestRunner } from '@coachsite/core/testing';
import * as siteTesting from '@coachsite/core/testing/site';
import { lockedPdf, makePdf } from './tiny-pdf.ts';

/** What a test makes of an adapter. */
export type Wrap = <Port extends object>(port: Port) => Port;

/** Runs the suite of a port over what `wrap` makes of its memory adapter. */
type OverMemory = (runner: TestRunner, wrap: Wrap) => void;

/** A store alone. */
const alone =
  <Port extends object>(
    suite: (runner: TestRunner, open: () => Promise<Port>) => void,
    make: () => Port,
  ): OverMemory =>
  (runner, wrap) =>
    suite(runner, async () => wrap(make()));

/** A port whose functions are not all asynchronous. */
const atOnce =
  <Port extends object>(
    suite: (runner: TestRunner, open: () => Port) => void,
    make: () => Port,
  ): OverMemory =>
  (runner, wrap) =>
    suite(runner, () => wrap(make()));

/** A service that can be disconnected. */
function memorySwitch() {
  let isUp = true;
  const disconnect = () => {
    isUp = false;
  };
  return { isUp: () => isUp, disconnect };
}

const interests = () => {
  const queue = testing.memoryMailQueue();
  const store = testing.memoryInterestStore(queue);
  return { queue, store, launches: testing.memoryLaunchStore(store, queue) };
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
export const passkeyStores = async (): Promise<testing.PasskeyStores> => {
  const users = await members();
  return { users, passkeys: testing.memoryPasskeyStore(users) };
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
      const [users, roles] = [testing.memoryUserStore(), testing.memoryRoleStore()];
      return { users, roles, admins: wrap(testing.memoryAdminStore(users, roles)) };
    }),
  AlarmStore: (runner, wrap) =>
    siteTesting.alarmStoreContract(runner, async () => {
      const mails = testing.memoryMailQueue();
      return { mails, alarms: wrap(siteTesting.memoryAlarmStore(mails)) };
    }),
  AttemptStore: alone(testing.attemptStoreContract, testing.memoryAttemptStore),
  AuthMessenger: (runner, wrap) =>
    testing.authMessengerContract(runner, async () => {
      const messenger = testing.memoryAuthMessenger();
      const received = async () =>
        messenger.sent.map((message) => ({ to: message.to, text: JSON.stringify(message) }));
      return { sender: wrap(messenger), received };
    }),
  BlobStore: (runner, wrap) =>
    testing.blobStoreContract(
      runner,
      async () => {
        const clock = memoryClock();
        return {
          store: wrap(testing.memoryBlobStore(clock, memoryDigest)),
          keepAt: (staged, at) => {
            clock.set(at);
            return staged.keep();
          },
        };
      },
      memoryDigest,
    ),
  CaptchaVerifier: (runner, wrap) =>
    testing.captchaVerifierContract(runner, async () => {
      const { isUp, disconnect } = memorySwitch();
      const { solve, ...captcha } = testing.memoryCaptchaVerifier(isUp);
      return { captcha: wrap(captcha), solve, disconnect };
    }),
  Clock: atOnce(testing.clockContract, () => ({ now: memoryClock().now })),
  ConsentLog: (runner, wrap) =>
    testing.consentLogContract(runner, async (limit) => wrap(testing.memoryConsentLog(limit))),
  ContentStore: alone(siteTesting.contentStoreContract, siteTesting.memoryContentStore),
  DatabaseSnapshots: (runner, wrap) =>
    testing.databaseSnapshotsContract(runner, async () => {
      const opened = testing.memoryDatabaseSnapshots();
      return { ...opened, snapshots: wrap(opened.snapshots) };
    }),
  Digest: atOnce(testing.digestContract, () => memoryDigest),
  DownloadLog: alone(testing.downloadLogContract, testing.memoryDownloadLog),
  EbookStore: alone(testing.ebookStoreContract, testing.memoryEbookStore),
  FactorStore: alone(testing.factorStoreContract, testing.memoryFactorStore),
  FlowStore: alone(testing.flowStoreContract, testing.memoryFlowStore),
  Ids: atOnce(testing.idsContract, testing.memoryIds),
  InterestMails: atOnce(testing.interestMailsContract, testing.memoryInterestMails),
  InterestStore: (runner, wrap) =>
    testing.interestStoreContract(runner, async () => {
      const opened = interests();
      return { ...opened, store: wrap(opened.store) };
    }),
  LaunchStore: (runner, wrap) =>
    testing.launchStoreContract(runner, async () => {
      const opened = interests();
      return { ...opened, launches: wrap(opened.launches) };
    }),
  LockoutStore: alone(testing.lockoutStoreContract, testing.memoryLockoutStore),
  MailDns: (runner, wrap) =>
    siteTesting.mailDnsContract(runner, async (zone) => wrap(siteTesting.memoryMailDns(zone))),
  MailQueue: alone(testing.mailQueueContract, testing.memoryMailQueue),
  Mailer: (runner, wrap) =>
    testing.mailerContract(runner, async () => {
      const { isUp, disconnect } = memorySwitch();
      const { sent, ...mailer } = testing.memoryMailer(isUp);
      const received = async () =>
        sent.map(({ to, subject, text }) => ({ to, text: `${subject}\n${text}` }));
      return { sender: wrap(mailer), disconnect, received };
    }),
  MaintenanceLog: alone(testing.maintenanceLogContract, testing.memoryMaintenanceLog),
  MessageMails: atOnce(testing.messageMailsContract, testing.memoryMessageMails),
  MessageStore: (runner, wrap) =>
    testing.messageStoreContract(runner, async () => {
      const queue = testing.memoryMailQueue();
      return { queue, store: wrap(testing.memoryMessageStore(queue)) };
    }),
  MissedPaths: alone(siteTesting.missedPathsContract, siteTesting.memoryMissedPaths),
  OidcClient: (runner, wrap) =>
    testing.oidcClientContract(
      runner,
      async () => {
        const opened = testing.memoryOidcClient();
        return {
          ...opened,
          client: wrap(opened.client),
          provider: 'partner',
          issuer: 'https://partner.example',
          clientId: 'the-site',
          redirectUri: 'https://site.example/callback',
        };
      },
      memoryDigest,
    ),
  Outbox: (runner, wrap) =>
    testing.outboxContract(runner, async () => {
      const { add, count, removeAbout } = testing.memoryOutbox();
      return {
        outbox: wrap({ removeAbout }),
        addMail: add,
        addSms: add,
        count: async () => count(),
      };
    }),
  PasskeyStore: (runner, wrap) =>
    testing.passkeyStoreContract(runner, async () => {
      const { users, passkeys } = await passkeyStores();
      return { users, passkeys: wrap(passkeys) };
    }),
  PasskeyVerifier: (runner, wrap) =>
    testing.passkeyVerifierContract(runner, async () => {
      const { verifier, ...made } = testing.memoryPasskeyVerifier();
      return { ...made, verifier: wrap(verifier) };
    }),
  PasswordHasher: atOnce(testing.passwordHasherContract, testing.memoryPasswordHasher),
  PauseStore: alone(testing.pauseStoreContract, testing.memoryPauseStore),
  PdfInspector: (runner, wrap) =>
    testing.pdfInspectorContract(runner, () => wrap(testing.memoryPdfInspector()), {
      threePages: makePdf({ pages: 3 }),
      locked: lockedPdf(),
    }),
  PhoneMessenger: (runner, wrap) =>
    testing.phoneMessengerContract(runner, async () => {
      const { isUp, disconnect } = memorySwitch();
      const { sent, ...messenger } = testing.memoryPhoneMessenger(isUp);
      const received = async () => sent.map(({ to, code }) => ({ to, text: code }));
      return { sender: wrap(messenger), disconnect, received };
    }),
  PictureMaker: (runner, wrap) =>
    siteTesting.pictureMakerContract(runner, () => wrap(siteTesting.memoryPictureMaker()), {
      picture: png(600, 480, ''),
      other: png(480, 600, 'secret place'),
      secret: 'secret place',
      small: { picture: png(479, 900, ''), least: 480 },
      large: { picture: png(10_000, 5_001, ''), most: 50 },
    }),
  Pseudonyms: atOnce(testing.pseudonymsContract, () => testing.memoryPseudonyms(nextKey())),
  Random: atOnce(testing.randomContract, testing.memoryRandom),
  ReportStore: alone(testing.reportStoreContract, testing.memoryReportStore),
  DeviceStore: alone(testing.deviceStoreContract, testing.memoryDeviceStore),
  RoleStore: alone(testing.roleStoreContract, testing.memoryRoleStore),
  SamlServiceProvider: (runner, wrap) =>
    testing.samlServiceProviderContract(runner, async () => {
      const { saml, respond } = testing.memorySamlServiceProvider();
      return {
        saml: wrap(saml),
        domain: 'corp.example',
        respond: (url, value) => respond(url, { nameId: { value, format: 'persistent' } }),
        forge: () => 'forged',
      };
    }),
  SecretBox: atOnce(testing.secretBoxContract, testing.memorySecretBox),
  SecurityLog: (runner, wrap) => {
    const open = async (...limits: Parameters<typeof testing.memorySecurityLog>) =>
      wrap(testing.memorySecurityLog(...limits));
    testing.securityLogContract(runner, open, open);
  },
  SessionStore: (runner, wrap) =>
    testing.sessionStoreContract(runner, async () => {
      const { users, sessions } = await sessionStores();
      return { users, sessions: wrap(sessions) };
    }),
  SetupTokenStore: alone(testing.setupTokenStoreContract, testing.memorySetupTokenStore),
  SmsQueue: alone(testing.smsQueueContract, testing.memorySmsQueue),
  SmsSender: (runner, wrap) =>
    testing.smsSenderContract(runner, async () => {
      const { isUp, disconnect } = memorySwitch();
      const { sent, ...sender } = testing.memorySmsSender(isUp);
      const received = async () => sent.map(({ to, text }) => ({ to, text }));
      return { sender: wrap(sender), disconnect, received };
    }),
  TokenSigner: atOnce(testing.tokenSignerContract, () => testing.memoryTokenSigner(nextKey())),
  TokenStore: (runner, wrap) =>
    testing.tokenStoreContract(runner, async () => {
      const { users, tokens } = await tokenStores();
      return { users, tokens: wrap(tokens) };
    }),
  Totp: atOnce(testing.totpContract, testing.memoryTotp),
  UserStore: alone(testing.userStoreContract, testing.memoryUserStore),
};
