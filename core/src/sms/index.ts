export { type DeliverSmsPorts, deliverSms } from './deliver-sms.ts';
export type { PhoneMessage, PhoneMessenger, QueuedSms, SmsQueue, SmsSender } from './ports.ts';
export type { Sms, SmsError } from './sms.ts';
