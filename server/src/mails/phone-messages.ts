import type { SiteConfig } from '@coachsite/adapters/contract';
import type { Clock, Ids } from '@coachsite/core/kernel';
import type { PhoneMessage, PhoneMessenger, Sms, SmsQueue, SmsSender } from '@coachsite/core/sms';
import { fill, textMessages } from './texts.ts';

/**
 * Sends messages about accounts by text message, queued or at once. Each text fits one message, and its code is the
 * only stand-alone 6-digit number. Source: docs/contract.md#8.
 */
export function phoneMessenger(
  ports: {
    readonly smsQueue: SmsQueue;
    readonly smsSender: SmsSender;
    readonly ids: Ids;
    readonly clock: Clock;
  },
  site: SiteConfig,
): PhoneMessenger {
  const toSms = ({ kind, to, language, code, expiresAt }: PhoneMessage): Sms => ({
    id: ports.ids.uuid(),
    to,
    text: fill(textMessages[language][kind], { code, brand: site.name }),
    expiresAt,
  });
  return {
    send: (message) => ports.smsQueue.enqueue(toSms(message), ports.clock.now()),
    sendNow: (message) => ports.smsSender.send(toSms(message)),
  };
}
