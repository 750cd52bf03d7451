import type { Mail, MailQueue } from '@coachsite/core/mail';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const mail = (id: string): Mail => ({
  id,
  to: 'reader@example.com',
  subject: `Subject ${id}`,
  text: 'text',
  html: '<p>text</p>',
});

const ids = (queued: readonly { mail: Mail }[]) => queued.map((entry) => entry.mail.id);

export function mailQueueContract(open: () => Promise<MailQueue>): void {
  test('a mail is returned as enqueued', async () => {
    const queue = await open();
    const full: Mail = {
      ...mail('a'),
      replyTo: { name: 'Zoë', address: 'zoe@example.com' },
      unsubscribeUrl: 'https://example.com/u?token=t',
    };
    await queue.enqueue(full, 1000);
    expect(await queue.take(1000, 2000, 10)).toEqual([{ mail: full, failures: 0 }]);
  });

  test('mails are returned in the order they were enqueued, up to the requested number', async () => {
    const queue = await open();
    for (const id of ['c', 'a', 'd', 'b']) await queue.enqueue(mail(id), 1000);
    expect(ids(await queue.take(5000, 6000, 3))).toEqual(['c', 'a', 'd']);
    expect(ids(await queue.take(5000, 6000, 3))).toEqual(['b']);
  });

  test('a mail enqueued twice is stored once', async () => {
    const queue = await open();
    await Promise.all([queue.enqueue(mail('a'), 1), queue.enqueue(mail('a'), 2)]);
    expect(ids(await queue.take(10, 20, 10))).toEqual(['a']);
  });

  test('concurrent workers never hold the same mail', async () => {
    const queue = await open();
    for (let i = 0; i < 20; i += 1) await queue.enqueue(mail(`m${i}`), 1);
    const taken = await Promise.all(Array.from({ length: 6 }, () => queue.take(10, 1000, 5)));
    const seen = taken.flatMap(ids);
    expect(seen).toHaveLength(20);
    expect(new Set(seen).size).toBe(20);
  });

  test('the mails of a dead worker become available when its lease ends', async () => {
    const queue = await open();
    await queue.enqueue(mail('a'), 1);
    await queue.take(1, 100, 10);
    expect(await queue.take(99, 200, 10)).toEqual([]);
    expect(ids(await queue.take(100, 200, 10))).toEqual(['a']);
  });

  test('a failed mail waits for its next attempt and counts its failures', async () => {
    const queue = await open();
    await queue.enqueue(mail('a'), 1);
    await queue.take(1, 100, 10);
    await queue.markFailed('a', 'ETIMEDOUT', 500);
    expect(await queue.take(499, 900, 10)).toEqual([]);
    expect(await queue.take(500, 900, 10)).toEqual([{ mail: mail('a'), failures: 1 }]);
  });

  test('a mail that is given up is listed with its reason and never taken again', async () => {
    const queue = await open();
    await queue.enqueue(mail('a'), 1);
    await queue.enqueue(mail('b'), 2);
    await queue.take(2, 100, 10);
    await queue.markFailed('a', 'EENVELOPE 550', undefined);
    expect(await queue.take(1_000_000, 2_000_000, 10).then(ids)).toEqual(['b']);
    expect(await queue.counts()).toEqual({ waiting: 1, failed: 1 });
    expect(await queue.failed(10)).toEqual([
      { id: 'a', subject: 'Subject a', reason: 'EENVELOPE 550', enqueuedAt: 1 },
    ]);
  });

  test('a sent mail is neither taken nor counted nor sent again under the same id', async () => {
    const queue = await open();
    await queue.enqueue(mail('a'), 1);
    await queue.take(1, 100, 10);
    await queue.markSent('a', 2);
    await queue.enqueue(mail('a'), 3);
    expect(await queue.take(1_000_000, 2_000_000, 10)).toEqual([]);
    expect(await queue.counts()).toEqual({ waiting: 0, failed: 0 });
  });

  test('a listener is called for a new mail, which is then available; a removed listener is not', async () => {
    const queue = await open();
    let later = 0;
    const stop = queue.onEnqueued(() => {
      later += 1;
    });
    stop();
    const heard = new Promise<void>((resolve) => queue.onEnqueued(resolve));
    await queue.enqueue(mail('a'), 1);
    await heard;
    expect(ids(await queue.take(1, 100, 10))).toEqual(['a']);
    expect(later).toBe(0);
  });

  test('waiting mails to a person or about their message can be removed', async () => {
    const queue = await open();
    await queue.enqueue(mail('a'), 1);
    const about = { name: 'Ann', address: 'Ann@example.com' };
    await queue.enqueue({ ...mail('b'), to: 'coach@example.com', replyTo: about }, 2);
    await queue.enqueue({ ...mail('c'), to: 'coach@example.com' }, 3);
    expect(await queue.about('ann@example.com')).toEqual([
      { to: 'coach@example.com', subject: 'Subject b', enqueuedAt: 2 },
    ]);
    expect(await queue.about('Reader@example.com')).toEqual([
      { to: 'reader@example.com', subject: 'Subject a', enqueuedAt: 1 },
    ]);
    expect(await queue.removeAbout('ann@example.com')).toBe(1);
    expect(await queue.removeAbout('reader@example.com')).toBe(1);
    expect(await queue.about('ann@example.com')).toEqual([]);
    expect(ids(await queue.take(10, 20, 10))).toEqual(['c']);
  });

  test('a mail to an address that only contains the given one stays', async () => {
    const queue = await open();
    await queue.enqueue({ ...mail('a'), to: 'jan2@example.com' }, 1);
    const about = { name: 'an2@example.com', address: 'an2@example.com.au' };
    await queue.enqueue({ ...mail('b'), replyTo: about }, 2);
    await queue.enqueue({ ...mail('c'), to: 'an2@example.com' }, 3);
    expect(await queue.about('an2@example.com')).toHaveLength(1);
    expect(await queue.removeAbout('an2@example.com')).toBe(1);
    expect(ids(await queue.take(10, 20, 10))).toEqual(['a', 'b']);
  });

  test('mails about a message that were given up are removed by its id, because their subject is a visitor’s', async () => {
    const queue = await open();
    for (const id of ['message', 'other', 'sent', 'waiting']) await queue.enqueue(mail(id), 1);
    await queue.take(1, 100, 10);
    await queue.markSent('sent', 2);
    for (const id of ['message', 'other']) await queue.markFailed(id, 'x', undefined);
    // The recipients of the others are no longer stored.
    expect(await queue.about('reader@example.com')).toHaveLength(1);
    expect(await queue.removeAbout('ann@example.com', ['message', 'sent', 'waiting'])).toBe(1);
    expect((await queue.failed(10)).map(({ id }) => id)).toEqual(['other']);
    expect((await queue.counts()).waiting).toBe(1);
  });

  test('a purge removes old finished mails, never waiting ones', async () => {
    const queue = await open();
    for (const id of ['sent', 'failed', 'waiting']) await queue.enqueue(mail(id), 10);
    await queue.enqueue(mail('young'), 50);
    await queue.take(50, 100, 10);
    await queue.markSent('sent', 60);
    await queue.markFailed('failed', 'x', undefined);
    await queue.markSent('young', 60);
    expect(await queue.purge(10)).toBe(0);
    expect(await queue.purge(11)).toBe(2);
    expect(await queue.counts()).toEqual({ waiting: 1, failed: 0 });
  });

  test('in any order of attempts, each mail is sent once or given up once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('sent', 'retry', 'failed'), { maxLength: 20 }),
        async (fates) => {
          const queue = await open();
          for (const i of fates.keys()) await queue.enqueue(mail(`m${i}`), 1);
          for (const [i, fate] of fates.entries()) {
            if (fate === 'sent') await queue.markSent(`m${i}`, 2);
            else await queue.markFailed(`m${i}`, 'x', fate === 'retry' ? 10 : undefined);
          }
          const of = (fate: string) => fates.filter((each) => each === fate).length;
          expect(await queue.counts()).toEqual({ waiting: of('retry'), failed: of('failed') });
          expect(await queue.take(10, 20, 100)).toHaveLength(of('retry'));
        },
      ),
      { numRuns: 20 },
    );
  });
}
