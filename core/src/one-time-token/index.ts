export { countCode } from './code-limit.ts';
export {
  codeHashOf,
  type IssueTokenPorts,
  issueToken,
  linkHashOf,
  matchesCode,
  pkcePrefix,
  type TokenSettings,
} from './issue-token.ts';
export {
  checkMailBounds,
  type EmailBoundError,
  type MessageBoundPorts,
  type MessageLimits,
  type SiteBound,
} from './message-bounds.ts';
export {
  checkEmailSendInterval,
  checkSmsSendInterval,
  type EmailIntervalError,
  type MailRequest,
  type RequestedMessage,
  type SmsIntervalError,
} from './message-interval.ts';
export { isNotice, type Notice, noticeDueAt, noticeTopic } from './notice.ts';
export type {
  AuthMessage,
  AuthMessenger,
  MessageLanguage,
  MessageLink,
  TakenToken,
  TokenStore,
} from './ports.ts';
export {
  type CodeChallenge,
  type CodeTry,
  codeLength,
  isCodeOnly,
  type LinkType,
  type OneTimeToken,
  type PhoneType,
  slotsOf,
  type TokenSlot,
  tryCode,
  type VerifyType,
} from './token.ts';
