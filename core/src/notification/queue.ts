import type { EpochMs } from '../kernel/index.ts';

/** How long a toast of forms, account and admin stays, in milliseconds. Source: docs/rules.md#9. */
export const formToastMs = 5000;

/** How long a toast of shop and guide stays, in milliseconds. Source: docs/rules.md#9. */
export const shopToastMs = 4000;

/** Maximum number of visible toasts; all share one stack. Source: docs/rules.md#9. */
export const maxVisibleToasts = 3;

/** The fields of a toast that the queue uses. */
export interface Toast {
  readonly id: string;
  readonly expiresAt: EpochMs;
}

/** Adds a toast, replacing one with the same id. Beyond three, the oldest are dropped. Source: docs/rules.md#9. */
export function pushToast<T extends Toast>(queue: readonly T[], toast: T): readonly T[] {
  return [...queue.filter(({ id }) => id !== toast.id), toast].slice(-maxVisibleToasts);
}

/** Removes the toast with this id, if any. */
export function dismissToast<T extends Toast>(queue: readonly T[], id: string): readonly T[] {
  return queue.filter((toast) => toast.id !== id);
}

/** Drops expired toasts. */
export function expireToasts<T extends Toast>(queue: readonly T[], now: EpochMs): readonly T[] {
  return queue.filter((toast) => now < toast.expiresAt);
}
