export {
  dismissToast,
  dropErrors,
  expireToasts,
  formToastMs,
  pushToast,
  shopToastMs,
  type Toast,
  type ToastWords,
} from './queue.ts';
