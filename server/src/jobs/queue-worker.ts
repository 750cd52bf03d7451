/** Logs deliveries; a Fastify logger fits. It gets neither the content nor the recipient of a message. */
export interface WorkerLog {
  readonly warn: (fields: object, message: string) => void;
  readonly error: (fields: object, message: string) => void;
}

export interface QueueWorker {
  /** Delivers due messages now; resolves when a run that began after this call has ended. */
  readonly run: () => Promise<void>;
  /** Takes no further messages and waits for the ones under way, at most ten seconds. */
  readonly stop: () => Promise<void>;
}

/** A queue and its delivery. */
export interface WorkedQueue {
  /** Name of the messages in the log, such as "mails". */
  readonly name: string;
  /** Sends what is due; returns how many tries failed. */
  readonly deliver: (stopped: () => boolean) => Promise<{ readonly failed: number }>;
  readonly onEnqueued: (listener: () => void) => () => void;
}

/** Polling interval for retries and for messages of other processes, in milliseconds. */
const pollMs = 2_000;
/** In milliseconds. A delivery that hangs longer is left to its lease and sent again after the next start. */
const stopLimitMs = 10_000;

/** Delivers the messages of a queue while the server runs: at once after an enqueue of this process, else by polling. */
export function startQueueWorker(queue: WorkedQueue, log: WorkerLog): QueueWorker {
  let stopped = false;
  let last: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | undefined;

  const look = async () => {
    try {
      const { failed } = await queue.deliver(() => stopped);
      if (failed > 0) log.warn({ failed }, `${queue.name} could not be delivered`);
    } catch (error) {
      log.error({ err: error }, `the queue of ${queue.name} could not be worked`);
    }
  };

  // One run at a time and at most one more queued, which all later calls share.
  const run = () => {
    waiting ??= last.then(() => {
      waiting = undefined;
      last = stopped ? Promise.resolve() : look();
      return last;
    });
    return waiting;
  };

  const timer = setInterval(() => void run(), pollMs);
  const forget = queue.onEnqueued(() => void run());
  void run();

  return {
    run,
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      forget();
      let limit: NodeJS.Timeout | undefined;
      const tooLong = new Promise<void>((resolve) => {
        limit = setTimeout(resolve, stopLimitMs);
      });
      await Promise.race([last, tooLong]);
      clearTimeout(limit);
    },
  };
}
