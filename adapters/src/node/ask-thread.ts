import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';

/**
 * Sends a thread a message and resolves with the next one from it, so that only one may wait at a time. Rejects when the
 * thread fails or ends before that, and when `signal` is aborted. `name` says in the error what the thread does.
 */
export async function askThread<Message>(
  thread: Worker,
  message: unknown,
  name: string,
  signal?: AbortSignal,
): Promise<Message> {
  const over = new AbortController();
  const waiting = { signal: signal ? AbortSignal.any([signal, over.signal]) : over.signal };
  try {
    const exited = once(thread, 'exit', waiting).then(() => {
      throw new Error(`The thread that ${name} ended`);
    });
    exited.catch(() => undefined);
    thread.postMessage(message);
    const received = once(thread, 'message', waiting);
    const [first] = (await Promise.race([received, exited])) as [Message];
    return first;
  } finally {
    over.abort();
  }
}
