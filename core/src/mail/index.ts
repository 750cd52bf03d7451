export { type DeliverMailsPorts, type Delivery, deliverMails } from './deliver-mails.ts';
export {
  automaticHeaders,
  headerText,
  type Mail,
  type MailContent,
  type MailError,
  type MailFailure,
  messageId,
  unsubscribeHeaders,
} from './mail.ts';
export type { Mailer, MailQueue, QueuedMail, UnsentMail, WaitingMail } from './ports.ts';
export { type MailProblem, mailProblemOf, mailProblems } from './problem.ts';
export { type RetryMailError, retryAllMails, retryMail } from './retry-mail.ts';
export { sendTestMail, type TestMailError } from './send-test-mail.ts';
