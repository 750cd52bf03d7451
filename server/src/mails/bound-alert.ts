import { defaultZone } from '@coachsite/core/defaults';
import { type Clock, calendarDay } from '@coachsite/core/kernel';
import { defaultLanguage } from '@coachsite/core/language';
import type { Mail, MailQueue } from '@coachsite/core/mail';
import type { SiteBound } from '@coachsite/core/one-time-token';
import type { Config } from '../config/config.ts';
import { hashedId } from './hashed-id.ts';
import { layOutMail } from './layout.ts';
import { fill, mailTexts } from './texts.ts';

type AlertConfig = Pick<Config, 'site' | 'contactTo' | 'publicUrl' | 'auth'>;

/** The mail to the owner about a bound of the site, in the site's first language; one a day and bound has one id. */
export function boundMail(bound: SiteBound, day: string, config: AlertConfig): Mail {
  const { site, contactTo, publicUrl, auth } = config;
  const { reason, action, ...bounds } = mailTexts[defaultLanguage].bound;
  const values = { brand: site.name, mailsPerDay: String(auth.mailsPerDay) };
  return {
    id: hashedId(`bound ${bound} ${day}`),
    to: contactTo,
    ...layOutMail(site, {
      lang: defaultLanguage,
      ...fill(bounds[bound], values),
      action: { label: action, url: `${publicUrl}/admin` },
      reason: fill(reason, values),
    }),
  };
}

/**
 * Tells the owner, once a day for each bound, that the site reached one: somebody may be making it send messages. `failed`
 * gets what kept the mail from the queue. Source: docs/security.md#CF-7.
 */
export function boundAlert(
  ports: { readonly mailQueue: Pick<MailQueue, 'enqueue'>; readonly clock: Clock },
  config: AlertConfig,
  failed: (error: unknown) => void,
): (bound: SiteBound) => void {
  const told = new Map<SiteBound, string>();
  return (bound) => {
    const now = ports.clock.now();
    const day = calendarDay(defaultZone, now);
    if (told.get(bound) === day) return;
    told.set(bound, day);
    ports.mailQueue.enqueue(boundMail(bound, day, config), now).catch((error: unknown) => {
      told.delete(bound);
      failed(error);
    });
  };
}
