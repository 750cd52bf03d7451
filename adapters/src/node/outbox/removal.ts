import { threadOf } from '../thread.ts';

/** The folder, and the e-mail address or number whose messages are removed. */
export interface Removal {
  readonly directory: string;
  readonly recipient: string;
}

/** What the thread reports: how many messages it removed, or why it could not. */
export type Removed = { readonly count: number } | { readonly error: unknown };

const thread = threadOf<Removal, Removed>(new URL('./removal-worker.ts', import.meta.url), {
  name: 'removes messages',
});

/**
 * Removes the messages about somebody from a folder, in a thread of its own, one request after the other. Tens of
 * thousands of mails are parsed for it, and freeing that memory stops a thread for tens of milliseconds. Rejects when a
 * file cannot be read or removed.
 */
export async function removeInThread(removal: Removal): Promise<number> {
  const removed = await thread.ask(removal);
  if ('error' in removed) throw removed.error;
  return removed.count;
}
