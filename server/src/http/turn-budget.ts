/**
 * How long the requests of one turn of the event loop may take together, in milliseconds, before further ones are
 * rejected: every request, also `/healthz`, waits for a whole turn.
 */
const turnMs = 100;
/**
 * Requests are rejected only once turns have been too long for this time, in milliseconds: a burst is served, even on a
 * slow machine.
 */
const patienceMs = 1000;
/**
 * The first requests of a turn are served however long it takes: the calls of a page or two. Such a turn is long because the
 * machine is slow, or busy with other programs, and a visitor who is alone is not one too many.
 */
const servedInEachTurn = 24;

/**
 * Decides which requests of a turn are too many, once the turns of the event loop have been too long for a second. Times
 * are in milliseconds. Source: docs/performance.md#goal-18.
 */
export function turnBudget() {
  let turnStartedAt: number | undefined;
  let requests = 0;
  let lastTurnEndedAt = Number.NEGATIVE_INFINITY;
  let overloadedSince: number | undefined;
  return {
    /** Whether this request begins a turn: call `endTurn` when the turn is over. */
    beginRequest: (now: number): boolean => {
      requests += 1;
      if (turnStartedAt !== undefined) return false;
      requests = 1;
      turnStartedAt = now;
      if (now - lastTurnEndedAt > patienceMs) overloadedSince = undefined;
      return true;
    },
    /** Whether a request that arrives now is one too many. */
    isSpent: (now: number): boolean =>
      turnStartedAt !== undefined &&
      requests > servedInEachTurn &&
      overloadedSince !== undefined &&
      now - overloadedSince > patienceMs &&
      now - turnStartedAt > turnMs,
    endTurn: (now: number): void => {
      if (turnStartedAt === undefined) return;
      if (now - turnStartedAt <= turnMs) overloadedSince = undefined;
      else overloadedSince ??= turnStartedAt;
      turnStartedAt = undefined;
      lastTurnEndedAt = now;
    },
  };
}
