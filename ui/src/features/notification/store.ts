import {
  dismissToast,
  dropErrors,
  expireToasts,
  formToastMs,
  pushToast,
  shopToastMs,
  type Toast,
  type ToastWords,
} from '@coachsite/core/notification';

/** The message of a toast. */
export interface ToastMessage extends ToastWords {
  /** `form`: forms, account, admin (5 s). `shop`: shop and guide (4 s). Source: docs/rules.md#reading-toasts. */
  readonly system: 'form' | 'shop';
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

/** Shows a message for 5 or 4 seconds; what it replaces is decided by `pushToast`. Source: docs/rules.md#9. */
export function toast(message: ToastMessage): void {
  const lifeMs = message.system === 'form' ? formToastMs : shopToastMs;
  count += 1;
  const expiresAt = (pausedAt ?? Date.now()) + lifeMs;
  set(pushToast(stack, { ...message, id: `toast-${count}`, lifeMs, expiresAt }));
}

/** Closes one toast. */
export function closeToast(id: string): void {
  set(dismissToast(stack, id));
}

/** Closes the errors, when the visitor goes to another page. */
export function closeErrors(): void {
  if (stack.length > 0) set(dropErrors(stack));
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
