import fc from 'fast-check';
import { dayMs } from '../../kernel/index.ts';
import type { Mail, MailFailure, MailQueue } from '../../mail/index.ts';
import { emailOf } from '../recipients.ts';
import type { TestRunner } from '../runner.ts';
import { anyWords, keptRowTest, today } from './kept-rows.ts';
import { listenersTest } from './listeners.ts';
import { ownRowsTest } from './own-rows.ts';

const mail = (id: string): Mail => ({
  id,
  to: 'reader@example.com',
  subject: `Subject ${id}`,
  text: 'text',
  html: '<p>text</p>',
});

/** A mail at its first attempt. */
const first = { failures: 0, unfinished: 0, wasPassed: false };

const rejected: MailFailure = { problem: 'rejected', reason: 'EMESSAGE 554' };
const tooMany: MailFailure = { problem: 'too_many', reason: 'EENVELOPE 452' };

const ids = (queued: readonly { mail: Mail }[]) => queued.map((entry) => entry.mail.id);

/** What a `MailQueue` does; `open` returns a new, empty one. */
export function mailQueueContract(runner: TestRunner, open: () => Promise<MailQueue>): void {
  const { test, expect } = runner;
  ownRowsTest(
    runner,
    async () => {
      const queue = await open();
      return { put: (row: Mail) => queue.enqueue(row, 1000), get: () => queue.unsent(10) };
    },
    () => mail('a'),
  );

  test('a mail is sent as it was when it was enqueued, whatever its caller did with it', async () => {
    const queue = await open();
    const given = { ...mail('a'), replyTo: { name: 'Zoë', address: 'zoe@example.com' } };
    await queue.enqueue(given, 1000);
    Object.assign(given.replyTo, { address: 'other@example.com' });
    Object.assign(given, { text: 'other', subject: 'other' });
    const [taken] = await queue.take(10, 2000, 1000);
    expect(taken?.mail).toMatchObject({ ...mail('a'), replyTo: { address: 'zoe@example.com' } });
    Object.assign(taken?.mail ?? {}, { text: 'other' });
    const [again] = await queue.take(10, 3000, 2000);
    expect(again?.mail).toMatchObject(mail('a'));
  });

  keptRowTest(
    runner,
    async () => {
      const queue = await open();
      return {
        put: (row: Mail) => queue.enqueue(row, today),
        get: async () => (await queue.take(1, today + 1, today))[0]?.mail,
      };
    },
    {
      ...mail('a'),
      subject: anyWords(300),
      text: `${anyWords(50_000)}\n${anyWords(50_000)}`,
      html: `<p>${anyWords(100_000)}</p>\n`,
      replyTo: { name: anyWords(100), address: 'zoe@example.com' },
      unsubscribeUrl: `https://example.com/u?token=${'t'.repeat(300)}`,
      secretUntil: today + 5,
    },
  );

  test('a mail is returned as enqueued', async () => {
    const queue = await open();
    const full: Mail = {
      ...mail('a'),
      replyTo: { name: 'Zoë', address: 'zoe@example.com' },
      unsubscribeUrl: 'https://example.com/u?token=t',
    };
    await queue.enqueue(full, 1000);
    expect(await queue.take(10, 2000, 1000)).toEqual([{ ...first, mail: full }]);
  });

  test('mails are returned in the order they were enqueued, up to the requested number', async () => {
    const queue = await open();
    for (const id of ['c', 'a', 'd', 'b']) await queue.enqueue(mail(id), 1000);
    expect(ids(await queue.take(3, 6000, 5000))).toEqual(['c', 'a', 'd']);
    expect(ids(await queue.take(3, 6000, 5000))).toEqual(['b']);
  });

  test('what has waited longest is taken first', async () => {
    const queue = await open();
    await queue.enqueue(mail('later'), 1, 20);
    await queue.enqueue(mail('sooner'), 1, 10);
    expect(ids(await queue.take(1, 90, 30))).toEqual(['sooner']);
  });

  test('what is recorded about an unknown mail is nothing', async () => {
    const queue = await open();
    await queue.retryLater('unknown', rejected, 1);
    await queue.postpone('unknown', tooMany, 1, 1);
    await queue.giveUp('unknown', rejected, 1);
    await queue.markSent('unknown', 1);
    expect(await queue.counts()).toEqual({ waiting: 0, failed: 0 });
    expect(await queue.purge(2)).toBe(0);
  });

  test('a mail enqueued twice is stored once', async () => {
    const queue = await open();
    await Promise.all([queue.enqueue(mail('a'), 1), queue.enqueue(mail('a'), 2)]);
    expect(ids(await queue.take(10, 20, 10))).toEqual(['a']);
  });

  test('concurrent workers never hold the same mail', async () => {
    const queue = await open();
    for (let i = 0; i < 20; i += 1) await queue.enqueue(mail(`m${i}`), 1);
    const taken = await Promise.all(Array.from({ length: 6 }, () => queue.take(5, 1000, 10)));
    const seen = taken.flatMap(ids);
    expect(seen).toHaveLength(20);
    expect(new Set(seen).size).toBe(20);
  });

  test('the mails of a dead worker become available when its lease ends', async () => {
    const queue = await open();
    await queue.enqueue(mail('a'), 1);
    await queue.take(10, 100, 1);
    expect(await queue.take(10, 200, 99)).toEqual([]);
    expect(ids(await queue.take(10, 200, 100))).toEqual(['a']);
  });

  test('a failed mail waits for its next attempt and counts its failures', async () => {
    const queue = await open();
    await queue.enqueue(mail('a'), 1);
    await queue.take(10, 100, 1);
    await queue.retryLater('a', rejected, 500);
    expect(await queue.take(10, 900, 499)).toEqual([]);
    expect(await queue.take(10, 900, 500)).toEqual([{ ...first, mail: mail('a'), failures: 1 }]);
  });

  test('a mail that is given up is listed with its reason and never taken again', async () => {
    const queue = await open();
    await queue.enqueue(mail('a'), 1);
    await queue.enqueue(mail('b'), 2);
    await queue.take(10, 100, 2);
    await queue.giveUp('a', rejected, 5);
    expect(await queue.take(10, 2_000_000, 1_000_000).then(ids)).toEqual(['b']);
    expect(await queue.counts()).toEqual({ waiting: 1, failed: 1 });
    const common = { to: 'reader@example.com', failures: 0 };
    expect(await queue.unsent(10)).toEqual([
      {
        ...common,
        ...rejected,
        id: 'a',
        subject: 'Subject a',
        state: 'failed',
        failures: 1,
        enqueuedAt: 1,
        nextTryAt: undefined,
      },
      {
        ...common,
        id: 'b',
        subject: 'Subject b',
        state: 'waiting',
        problem: undefined,
        reason: '',
        enqueuedAt: 2,
        nextTryAt: 2_000_000,
      },
    ]);
    expect(await queue.unsent(1)).toHaveLength(1);
  });

  test('a mail that was given up is sent again at a request, with its content and all its tries', async () => {
    const queue = await open();
    await queue.enqueue(mail('a'), 1);
    await queue.take(10, 100, 1);
    await queue.retryLater('a', rejected, 50);
    await queue.take(10, 100, 50);
    await queue.giveUp('a', rejected, 60);
    expect(await queue.retry('a', 70)).toBe('due');
    expect(await queue.counts()).toEqual({ waiting: 1, failed: 0 });
    expect(await queue.take(10, 100, 70)).toEqual([{ ...first, mail: mail('a') }]);
  });

  test('a mail with a link or code forgets its content when it is given up, and cannot be sent again', async () => {
    const queue = await open();
    await queue.enqueue({ ...mail('a'), secretUntil: 500 }, 1);
    expect((await queue.take(10, 100, 1))[0]?.mail.secretUntil).toBe(500);
    await queue.giveUp('a', { problem: 'expired', reason: '' }, 5);
    expect(await queue.unsent(10)).toMatchObject([
      { id: 'a', to: undefined, problem: 'expired', failures: 0 },
    ]);
    expect(await queue.about(emailOf('reader@example.com'))).toEqual([]);
    expect(await queue.retry('a', 6)).toBe('mail_content_gone');
    expect(await queue.retryAll(6)).toBe(0);
    expect(await queue.counts()).toEqual({ waiting: 0, failed: 1 });
  });

  test('a mail that was sent or never there cannot be sent again', async () => {
    const queue = await open();
    await queue.enqueue(mail('a'), 1);
    await queue.take(10, 100, 1);
    await queue.markSent('a', 2);
    expect(await queue.retry('a', 6)).toBe('mail_not_found');
    expect(await queue.retry('b', 6)).toBe('mail_not_found');
  });

  test('all mails that were given up or wait are made due at once, except one that is being sent', async () => {
    const queue = await open();
    for (const id of ['failed', 'waits', 'sending']) await queue.enqueue(mail(id), 1);
    await queue.take(10, 1000, 1);
    await queue.giveUp('failed', rejected, 2);
    await queue.retryLater('waits', rejected, 900);
    expect(await queue.retryAll(10)).toBe(2);
    expect(ids(await queue.take(10, 1000, 10)).sort()).toEqual(['failed', 'waits']);
    expect(await queue.retry('sending', 20)).toBe('due');
    expect(await queue.take(10, 1000, 20)).toEqual([]);
  });

  test('a mail is due two days ahead at most, unless that was before the clock was set back', async () => {
    const queue = await open();
    await queue.enqueue(mail('a'), 10);
    await queue.take(1, 100, 10);
    await queue.retryLater('a', rejected, 20 + 2 * dayMs);
    expect(await queue.take(10, 100, 20)).toEqual([]);
    expect(ids(await queue.take(10, 100, 19))).toEqual(['a']);
  });

  test('an attempt that ended its process has used up no try, and the newest mails are listed first', async () => {
    const queue = await open();
    for (const [id, at] of [
      ['b', 2],
      ['c', 2],
      ['a', 1],
    ] as const)
      await queue.enqueue(mail(id), at);
    await queue.giveUp('a', { problem: 'crashed', reason: '' }, 5);
    const listed = (await queue.unsent(10)).map(({ id, failures }) => [id, failures]);
    expect(listed).toEqual([
      ['a', 0],
      ['c', 0],
      ['b', 0],
    ]);
    expect(await queue.retry('a', 6)).toBe('due');
    expect((await queue.unsent(10)).map(({ id }) => id)).toEqual(['c', 'b', 'a']);
  });

  test('a listener is called when mails are sent again at a request', async () => {
    const queue = await open();
    await queue.enqueue(mail('a'), 1);
    await queue.take(1, 100, 1);
    for (const again of [() => queue.retry('a', 3), () => queue.retryAll(3)]) {
      await queue.giveUp('a', rejected, 2);
      const heard = new Promise<void>((resolve) => queue.onEnqueued(resolve));
      await again();
      await heard;
    }
  });

  test('a pause is kept until it is ended; a request to send again lets one mail through', async () => {
    const queue = await open();
    expect(await queue.pause()).toBeUndefined();
    await queue.setPause({ problem: 'too_many', failures: 1, until: 500 });
    await queue.setPause({ problem: 'no_connection', failures: 2, until: 900 });
    expect(await queue.pause()).toEqual({ problem: 'no_connection', failures: 2, until: 900 });
    await queue.enqueue(mail('a'), 1);
    await queue.retry('a', 100);
    expect(await queue.pause()).toEqual({ problem: 'no_connection', failures: 2, until: 100 });
    await queue.setPause({ problem: 'no_connection', failures: 3, until: 900 });
    await queue.retryAll(200);
    expect((await queue.pause())?.until).toBe(200);
    await queue.setPause(undefined);
    expect(await queue.pause()).toBeUndefined();
  });

  test('a postponed mail has used up no try, and knows whether another one was sent since', async () => {
    const queue = await open();
    await queue.enqueue(mail('a'), 1);
    await queue.enqueue(mail('b'), 1);
    await queue.take(10, 100, 1);
    await queue.postpone('a', tooMany, 500, 50);
    expect(await queue.take(10, 900, 499).then(ids)).toEqual(['b']);
    expect((await queue.unsent(10)).find(({ id }) => id === 'a')).toMatchObject(tooMany);
    expect(await queue.take(10, 900, 500)).toEqual([{ ...first, mail: mail('a') }]);
    await queue.markSent('b', 550);
    await queue.postpone('a', tooMany, 1000, 600);
    expect(await queue.take(10, 1100, 1000)).toEqual([{ ...first, mail: mail('a') }]);
    await queue.enqueue(mail('c'), 1050);
    await queue.markSent('c', 1050);
    await queue.take(10, 1200, 1100);
    expect(await queue.take(10, 1300, 1200)).toMatchObject([{ wasPassed: true }]);
  });

  test('a mail is passed by what was sent after the moment at which it was postponed, not at it', async () => {
    for (const [sentAt, wasPassed] of [
      [50, false],
      [51, true],
      [200, true],
    ] as const) {
      const queue = await open();
      for (const id of ['a', 'b']) await queue.enqueue(mail(id), 1);
      await queue.take(10, 100, 1);
      await queue.postpone('a', tooMany, 200, 50);
      await queue.markSent('b', sentAt);
      expect(await queue.take(10, 300, 200)).toMatchObject([{ wasPassed }]);
    }
  });

  test('mails whose attempt never ended are counted, and come after the others and alone', async () => {
    const queue = await open();
    for (const id of ['a', 'b']) await queue.enqueue(mail(id), 1);
    await queue.take(10, 100, 1);
    await queue.enqueue(mail('c'), 50);
    expect(ids(await queue.take(10, 200, 100))).toEqual(['c']);
    expect(await queue.take(10, 300, 100)).toEqual([{ ...first, mail: mail('a'), unfinished: 1 }]);
    expect(await queue.take(10, 300, 100)).toEqual([{ ...first, mail: mail('b'), unfinished: 1 }]);
    await queue.retryLater('a', rejected, 301);
    expect(await queue.take(10, 400, 301)).toEqual([{ ...first, mail: mail('a'), failures: 1 }]);
    await queue.markSent('c', 302);
    expect(await queue.take(10, 400, 302)).toMatchObject([{ unfinished: 2 }]);
  });

  test('after the clock was set back, a mail does not wait for the time it showed before', async () => {
    const queue = await open();
    const [later, earlier] = [1_000_000_000, 990_000_000];
    for (const id of ['held', 'tried', 'postponed']) await queue.enqueue(mail(id), later);
    await queue.take(10, later + 100, later);
    await queue.retryLater('tried', rejected, later + 1000);
    await queue.postpone('postponed', tooMany, later + 1000, later);
    await queue.enqueue(mail('new'), later);
    // What was tried keeps its pause, and what is being sent its lease, for two days at most.
    expect(ids(await queue.take(10, earlier + 100, earlier))).toEqual(['new']);
    expect(await queue.take(10, earlier + 100, earlier)).toEqual([]);
    expect(ids(await queue.take(10, 2000, 1000))).toEqual(['tried', 'postponed']);
    expect(ids(await queue.take(10, 2000, 1000))).toHaveLength(1);
  });

  test('a mail is due at its own time, if it has one, and only the first of one id is kept', async () => {
    const queue = await open();
    await queue.enqueue(mail('a'), 1000, 5000);
    expect(await queue.take(10, 5000, 1000)).toEqual([]);
    await queue.enqueue(mail('a'), 2000, 9000);
    await queue.enqueue(mail('b'), 2000);
    expect(ids(await queue.take(10, 5000, 4999))).toEqual(['b']);
    expect(await queue.unsent(10)).toMatchObject([{ id: 'b' }, { id: 'a', nextTryAt: 5000 }]);
    expect(ids(await queue.take(10, 6000, 5000))).toContain('a');
  });

  test('after the clock was set back, mails sent by its former time have passed no other', async () => {
    const queue = await open();
    await queue.enqueue(mail('a'), 1_000_000);
    await queue.take(10, 1_000_100, 1_000_000);
    await queue.markSent('a', 1_000_000);
    await queue.enqueue(mail('b'), 1000);
    await queue.take(10, 1100, 1000);
    await queue.postpone('b', tooMany, 1200, 1000);
    expect(await queue.take(10, 1300, 1200)).toMatchObject([{ wasPassed: false }]);
  });

  test('mails that are enqueued at once are all kept, each once', async () => {
    const queue = await open();
    const enqueued = ['a', 'b', 'c', 'a'];
    await Promise.all(enqueued.map((id) => queue.enqueue(mail(id), 1)));
    expect(ids(await queue.take(10, 100, 1)).toSorted()).toEqual(['a', 'b', 'c']);
  });

  test('a sent mail is neither taken nor counted nor sent again under the same id', async () => {
    const queue = await open();
    await queue.enqueue(mail('a'), 1);
    await queue.take(10, 100, 1);
    await queue.markSent('a', 2);
    await queue.enqueue(mail('a'), 3);
    expect(await queue.take(10, 2_000_000, 1_000_000)).toEqual([]);
    expect(await queue.counts()).toEqual({ waiting: 0, failed: 0 });
    await queue.markSent('a', 9);
    expect(await queue.purge(3)).toBe(1);
  });

  test('a mail that one of two workers sent counts as sent, whatever the other records before or after', async () => {
    const queue = await open();
    for (const id of ['a', 'b', 'c']) await queue.enqueue({ ...mail(id), secretUntil: 500 }, 1);
    await queue.take(10, 100, 1);
    for (let i = 0; i < 3; i += 1) await queue.take(10, 200, 100);
    await queue.giveUp('a', rejected, 110);
    await queue.markSent('a', 120);
    await queue.markSent('b', 120);
    await queue.giveUp('b', rejected, 130);
    await queue.markSent('c', 120);
    await queue.retryLater('c', rejected, 130);
    expect(await queue.unsent(10)).toEqual([]);
    expect(await queue.counts()).toEqual({ waiting: 0, failed: 0 });
    expect(await queue.retry('a', 140)).toBe('mail_not_found');
    expect(await queue.purge(120)).toBe(0);
    expect(await queue.purge(121)).toBe(3);
  });

  listenersTest(runner, async () => {
    const queue = await open();
    return { add: (id) => queue.enqueue(mail(id), 1), onEnqueued: queue.onEnqueued };
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
    expect(ids(await queue.take(10, 100, 1))).toEqual(['a']);
    expect(later).toBe(0);
  });

  test('waiting mails to a person or about their message can be removed', async () => {
    const queue = await open();
    await queue.enqueue(mail('a'), 1);
    const about = { name: 'Ann', address: 'Ann@example.com' };
    await queue.enqueue({ ...mail('b'), to: 'coach@example.com', replyTo: about }, 2);
    await queue.enqueue({ ...mail('c'), to: 'coach@example.com' }, 3);
    expect(await queue.about(emailOf('ann@example.com'))).toEqual([
      { to: 'coach@example.com', subject: 'Subject b', enqueuedAt: 2 },
    ]);
    expect(await queue.about(emailOf('Reader@example.com'))).toEqual([
      { to: 'reader@example.com', subject: 'Subject a', enqueuedAt: 1 },
    ]);
    expect(await queue.removeAbout(emailOf('ANN@example.com'))).toBe(1);
    expect(await queue.removeAbout(emailOf('reader@example.com'))).toBe(1);
    expect(await queue.about(emailOf('ann@example.com'))).toEqual([]);
    expect(ids(await queue.take(10, 20, 10))).toEqual(['c']);
  });

  test('a mail that names an address, as a list of several messages does, is about it', async () => {
    const queue = await open();
    const list = {
      ...mail('list'),
      to: 'coach@example.com',
      text: 'Ann (ann@example.com) · Vraag\n\nBob (bob@example.com) · Dag',
    };
    for (const id of ['list', 'sent', 'failed']) await queue.enqueue({ ...list, id }, 1);
    for (let n = 0; n < 60; n += 1) await queue.enqueue(mail(`m${n}`), 2);
    await queue.enqueue({ ...list, id: 'last', subject: 'Van Ann@Example.com', text: '' }, 3);
    await queue.enqueue({ ...list, id: 'longer', text: 'joann@example.com' }, 4);
    await queue.markSent('sent', 5);
    await queue.giveUp('failed', rejected, 5);
    const subjects = ['Subject list', 'Subject list', 'Van Ann@Example.com'];
    const found = await queue.about(emailOf('ann@example.com'));
    expect(found.map(({ subject }) => subject)).toEqual(subjects);
    expect(await queue.removeAbout(emailOf('ann@example.com'))).toBe(3);
    expect(await queue.about(emailOf('bob@example.com'))).toEqual([]);
    expect(await queue.counts()).toEqual({ waiting: 61, failed: 0 });
  });

  test('the unsent mails to an address are removed, and none about its messages or a waiting list', async () => {
    const queue = await open();
    for (const id of ['waits', 'failed', 'sent']) await queue.enqueue(mail(id), 1);
    const replyTo = { name: 'Ann', address: 'reader@example.com' };
    await queue.enqueue({ ...mail('message'), to: 'coach@example.com', replyTo }, 2);
    await queue.enqueue({ ...mail('other'), to: 'areader@example.com' }, 2);
    await queue.enqueue({ ...mail('launch'), unsubscribeUrl: 'https://example.com/u' }, 2);
    await queue.take(3, 100, 1);
    await queue.markSent('sent', 2);
    await queue.giveUp('failed', rejected, 2);
    expect(await queue.removeTo(emailOf('Reader@example.com'))).toBe(2);
    const left = (await queue.unsent(10)).map(({ id }) => id).sort();
    expect(left).toEqual(['launch', 'message', 'other']);
  });

  test('a mail to an address that only contains the given one stays', async () => {
    const queue = await open();
    await queue.enqueue({ ...mail('a'), to: 'jan2@example.com' }, 1);
    const about = { name: 'an2@example.com', address: 'an2@example.com.au' };
    await queue.enqueue({ ...mail('b'), replyTo: about }, 2);
    await queue.enqueue({ ...mail('c'), to: 'an2@example.com' }, 3);
    expect(await queue.about(emailOf('an2@example.com'))).toHaveLength(1);
    expect(await queue.removeAbout(emailOf('an2@example.com'))).toBe(1);
    expect(ids(await queue.take(10, 20, 10))).toEqual(['a', 'b']);
  });

  test('mails whose content was erased are removed by the id of their message, because their subject is a visitor’s', async () => {
    const queue = await open();
    for (const id of ['message', 'other']) {
      await queue.enqueue({ ...mail(id), secretUntil: 1_000_000 }, 1);
    }
    for (const id of ['sent', 'waiting', 'kept']) await queue.enqueue(mail(id), 1);
    await queue.take(10, 100, 1);
    await queue.markSent('sent', 2);
    for (const id of ['message', 'other', 'kept']) await queue.giveUp(id, rejected, 3);
    // The recipients of those with a code are no longer stored.
    expect(await queue.about(emailOf('reader@example.com'))).toHaveLength(2);
    const asked = ['message', 'sent', 'waiting', 'kept'];
    expect(await queue.removeAbout(emailOf('ann@example.com'), asked)).toBe(1);
    expect((await queue.unsent(10)).map(({ id }) => id).sort()).toEqual([
      'kept',
      'other',
      'waiting',
    ]);
    expect(await queue.removeAbout(emailOf('reader@example.com'))).toBe(2);
    expect(await queue.counts()).toEqual({ waiting: 0, failed: 1 });
  });

  test('a purge removes old finished mails, never waiting ones', async () => {
    const queue = await open();
    for (const id of ['sent', 'failed', 'waiting']) await queue.enqueue(mail(id), 10);
    await queue.enqueue(mail('young'), 50);
    await queue.take(10, 100, 50);
    await queue.markSent('sent', 60);
    await queue.giveUp('failed', rejected, 60);
    await queue.markSent('young', 61);
    expect(await queue.purge(60)).toBe(0);
    expect(await queue.purge(61)).toBe(2);
    expect(await queue.purge(61)).toBe(0);
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
            else if (fate === 'retry') await queue.retryLater(`m${i}`, rejected, 10);
            else await queue.giveUp(`m${i}`, rejected, 10);
          }
          const of = (fate: string) => fates.filter((each) => each === fate).length;
          expect(await queue.counts()).toEqual({ waiting: of('retry'), failed: of('failed') });
          expect(await queue.take(100, 20, 10)).toHaveLength(of('retry'));
        },
      ),
      { numRuns: 20 },
    );
  });
}
