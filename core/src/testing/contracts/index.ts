export { type AdminStores, adminStoreContract } from './admin-store.ts';
export { blobStoreContract, type OpenedBlobStore } from './blob-store.ts';
export { consentLogContract } from './consent-log.ts';
export { databaseSnapshotsContract, type OpenedDatabase } from './database-snapshots.ts';
export { deviceStoreContract } from './device-store.ts';
export { downloadLogContract } from './download-log.ts';
export { ebookStoreContract } from './ebook-store.ts';
export { factorStoreContract } from './factor-store.ts';
export { interestStoreContract, type OpenedInterestStore } from './interest-store.ts';
export { clockContract, digestContract, idsContract, randomContract } from './kernel.ts';
export { launchStoreContract } from './launch-store.ts';
export { attemptStoreContract, lockoutStoreContract } from './limit-stores.ts';
export { mailQueueContract } from './mail-queue.ts';
export { maintenanceLogContract } from './maintenance-log.ts';
export { flowStoreContract, roleStoreContract } from './member-stores.ts';
export { messageStoreContract, type OpenedMessageStore } from './message-store.ts';
export {
  authMessengerContract,
  type Delivery,
  interestMailsContract,
  type MailSamples,
  mailerContract,
  messageMailsContract,
  phoneMessengerContract,
  type ReceivedText,
  smsSenderContract,
} from './messages.ts';
export { type OpenedOutbox, outboxContract } from './outbox.ts';
export { type PasskeyStores, passkeyStoreContract } from './passkey-store.ts';
export { type OpenedPasskeys, passkeyVerifierContract } from './passkey-verifier.ts';
export { pauseStoreContract } from './pause-store.ts';
export {
  type OpenedOidc,
  type OpenedSaml,
  oidcClientContract,
  samlServiceProviderContract,
} from './providers.ts';
export { reportStoreContract } from './report-store.ts';
export {
  passwordHasherContract,
  pseudonymsContract,
  secretBoxContract,
  tokenSignerContract,
  totpContract,
} from './secrets.ts';
export { securityLogContract } from './security-log.ts';
export {
  captchaVerifierContract,
  type OpenedCaptcha,
  type PdfSamples,
  pdfInspectorContract,
  setupTokenStoreContract,
} from './services.ts';
export { type SessionStores, sessionStoreContract } from './session-store.ts';
export { smsQueueContract } from './sms-queue.ts';
export { type TokenStores, tokenStoreContract } from './token-store.ts';
export { userOf, userStoreContract } from './user-store.ts';
