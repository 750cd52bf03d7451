import { type DeliverMailsPorts, deliverMails } from '@coachsite/core/mail';
import { type QueueWorker, startQueueWorker, type WorkerLog } from './queue-worker.ts';

/** Delivers the mails of the queue while the server runs. */
export function startMailWorker(ports: DeliverMailsPorts, log: WorkerLog): QueueWorker {
  return startQueueWorker(
    {
      name: 'mails',
      deliver: (stopped) => deliverMails(ports, { stopped }),
      onEnqueued: ports.mailQueue.onEnqueued,
    },
    log,
  );
}
