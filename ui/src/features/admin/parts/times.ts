import { withClock } from '@coachsite/core/language';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { localeOf } from '../../../i18n/format.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** The current time, updated every minute. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Midnight before `at`, in the reader's own time zone. */
const dayOf = (at: number) => new Date(at).setHours(0, 0, 0, 0);

/** Formats times and spans in the reader's language and time zone. */
export function useTimes(now: number) {
  const { t, i18n } = useTranslation('admin');
  const locale = localeOf(i18n.language);
  const format = (at: number, options: Intl.DateTimeFormatOptions) =>
    withClock(new Intl.DateTimeFormat(locale, options).format(at), i18n.language);
  return {
    /** Yesterday, today, tomorrow, or the date, with the time. */
    moment: (iso: string) => {
      const at = Date.parse(iso);
      const time = format(at, { hour: '2-digit', minute: '2-digit' });
      const days = Math.round((dayOf(now) - dayOf(at)) / dayMs);
      if (days === 0) return t('time.today', { time });
      if (days === 1) return t('time.yesterday', { time });
      if (days === -1) return t('time.tomorrow', { time });
      return format(at, { dateStyle: 'medium', timeStyle: 'short' });
    },
    date: (iso: string) => format(Date.parse(iso), { dateStyle: 'long' }),
    /** A span such as "2 u 30", "45 min" or "3 d". */
    span: (ms: number) => {
      const minutes = Math.max(0, Math.floor(ms / minuteMs));
      const hours = Math.floor(minutes / 60);
      if (hours >= 48) return t('time.days', { days: Math.floor(hours / 24) });
      if (hours === 0) return t('time.minutes', { minutes });
      const rest = String(minutes % 60).padStart(2, '0');
      return rest === '00'
        ? t('time.wholeHours', { hours })
        : t('time.hours', { hours, minutes: rest });
    },
    number: (value: number) => new Intl.NumberFormat(locale).format(value),
  };
}
