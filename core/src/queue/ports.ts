import type { EpochMs } from '../kernel/index.ts';

/** A pause of a whole queue, because the service that takes its messages cannot take any at the moment. */
export interface QueuePause {
  /** Why, as a problem of the queue's own kind. */
  readonly problem: string;
  /** How many times in a row the service took nothing. */
  readonly failures: number;
  /** When one message is tried, to see whether the service is back. */
  readonly until: EpochMs;
}

/** What the queues of mails and text messages share. The pause is stored with the messages, so a restart does not end it. */
export interface PausableQueue {
  /** The pause under way; `undefined` if there is none. */
  readonly pause: () => Promise<QueuePause | undefined>;
  /** Begins or prolongs the pause; `undefined` ends it. */
  readonly setPause: (pause: QueuePause | undefined) => Promise<void>;
}
