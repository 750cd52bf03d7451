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
export {
  announcedPause,
  type Pause,
  type PauseError,
  type PauseStore,
  type ReplyPause,
  readPause,
  removePause,
  setPause,
  startPause,
} from './pause.ts';
export {
  type DueLimits,
  type DueMessage,
  type MailAllowance,
  type MessageMails,
  type MessageQuery,
  type MessageStore,
  mostListedMessages,
  type ReminderKind,
  type ToMail,
  type WaitingMessages,
} from './ports.ts';
export { remindOfReplies } from './remind.ts';
export { dueAtEndOfDay, type ReplyPromise, replyDueAt, type Span } from './reply-promise.ts';
export { messageKeptMs } from './retention.ts';
export { bundleMessages, sendMessage } from './send-message.ts';
