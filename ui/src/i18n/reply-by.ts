import { dueAtEndOfDay, replyDueAt, startPause } from '@coachsite/core/contact';
import { defaultZone } from '@coachsite/core/defaults';
import { type EpochMs, hourMs } from '@coachsite/core/kernel';
import { withClock } from '@coachsite/core/language';
import { useTranslation } from 'react-i18next';
import { useClaims } from '../site/claims.ts';
import { useSite } from '../site/site.ts';
import { localeOf } from './format.ts';

/**
 * When the reply to a message of `now` is due at the latest, in words and in Belgian time: `woensdag 25 november om
 * 13.25 uur`, or the day alone where it is due when that ends. Days off of the coach count as everywhere. Source:
 * docs/rules.md#1.
 */
export function useReplyBy(): (now: EpochMs) => string {
  const { t, i18n } = useTranslation('common');
  const { pause } = useSite();
  const { numberOf } = useClaims();
  const promiseMs = numberOf('reply-within') * hourMs;
  const format = (at: EpochMs, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(localeOf(i18n.language), {
      timeZone: defaultZone,
      ...options,
    }).format(at);
  return (now) => {
    const due = replyDueAt(now, {
      promiseMs,
      pauses: pause ? startPause([], { ...pause, zone: defaultZone }, now) : [],
    });
    const lastMinute = dueAtEndOfDay(due, defaultZone);
    const day = format(lastMinute ?? due, { weekday: 'long', day: 'numeric', month: 'long' });
    if (lastMinute !== undefined) return t('endOfDay', { day });
    return t('moment', {
      day,
      hour: withClock(format(due, { hour: '2-digit', minute: '2-digit' }), i18n.language),
    });
  };
}
