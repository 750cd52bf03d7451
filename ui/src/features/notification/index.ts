export { toast } from './store.ts';
export { Toasts } from './toasts.tsx';
