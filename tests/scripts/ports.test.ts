import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestRunner } from '@coachsite/core/testing';
import * as published from '@coachsite/core/testing';
import type { SitePorts as Ports } from '@coachsite/core/testing/site';
import * as ofSite from '@coachsite/core/testing/site';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const textsOf = (pattern: string) =>
  globSync(pattern, { cwd: root })
    .sort()
    .map((path) => readFileSync(join(root, path), 'utf8'));

const testing = { ...published, ...ofSite };
type Testing = typeof testing;
type Name = keyof Ports;
type SuiteName<Port extends Name> = `${Uncapitalize<Port>}Contract`;
type MemoryName<Port extends Name> = `memory${Port}`;

/** `Port` if it is `Found`, or one of its members: a factory may give what a test needs beside it. */
type Held<Found, Port> = Found extends Port
  ? Port
  : Port extends never
    ? never
    : { [Key in keyof Found]: Found[Key] extends Port ? Port : never }[keyof Found];
type Opened<Suite> = Suite extends (
  runner: TestRunner,
  open: () => infer Found,
  ...more: never[]
) => void
  ? Awaited<Found>
  : never;
type Made<Memory> = Memory extends (...given: never[]) => infer Found ? Found : Memory;

/**
 * What has to be there for a port: a suite whose factory opens this port, and a memory adapter of it. A port without
 * one of them, or with one of another type, does not compile.
 */
type Proofs = {
  readonly [Port in Name]: readonly [
    suite: Held<Opened<Testing[SuiteName<Port> & keyof Testing]>, Ports[Port]> extends never
      ? never
      : SuiteName<Port> & keyof Testing,
    memory: Held<Made<Testing[MemoryName<Port> & keyof Testing]>, Ports[Port]> extends never
      ? never
      : MemoryName<Port> & keyof Testing,
  ];
};

const ports: Proofs = {
  AdminStore: ['adminStoreContract', 'memoryAdminStore'],
  AlarmStore: ['alarmStoreContract', 'memoryAlarmStore'],
  AttemptStore: ['attemptStoreContract', 'memoryAttemptStore'],
  AuthMessenger: ['authMessengerContract', 'memoryAuthMessenger'],
  BlobStore: ['blobStoreContract', 'memoryBlobStore'],
  CaptchaVerifier: ['captchaVerifierContract', 'memoryCaptchaVerifier'],
  Clock: ['clockContract', 'memoryClock'],
  ConsentLog: ['consentLogContract', 'memoryConsentLog'],
  ContentStore: ['contentStoreContract', 'memoryContentStore'],
  DatabaseSnapshots: ['databaseSnapshotsContract', 'memoryDatabaseSnapshots'],
  Digest: ['digestContract', 'memoryDigest'],
  DownloadLog: ['downloadLogContract', 'memoryDownloadLog'],
  EbookStore: ['ebookStoreContract', 'memoryEbookStore'],
  FactorStore: ['factorStoreContract', 'memoryFactorStore'],
  FlowStore: ['flowStoreContract', 'memoryFlowStore'],
  Ids: ['idsContract', 'memoryIds'],
  InterestMails: ['interestMailsContract', 'memoryInterestMails'],
  InterestStore: ['interestStoreContract', 'memoryInterestStore'],
  LaunchStore: ['launchStoreContract', 'memoryLaunchStore'],
  LockoutStore: ['lockoutStoreContract', 'memoryLockoutStore'],
  MailDns: ['mailDnsContract', 'memoryMailDns'],
  MailQueue: ['mailQueueContract', 'memoryMailQueue'],
  Mailer: ['mailerContract', 'memoryMailer'],
  MaintenanceLog: ['maintenanceLogContract', 'memoryMaintenanceLog'],
  MessageMails: ['messageMailsContract', 'memoryMessageMails'],
  MessageStore: ['messageStoreContract', 'memoryMessageStore'],
  MissedPaths: ['missedPathsContract', 'memoryMissedPaths'],
  OidcClient: ['oidcClientContract', 'memoryOidcClient'],
  Outbox: ['outboxContract', 'memoryOutbox'],
  PasskeyStore: ['passkeyStoreContract', 'memoryPasskeyStore'],
  PasskeyVerifier: ['passkeyVerifierContract', 'memoryPasskeyVerifier'],
  PasswordHasher: ['passwordHasherContract', 'memoryPasswordHasher'],
  PauseStore: ['pauseStoreContract', 'memoryPauseStore'],
  PdfInspector: ['pdfInspectorContract', 'memoryPdfInspector'],
  PhoneMessenger: ['phoneMessengerContract', 'memoryPhoneMessenger'],
  PictureMaker: ['pictureMakerContract', 'memoryPictureMaker'],
  Pseudonyms: ['pseudonymsContract', 'memoryPseudonyms'],
  Random: ['randomContract', 'memoryRandom'],
  ReportStore: ['reportStoreContract', 'memoryReportStore'],
  DeviceStore: ['deviceStoreContract', 'memoryDeviceStore'],
  RoleStore: ['roleStoreContract', 'memoryRoleStore'],
  SamlServiceProvider: ['samlServiceProviderContract', 'memorySamlServiceProvider'],
  SecretBox: ['secretBoxContract', 'memorySecretBox'],
  SecurityLog: ['securityLogContract', 'memorySecurityLog'],
  SessionStore: ['sessionStoreContract', 'memorySessionStore'],
  SetupTokenStore: ['setupTokenStoreContract', 'memorySetupTokenStore'],
  SmsQueue: ['smsQueueContract', 'memorySmsQueue'],
  SmsSender: ['smsSenderContract', 'memorySmsSender'],
  TokenSigner: ['tokenSignerContract', 'memoryTokenSigner'],
  TokenStore: ['tokenStoreContract', 'memoryTokenStore'],
  Totp: ['totpContract', 'memoryTotp'],
  UserStore: ['userStoreContract', 'memoryUserStore'],
};
const names = Object.keys(ports);

