import type { Mail, MailQueue } from '@coachsite/core/mail';

/**
 * Puts a mail into the queue that was tried once and waits until `until`. Both are one commit, so that the server does not
 * send it in between.
 */
export async function addWaitingMail(
  queue: Pick<MailQueue, 'enqueue' | 'retryLater'>,
  mail: Mail,
  at: number,
  until: number,
): Promise<void> {
  const failure = { problem: 'no_connection', reason: '' } as const;
  await Promise.all([queue.enqueue(mail, at), queue.retryLater(mail.id, failure, until)]);
}
