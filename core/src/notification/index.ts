export {
  dismissToast,
  expireToasts,
  formToastMs,
  pushToast,
  shopToastMs,
  type Toast,
} from './queue.ts';
