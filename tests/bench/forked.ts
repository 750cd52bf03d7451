import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Starts a script of this folder in a process of its own, which sends a message when it is ready and one to each question. */
export async function startForked<T>(
  script: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
) {
  const child = fork(join(import.meta.dirname, script), args, {
    env: { ...process.env, NODE_ENV: 'production', ...env },
  });
  const ended = new AbortController();
  child.once('exit', () => ended.abort());
  /** Rejects when the process ends before it has sent one. */
  const message = async () => (await once(child, 'message', { signal: ended.signal }))[0];
  return {
    ready: (await message()) as T,
    ask: async <A>(question: string) => {
      child.send(question);
      return (await message()) as A;
    },
    stop: async () => {
      if (ended.signal.aborted) return;
      child.disconnect();
      await once(child, 'exit');
    },
  };
}
