import type { SiteConfig } from '@coachsite/adapters/contract';
import type { Clock, Ids } from '@coachsite/core/kernel';
import type { PhoneMessage, PhoneMessenger, Sms, SmsQueue, SmsSender } from '@coachsite/core/sms';

type Words = Readonly<Record<PhoneMessage['kind'], (code: string, site: string) => string>>;

/** Short enough for one message; the code is the only stand-alone 6-digit number. Source: docs/contract.md#8. */
const words: Readonly<Record<PhoneMessage['language'], Words>> = {
  nl: {
    sign_in: (code, site) => `${code} is je code voor ${site}. Geef ze aan niemand.`,
    phone_change: (code, site) =>
      `${code} is je code om dit nummer te bevestigen bij ${site}. Geef ze aan niemand.`,
    reauthentication: (code, site) =>
      `${code} is je code om de wijziging bij ${site} te bevestigen. Geef ze aan niemand.`,
    second_factor: (code, site) =>
      `${code} is je code voor de tweede stap bij ${site}. Geef ze aan niemand.`,
  },
  en: {
    sign_in: (code, site) => `${code} is your code for ${site}. Give it to nobody.`,
    phone_change: (code, site) =>
      `${code} is your code to confirm this number at ${site}. Give it to nobody.`,
    reauthentication: (code, site) =>
      `${code} is your code to confirm the change at ${site}. Give it to nobody.`,
    second_factor: (code, site) =>
      `${code} is your code for the second step at ${site}. Give it to nobody.`,
  },
};

/** Writes about accounts by text message, queued or at once. */
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
    text: words[language][kind](code, site.name),
    expiresAt,
  });
  return {
    send: (message) => ports.smsQueue.enqueue(toSms(message), ports.clock.now()),
    sendNow: (message) => ports.smsSender.send(toSms(message)),
  };
}
