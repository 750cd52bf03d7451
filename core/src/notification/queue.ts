import type { EpochMs } from '../kernel/index.ts';

/** How long a toast of forms, account and admin stays, in milliseconds. Source: docs/rules.md#9. */
export const formToastMs = 5000;

/** How long a toast of shop and guide stays, in milliseconds. */
export const shopToastMs = 4000;

/** How many toasts are visible at most; all share one stack. */
export const maxVisibleToasts = 3;

/** What a toast says: that something succeeded (`good`), failed (`bad`), or is worth knowing (`info`). */
export interface ToastWords {
  /** Decides colour, icon and how a screen reader announces it. */
  readonly tone: 'good' | 'bad' | 'info';
  /** One short line. */
  readonly title: string;
  /** A sentence below it; absent when the title says everything. */
  readonly text?: string | undefined;
  /** The form or block that shows it, where a page has several that fail and succeed independently. */
  readonly source?: string | undefined;
}

/** A toast in the queue. */
export interface Toast extends ToastWords {
  readonly id: string;
  /** From then on it is gone. */
  readonly expiresAt: EpochMs;
}

const sameWords = (one: ToastWords, other: ToastWords) =>
  one.tone === other.tone && one.title === other.title && one.text === other.text;

/** Whether `next` makes `shown` superfluous: it says the same, or the form that failed has succeeded. */
const outdates = (next: Toast, shown: Toast) =>
  next.id === shown.id ||
  sameWords(next, shown) ||
  (next.tone === 'good' && shown.tone === 'bad' && next.source === shown.source);

/**
 * Adds a toast as the newest. It replaces one with the same id or the same words; a success removes the earlier errors
 * of its source. Beyond `mostVisible`, at least 1 and three by default, the oldest are dropped. Source:
 * docs/rules.md#reading-toasts.
 */
export function pushToast<T extends Toast>(
  queue: readonly T[],
  toast: T,
  mostVisible: number = maxVisibleToasts,
): readonly T[] {
  return [...queue.filter((shown) => !outdates(toast, shown)), toast].slice(-mostVisible);
}

/** Removes the toast with this id, if any. */
export function dismissToast<T extends Toast>(queue: readonly T[], id: string): readonly T[] {
  return queue.filter((toast) => toast.id !== id);
}

/** Drops expired toasts. */
export function expireToasts<T extends Toast>(queue: readonly T[], now: EpochMs): readonly T[] {
  return queue.filter((toast) => now < toast.expiresAt);
}

/** Drops errors, as the visitor leaves the page that they are about. Source: docs/rules.md#reading-toasts. */
export function dropErrors<T extends Toast>(queue: readonly T[]): readonly T[] {
  return queue.filter(({ tone }) => tone !== 'bad');
}
