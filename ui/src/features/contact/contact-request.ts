import { api } from '@coachsite/adapters/browser';

export { SentPanel } from './sent-panel.tsx';

/** Sends a checked message. */
export const postMessage = (body: object, signal: AbortSignal) =>
  api.post<{ readonly id: string }>('/api/contact', body, { signal });
