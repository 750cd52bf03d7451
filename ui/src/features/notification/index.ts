export { closeErrors, toast } from './store.ts';
export { Toasts } from './toasts.tsx';