/** Interfaces of functions that no adapter implements alone. */
const parts = [
  // What the two queues share.
  'PausableQueue',
  // What a `BlobStore` returns.
  'StagedBlob',
  // One subject of a `ContentStore`.
  'Versions',
];

/** The exported interfaces of the core of which every member is a function, apart from an engine and languages. */
function interfacesOfFunctions(): readonly string[] {
  const found: string[] = [];
  for (const text of textsOf('core/src/!(testing)/*.ts'))
    for (const [, name = '', , body = ''] of text.matchAll(
      /^export interface (\w+)([^{]*)\{\n([\s\S]*?)^\}/gm,
    )) {
      const members = [...body.matchAll(/^ {2}readonly (\w+)\??:\s*(.*)$/gm)].filter(
        ([, member = '']) => !['engine', 'languages'].includes(member),
      );
      const isFunctions = members.every(([, , type = '']) => /^[(<]/.test(type));
      if (members.length > 0 && isFunctions && !name.endsWith('Ports')) found.push(name);
    }
  return found;
}

test('every port is in the list', () => {
  const found = interfacesOfFunctions().filter((name) => !parts.includes(name));
  expect(found.toSorted()).toEqual(names.toSorted());
});

test('the entry for tests exports a suite and a memory adapter for each, and no other suite', () => {
  for (const name of Object.values(ports).flat()) expect(testing).toHaveProperty(name);
  const suites = Object.keys(testing).filter((name) => name.endsWith('Contract'));
  expect(suites.toSorted()).toEqual(
    Object.values(ports)
      .map(([suite]) => suite)
      .toSorted(),
  );
});

/** The functions and values outside the core that are a port, each with the port. */
function adapters(): readonly (readonly [factory: string, port: string])[] {
  const texts = [...textsOf('adapters/src/node/**/*.ts'), ...textsOf('server/src/mails/*.ts')];
  const extended = texts.flatMap((text) =>
    [...text.matchAll(/interface (\w+) extends (\w+) /g)].map(
      ([, name = '', port = '']) => [name, port] as const,
    ),
  );
  const portOf = new Map([...names.map((name) => [name, name] as const), ...extended]);
  return texts.flatMap((text) =>
    [
      ...text.matchAll(
        /^export (?:async )?function (\w+)\((?:(?!^export)[\s\S])*?\): (?:Promise<)?(\w+)>? \{$/gm,
      ),
      ...text.matchAll(/^export const (\w+): (\w+) =/gm),
    ].flatMap(([, factory = '', type = '']) => {
      const port = portOf.get(type);
      return port !== undefined && names.includes(port) ? [[factory, port] as const] : [];
    }),
  );
}

/** Those in memory run theirs in `tests/core`: the type of `overMemory` asks for every port. */
describe('every adapter of a port runs its suite', () => {
  const tests = textsOf('tests/adapters/*.test.ts');

  test('the adapters are found', () => {
    expect(adapters().length).toBeGreaterThan(45);
  });

  test.each(adapters())('%s: %s', (adapter, port) => {
    const [suite] = ports[port as Name];
    const uses = new RegExp(`\\b${adapter}\\b`);
    expect(tests.some((text) => uses.test(text) && text.includes(`${suite}(`))).toBe(true);
  });
});
