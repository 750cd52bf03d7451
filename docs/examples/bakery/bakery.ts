import { defaultPasswordRules, type PasswordRules } from '@coachsite/core/account';
import type { Program, ProgramTypeFilter } from '@coachsite/core/catalogue';
import type { ConsentPolicy } from '@coachsite/core/consent';
import { defaultWaitingList } from '@coachsite/core/defaults';
import type { StatisticsSettings } from '@coachsite/core/ebook';
import { dayMs, hourMs, minuteMs } from '@coachsite/core/kernel';
import type { Language, OfferedLanguages } from '@coachsite/core/language';
import type { LockoutPolicy } from '@coachsite/core/lockout';
import type { WaitingListSettings } from '@coachsite/core/notify-me';

/** What this product is made of, for the types of the core. */
declare module '@coachsite/core/kernel' {
  interface Product {
    readonly language: 'pt' | 'en' | 'fr';
    readonly programId: 'bread-at-home' | 'croissants-in-a-day' | 'pastel-de-nata';
    readonly waitingListId: 'bread-at-home' | 'croissants-in-a-day' | 'pastel-de-nata';
    readonly programType: 'online' | 'workshop';
  }
}

/** Portuguese comes first: it is the language of a visitor who has chosen none. */
export const languages: OfferedLanguages = ['pt', 'en', 'fr'];

export const courses: readonly Program[] = [
  { id: 'bread-at-home', type: 'online', comingSoon: false },
  { id: 'croissants-in-a-day', type: 'workshop', comingSoon: true },
  { id: 'pastel-de-nata', type: 'workshop', comingSoon: true },
];

export const courseTypes: readonly ProgramTypeFilter[] = ['all', 'online', 'workshop'];

/** A title in each language: one that is missing does not compile. */
export const titles: Readonly<Record<Program['id'], Readonly<Record<Language, string>>>> = {
  'bread-at-home': { pt: 'Pão em casa', en: 'Bread at home', fr: 'Du pain chez soi' },
  'croissants-in-a-day': {
    pt: 'Croissants num dia',
    en: 'Croissants in a day',
    fr: 'Croissants en un jour',
  },
  'pastel-de-nata': { pt: 'Pastel de nata', en: 'Custard tarts', fr: 'Flans à la crème' },
};

/** Only what is still to come can be awaited, and a link is good for two days. */
export const waitingList: WaitingListSettings = {
  ...defaultWaitingList,
  programs: courses.filter(({ comingSoon }) => comingSoon),
  textVersion: '2026-11',
  confirmLinkMs: 2 * dayMs,
  confirmMailIntervalMs: hourMs,
};

/** The recipes are counted by days of Lisbon, an hour behind Brussels. */
export const statistics: StatisticsSettings = { zone: 'Europe/Lisbon', chartDays: 7 };

export const consentPolicy: ConsentPolicy = { version: '3', lifetimeMs: 90 * dayMs, languages };

export const lockout: LockoutPolicy = { maxFailures: 3, lockoutMs: 5 * minuteMs };

export const passwordRules: PasswordRules = {
  ...defaultPasswordRules,
  minLength: 12,
  scoredLength: 12,
  commonWords: new Set([...defaultPasswordRules.commonWords, 'padaria', 'croissant', 'lisboa']),
};
