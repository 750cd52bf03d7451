import { type DeliverSmsPorts, deliverSms } from '@coachsite/core/sms';
import { type QueueWorker, startQueueWorker, type WorkerLog } from './queue-worker.ts';

/** Delivers the text messages of the queue while the server runs. */
export function startSmsWorker(ports: DeliverSmsPorts, log: WorkerLog): QueueWorker {
  return startQueueWorker(
    {
      name: 'text messages',
      deliver: (stopped) => deliverSms(ports, { stopped }),
      onEnqueued: ports.smsQueue.onEnqueued,
    },
    log,
  );
}
