export { deleteMessage, setMessageStatus } from './change-message.ts';
export {
  type InboxMessage,
  type MessageNotFoundError,
  type MessageStatus,
  messageStatuses,
} from './inbox.ts';
export {
  type CheckedMessage,
  type ContactError,
  type ContactField,
  type ContactFieldReason,
  type ContactMessage,
  checkMessage,
  contactLimits,
} from './message.ts';
export { countOpenMessages, dueSoonMs, type OpenMessages } from './open-messages.ts';
export type { DueLimits, MessageMails, MessageStore } from './ports.ts';
export { replyDueAt } from './reply-promise.ts';
export { messageKeptMs } from './retention.ts';
export { bundleMessages, sendMessage } from './send-message.ts';
