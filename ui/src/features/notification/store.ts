import {
  dismissToast,
  expireToasts,
  formToastMs,
  pushToast,
  shopToastMs,
  type Toast,
} from '@coachsite/core/notification';

/** The message of a toast. */
export interface ToastMessage {
  /** `form`: forms, account, admin (5 s). `shop`: shop and guide (4 s). Source: docs/rules.md#reading-toasts. */
  readonly system: 'form' | 'shop';
  readonly tone: 'good' | 'bad' | 'info';
  readonly title: string;
  readonly text?: string | undefined;
}

export interface ShownToast extends ToastMessage, Toast {
  readonly lifeMs: number;
}

let stack: readonly ShownToast[] = [];
let count = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let pausedAt: number | undefined;
const listeners = new Set<() => void>();

function set(next: readonly ShownToast[]) {
  stack = next;
  if (stack.length === 0) pausedAt = undefined;
  plan();
  for (const listener of listeners) listener();
}

/** Waits for the next toast to expire; none expires while the visitor reads. */
function plan() {
  clearTimeout(timer);
  if (stack.length === 0 || pausedAt !== undefined) return;
  const next = Math.min(...stack.map(({ expiresAt }) => expiresAt));
  timer = setTimeout(() => set(expireToasts(stack, Date.now())), Math.max(0, next - Date.now()));
}

const isSame = (one: ToastMessage, other: ToastMessage) =>
  one.tone === other.tone && one.title === other.title && one.text === other.text;

/**
 * Shows a message for 5 or 4 seconds. It replaces an equal one; with more than three, the oldest is removed.
 * Source: docs/rules.md#9.
 */
export function toast(message: ToastMessage): void {
  const lifeMs = message.system === 'form' ? formToastMs : shopToastMs;
  count += 1;
  const expiresAt = (pausedAt ?? Date.now()) + lifeMs;
  const others = stack.filter((shown) => !isSame(shown, message));
  set(pushToast(others, { ...message, id: `toast-${count}`, lifeMs, expiresAt }));
}

/** Closes one toast. */
export function closeToast(id: string): void {
  set(dismissToast(stack, id));
}

/** Stops the timer of all toasts while the pointer or the focus is on them. */
export function pauseToasts(): void {
  pausedAt ??= Date.now();
  plan();
}

/** Restarts the timer where it stopped. */
export function resumeToasts(): void {
  if (pausedAt === undefined) return;
  const stoppedMs = Date.now() - pausedAt;
  pausedAt = undefined;
  set(stack.map((shown) => ({ ...shown, expiresAt: shown.expiresAt + stoppedMs })));
}

/** For `useSyncExternalStore`. */
export const toastStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  shown: (): readonly ShownToast[] => stack,
  none: (): readonly ShownToast[] => nothing,
};

const nothing: readonly ShownToast[] = [];
