/** The body of a transaction waited for something else than its statements, and so held up every other one. */
export class WaitedInTransaction extends Error {
  /** The name of the class. */
  override readonly name = 'WaitedInTransaction';

  constructor() {
    super('A transaction waits for something else than its own statements');
  }
}

/** Watches that a body waits for its statements only. */
export interface Patience {
  /** Runs one statement of the body. */
  readonly during: <T>(statement: () => Promise<T>) => Promise<T>;
  /** Resolves or rejects with the body, or rejects once it waits for something else. */
  readonly of: <T>(body: () => Promise<T>) => Promise<T>;
}

/**
 * Between two statements, the body of a transaction goes on in the same turn of the event loop. If, at the next turn,
 * it has not ended and no statement is under way, it waits for something else.
 */
export function patience(): Patience {
  let running = 0;
  let steps = 0;
  let isOver = false;
  let fail: (error: Error) => void = () => undefined;
  const look = () => {
    const step = ++steps;
    setImmediate(() => {
      if (isOver || running > 0 || step !== steps) return;
      isOver = true;
      fail(new WaitedInTransaction());
    });
  };
  return {
    during: async (statement) => {
      if (isOver) throw new WaitedInTransaction();
      running += 1;
      try {
        return await statement();
      } finally {
        running -= 1;
        if (!isOver && running === 0) look();
      }
    },
    of: (body) =>
      new Promise((resolve, reject) => {
        fail = reject;
        look();
        body()
          .then(resolve, reject)
          .finally(() => {
            isOver = true;
          });
      }),
  };
}
