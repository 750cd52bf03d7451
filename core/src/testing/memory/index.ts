export { memoryAdminStore } from './admin-store.ts';
export { memoryAttemptStore } from './attempt-store.ts';
export { memoryBlobStore } from './blob-store.ts';
export { memoryConsentLog } from './consent-log.ts';
export { type MemoryDatabase, memoryDatabaseSnapshots } from './database-snapshots.ts';
export { memoryDeviceStore } from './device-store.ts';
export { memoryDownloadLog } from './download-log.ts';
export { memoryEbookStore } from './ebook-store.ts';
export { memoryFactorStore } from './factor-store.ts';
export { memoryFlowStore } from './flow-store.ts';
export { memoryInterestStore } from './interest-store.ts';
export { memoryLaunchStore } from './launch-store.ts';
export { memoryLockoutStore } from './lockout-store.ts';
export { memoryMailQueue } from './mail-queue.ts';
export { memoryMaintenanceLog } from './maintenance-log.ts';
export { memoryMessageStore } from './message-store.ts';
export {
  memoryAuthMessenger,
  memoryInterestMails,
  memoryMailer,
  memoryMessageMails,
  memoryPhoneMessenger,
  memorySmsSender,
} from './messages.ts';
export { type MemoryOutbox, memoryOutbox } from './outbox.ts';
export { memoryPasskeyStore } from './passkey-store.ts';
export {
  type MemoryPasskeys,
  memoryPasskeyVerifier,
  type PasskeyAnswerParts,
  type TestAuthenticator,
} from './passkey-verifier.ts';
export { memoryPauseStore } from './pause-store.ts';
export { memoryPhoneReader } from './phone-reader.ts';
export { memoryReportStore } from './report-store.ts';
export { memoryRoleStore } from './role-store.ts';
export {
  memoryPasswordHasher,
  memoryPseudonyms,
  memorySecretBox,
  memoryTokenSigner,
  memoryTotp,
  totpCode,
} from './secrets.ts';
export { memorySecurityLog } from './security-log.ts';
export {
  type MemoryOidc,
  type MemorySaml,
  memoryCaptchaVerifier,
  memoryOidcClient,
  memoryPdfInspector,
  memorySamlServiceProvider,
  memorySetupTokenStore,
} from './services.ts';
export { memorySessionStore } from './session-store.ts';
export { memorySmsQueue } from './sms-queue.ts';
export {
  type MemoryClock,
  memoryClock,
  memoryDigest,
  memoryIds,
  memoryRandom,
} from './system.ts';
export { memoryTokenStore } from './token-store.ts';
export { memoryUserStore } from './user-store.ts';
