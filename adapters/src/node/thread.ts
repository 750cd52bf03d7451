import { once } from 'node:events';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** A thread is ended once it has had nothing to do for this time, in milliseconds: it holds some ten megabytes. */
const idleMs = 60_000;

/** A thread of its own for work that would stop the event loop, and that comes now and then. */
export interface Thread<Question, Answer> {
  /**
   * Asks one question after the other; the first starts the thread. While one is asked, the process stays alive. Rejects
   * when the thread fails, ends, or needs longer than its limit; the next question then starts another.
   */
  readonly ask: (question: Question) => Promise<Answer>;
  /** Ends the thread. */
  readonly close: () => Promise<void>;
}

/** What a thread is like, beside its program. */
export interface ThreadOptions extends Pick<WorkerOptions, 'resourceLimits' | 'workerData'> {
  /** What the thread does, for the errors. */
  readonly name: string;
  /** How long an answer may take, in milliseconds, the start of the thread included. */
  readonly limitMs?: () => number;
}

/** The thread that runs `program`, which answers each message with one. */
export function threadOf<Question, Answer>(
  program: URL,
  { name, limitMs, ...options }: ThreadOptions,
): Thread<Question, Answer> {
  let worker: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;

  function start(): Worker {
    const started = new Worker(program, options);
    const forget = () => {
      if (worker === started) worker = undefined;
    };
    started.on('error', forget);
    started.on('exit', forget);
    return started;
  }

  async function close(): Promise<void> {
    clearTimeout(idle);
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  }

  async function ask(question: Question): Promise<Answer> {
    clearTimeout(idle);
    worker ??= start();
    const running = worker;
    const over = new AbortController();
    const late = limitMs && setTimeout(() => over.abort(), limitMs());
    running.ref();
    try {
      const ended = once(running, 'exit', over).then(() => {
        throw new Error(`The thread that ${name} ended`);
      });
      ended.catch(() => undefined);
      running.postMessage(question);
      const [answer] = (await Promise.race([once(running, 'message', over), ended])) as [Answer];
      return answer;
    } catch (error) {
      await running.terminate();
      throw error;
    } finally {
      clearTimeout(late);
      over.abort();
      // The thread alone must not keep the process alive.
      running.unref();
      idle = setTimeout(() => void close(), idleMs).unref();
    }
  }

  return {
    ask: (question) => {
      const answer = last.then(() => ask(question));
      last = answer.catch(() => undefined);
      return answer;
    },
    close,
  };
}
