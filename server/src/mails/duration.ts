import type { Language } from '@coachsite/core/language';
import { intlLocale } from './texts.ts';

/** A duration in whole minutes, or in seconds below two minutes that are no whole one: "60 minuten", "90 seconden". */
export function durationText(language: Language, seconds: number): string {
  const isMinutes = seconds % 60 === 0 || seconds >= 120;
  return new Intl.NumberFormat(intlLocale[language], {
    style: 'unit',
    unit: isMinutes ? 'minute' : 'second',
    unitDisplay: 'long',
  }).format(isMinutes ? Math.floor(seconds / 60) : seconds);
}
