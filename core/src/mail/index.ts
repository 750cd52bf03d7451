export { type DeliverMailsPorts, deliverMails } from './deliver-mails.ts';
export { headerText, type Mail, type MailContent, messageId, unsubscribeHeaders } from './mail.ts';
export type { FailedMail, Mailer, MailQueue, WaitingMail } from './ports.ts';
