import type { EpochMs } from '../kernel/index.ts';

/** How long a toast of the first system (forms, account, admin) stays. Source: docs/rules.md#9. */
export const formToastMs = 5000;

/** How long a toast of the second system (shop, guide) stays. Source: docs/rules.md#9. */
export const shopToastMs = 4000;

/** How many toasts show at once; both systems share one stack. Source: docs/rules.md#9. */
export const maxVisibleToasts = 3;

/** What the queue needs to know of a toast; its text is the caller's. */
export interface Toast {
  readonly id: string;
  readonly expiresAt: EpochMs;
}

/** Adds a toast. Of more than three the oldest leave; a toast with the same id is replaced. Source: docs/rules.md#9. */
export function pushToast<T extends Toast>(queue: readonly T[], toast: T): readonly T[] {
  return [...queue.filter(({ id }) => id !== toast.id), toast].slice(-maxVisibleToasts);
}

/** Takes away the toast with this id, if it is there. */
export function dismissToast<T extends Toast>(queue: readonly T[], id: string): readonly T[] {
  return queue.filter((toast) => toast.id !== id);
}

/** Takes away the toasts whose time is over. */
export function expireToasts<T extends Toast>(queue: readonly T[], now: EpochMs): readonly T[] {
  return queue.filter((toast) => now < toast.expiresAt);
}
