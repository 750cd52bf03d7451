import {
  contactLimits,
  type InboxMessage,
  type MessageStore,
  mostListedMessages,
} from '../../contact/index.ts';
import type { Mail, MailQueue } from '../../mail/index.ts';
import { idOf, nameOf } from '../ids.ts';
import type { TestRunner } from '../runner.ts';
import { language, otherLanguage } from '../samples.ts';
import { anyWords, keptRowTest, today } from './kept-rows.ts';
import { ownRowsTest } from './own-rows.ts';

/** A new store and the queue that its mails go into. */
export interface OpenedMessageStore {
  readonly store: MessageStore;
  /** Where the store puts its mails in the same commit. */
  readonly queue: MailQueue;
}

const message = (
  id: string,
  receivedAt: number,
  more: Partial<InboxMessage> = {},
): InboxMessage => ({
  id: idOf(id),
  name: 'Ann',
  email: 'ann@example.com',
  subject: `Subject ${id}`,
  message: 'Line one\nLine two; DROP TABLE contact_messages',
  language,
  status: 'new',
  flagged: false,
  receivedAt,
  answeredAt: undefined,
  changedAt: receivedAt,
  ...more,
});

const mail = (id: string): Mail => ({
  id: `mail-${id}`,
  to: 'coach@example.com',
  subject: id,
  text: id,
  html: id,
});

const enqueuedAt = async (queue: MailQueue) =>
  (await queue.unsent(10)).map((unsent) => unsent.enqueuedAt);

const allowance = { since: 0, limit: 100 };
const everything = { limit: 1000, offset: 0 };

/** What a `MessageStore` does; `open` returns a new one with the queue of its mails. */
export function messageStoreContract(
  runner: TestRunner,
  open: () => Promise<OpenedMessageStore>,
): void {
  const { test, expect } = runner;
  ownRowsTest(
    runner,
    async () => {
      const { store } = await open();
      return {
        put: (row: InboxMessage) => store.add(row, undefined, allowance),
        get: () => store.list(everything),
      };
    },
    () => message('a', 1000),
  );

  test('a message that is sent again while it waits is the one that was sent, with one mail', async () => {
    const { store, queue } = await open();
    const minute = 60_000;
    // Where a database writes Turkish, the small letter of I is another one.
    const words = { email: 'iris@example.com', subject: 'Again', message: 'One\nTwo' };
    const sent = message('a', 100 * minute, words);
    const mailOf = ({ id }: InboxMessage) => ({
      ...{ id, to: 'coach@example.com', subject: id, text: id, html: id },
    });
    const send = (one: InboxMessage, since: number | undefined) =>
      store.add(one, () => mailOf(one), allowance, since);
    expect(await send(sent, 90 * minute)).toEqual(sent);
    const again = (id: string, minutes: number, more: Partial<InboxMessage> = {}) =>
      message(id, minutes * minute, { ...words, ...more });
    expect(await send(again('b', 101, { email: 'IRIS@example.com' }), 91 * minute)).toEqual(sent);
    expect(await send(again('c', 110), 100 * minute - 1)).toEqual(sent);
    // The clock was set back by less than the time in question.
    expect(await send(again('d', 91), 81 * minute)).toEqual(sent);
    expect(await store.list(everything)).toEqual([sent]);
    expect((await queue.counts()).waiting).toBe(1);

    // Other words, another sender, and what is too long ago are messages of their own.
    const others = [
      again('e', 101, { name: 'Anna' }),
      again('f', 101, { email: 'bob@example.com' }),
      again('g', 101, { subject: 'again' }),
      again('h', 101, { message: 'One\nTwo\nThree' }),
      again('m', 101, { language: otherLanguage }),
    ];
    for (const other of others) expect(await send(other, 91 * minute)).toEqual(other);
    const later = again('i', 110);
    expect(await send(later, 100 * minute)).toEqual(later);
    const ahead = again('j', 90);
    expect(await send(ahead, 80 * minute)).toEqual(ahead);
    const alone = again('k', 110);
    expect(await send(alone, undefined)).toEqual(alone);
    expect((await queue.counts()).waiting).toBe(9);
    // One that was answered is over: the same words are a new question.
    for (const one of [later, alone, sent, ahead])
      await store.update(one.id, (before) => ({ ...before, status: 'answered' }));
    const asked = again('l', 111);
    expect(await send(asked, 101 * minute)).toEqual(asked);
  });

  test('of two equal messages at once one is stored', async () => {
    const { store, queue } = await open();
    const words = { subject: 'Twice', message: 'One' };
    const mailOf = (id: string) => ({ id, to: 'a@example.com', subject: id, text: id, html: id });
    const stored = await Promise.all(
      ['a', 'b', 'c', 'd'].map((id) =>
        store.add(message(id, 1000, words), () => mailOf(idOf(id)), allowance, 0),
      ),
    );
    expect(new Set(stored.map(({ id }) => id)).size).toBe(1);
    expect(await store.list(everything)).toHaveLength(1);
    expect((await queue.counts()).waiting).toBe(1);
  });

  keptRowTest(
    runner,
    async () => {
      const { store } = await open();
      return {
        put: (row: InboxMessage) => store.add(row, undefined, allowance),
        get: async () => (await store.list(everything))[0],
      };
    },
    message('a', today, {
      name: anyWords(contactLimits.name),
      subject: anyWords(contactLimits.subject),
      message: `One\n${anyWords(contactLimits.message - 4)}`,
      status: 'answered',
      answeredAt: today + 1,
      changedAt: today + 2,
    }),
  );

  test('a message is returned as stored, and its mail is in the queue', async () => {
    const { store, queue } = await open();
    const stored = message('a', 1000, { answeredAt: 5, flagged: true, language: otherLanguage });
    await store.add(stored, () => mail('a'), allowance);
    expect(await store.list(everything)).toEqual([stored]);
    expect((await queue.take(10, 2000, 1000)).map((each) => each.mail)).toEqual([mail('a')]);
  });

  test('a message without a mail is stored and nothing is sent', async () => {
    const { store, queue } = await open();
    await store.add(message('a', 1), undefined, allowance);
    expect(await store.list(everything)).toHaveLength(1);
    expect(await queue.counts()).toEqual({ waiting: 0, failed: 0 });
  });

  test('the list has the new messages first, the oldest on top, then the others, newest first', async () => {
    const { store } = await open();
    for (const [i, id] of ['a', 'b', 'c', 'd'].entries()) {
      const status = i % 2 === 0 ? 'new' : 'spam';
      await store.add(message(id, 1000 + i, { status }), undefined, allowance);
    }
    for (const id of ['e', 'f']) await store.add(message(id, 1000), undefined, allowance);
    for (const [id, at] of [
      ['g', 1002],
      ['h', 1003],
    ] as const)
      await store.add(message(id, at, { status: 'answered' }), undefined, allowance);
    await store.add(message('i', 999), undefined, allowance);
    const ids = async (query: Parameters<MessageStore['list']>[0]) =>
      (await store.list(query)).map(({ id }) => nameOf(id));
    expect(await ids(everything)).toEqual(['i', 'a', 'e', 'f', 'c', 'h', 'd', 'g', 'b']);
    expect(await ids({ limit: 2, offset: 4 })).toEqual(['c', 'h']);
    expect(await ids({ status: 'spam', ...everything })).toEqual(['d', 'b']);
    expect(await store.counts()).toEqual({ new: 5, answered: 2, archived: 0, spam: 2 });
  });

  test('a search finds the messages in which all its words occur, signs with a meaning elsewhere included', async () => {
    const { store } = await open();
    const add = (id: string, more: Partial<InboxMessage>) =>
      store.add(message(id, 1000, { message: 'Hello', ...more }), undefined, allowance);
    await add('a', { name: 'Élise Peeters', subject: '50% off_peak' });
    await add('b', { email: 'elise@example.com', message: 'Knee\npain' });
    await add('c', { name: 'Peeters', status: 'spam', message: 'back\\slash "quoted"' });
    const found = async (search: string) =>
      (await store.list({ search, ...everything })).map(({ id }) => nameOf(id)).sort();
    expect(await found('élise')).toEqual(['a', 'b']);
    expect(await found('elise peeters')).toEqual(['a']);
    expect(await found('PEETERS \u00c9')).toEqual(['a', 'c']);
    expect(await found('élisa')).toEqual([]);
    expect(await found('Иван')).toEqual([]);
    expect(await store.counts('élise')).toEqual({ new: 2, answered: 0, archived: 0, spam: 0 });
    expect(await found('ELISE@')).toEqual(['b']);
    expect(await found('peeters')).toEqual(['a', 'c']);
    expect(await found('  pain   knee ')).toEqual(['b']);
    expect(await found('peeters pain')).toEqual([]);
    expect(await found('peetersann')).toEqual([]);
    expect(await found('50%')).toEqual(['a']);
    expect(await found('f_p')).toEqual(['a']);
    expect(await found('k\\s')).toEqual(['c']);
    expect(await found('"quoted"')).toEqual(['c']);
    expect(await found('\0')).toEqual([]);
    expect(await found('Peet\0')).toEqual([]);
    expect(await found(' ')).toEqual(['a', 'b', 'c']);
    expect(await store.counts('peeters')).toEqual({ new: 1, answered: 0, archived: 0, spam: 1 });
  });

  test('a full inbox has one order, in pages as in slices, for every status and search', async () => {
    const { store } = await open();
    const statuses = ['new', 'answered', 'spam', 'archived', 'new'] as const;
    const added = Array.from({ length: 430 }, (_, i) => {
      const text = i % 7 === 0 ? 'My knee' : 'Hello';
      const status = statuses[i % statuses.length] ?? 'new';
      // Several came at one moment.
      return message(`m${i}`, 1000 + Math.floor(i / 3), { status, message: text });
    });
    for (const one of added) await store.add(one, undefined, allowance);
    for (const status of [undefined, 'new', 'spam'] as const) {
      for (const search of [undefined, 'knee']) {
        const filter = { ...(status && { status }), ...(search && { search }) };
        const sliced: string[] = [];
        for await (const slice of store.slices(filter)) {
          expect(slice.length).toBeGreaterThan(0);
          sliced.push(...slice.map(({ id }) => id));
        }
        const wanted = added.filter(
          (one) => (!status || one.status === status) && (!search || one.message.includes(search)),
        );
        expect(sliced).toHaveLength(wanted.length);
        expect(new Set(sliced)).toEqual(new Set(wanted.map(({ id }) => id)));
        const paged: string[] = [];
        for (let offset = 0; offset < added.length; offset += 90) {
          const page = await store.list({ ...filter, limit: 90, offset });
          paged.push(...page.map(({ id }) => id));
        }
        expect(paged).toEqual(sliced);
      }
    }
    expect(await store.counts('knee')).toEqual(
      Object.fromEntries(
        ['new', 'answered', 'archived', 'spam'].map((status) => [
          status,
          added.filter((one) => one.status === status && one.message === 'My knee').length,
        ]),
      ),
    );
  });

  test('messages that wait for a reply are counted by when they came, whatever else there is', async () => {
    const { store } = await open();
    const limits = { lateBefore: 1000, soonUntil: 2000 };
    expect(await store.waiting(limits)).toEqual({
      new: 0,
      late: 0,
      dueSoon: 0,
      oldestReceivedAt: undefined,
    });
    for (const [id, at] of [
      ['a', 999],
      ['b', 1000],
      ['c', 2000],
      ['d', 2001],
    ] as const) {
      await store.add(message(id, at), undefined, allowance);
    }
    await store.add(message('e', 1, { status: 'spam' }), undefined, allowance);
    await store.add(message('f', 1, { status: 'answered' }), undefined, allowance);
    expect(await store.waiting(limits)).toEqual({
      new: 4,
      late: 1,
      dueSoon: 2,
      oldestReceivedAt: 999,
    });
  });

  test('messages up to the allowance are mailed and the next ones wait, even when concurrent', async () => {
    const { store, queue } = await open();
    const ids = Array.from({ length: 8 }, (_, i) => `m${i}`);
    await Promise.all(
      ids.map((id) => store.add(message(id, 1000), () => mail(id), { since: 0, limit: 5 })),
    );
    expect(await store.list(everything)).toHaveLength(8);
    expect((await queue.counts()).waiting).toBe(5);
  });

  test('no mail is composed about a message over the allowance', async () => {
    const { store } = await open();
    const composed: string[] = [];
    for (const id of ['a', 'b', 'c']) {
      const toMail = () => {
        composed.push(id);
        return mail(id);
      };
      await store.add(message(id, 1000), toMail, { since: 0, limit: 2 });
    }
    expect(composed).toEqual(['a', 'b']);
  });

  test('mails from before the window do not count against the allowance', async () => {
    const { store, queue } = await open();
    await store.add(message('old', 1000), () => mail('old'), { since: 0, limit: 1 });
    await store.add(message('edge', 2000), () => mail('edge'), { since: 1000, limit: 1 });
    expect((await queue.counts()).waiting).toBe(2);
    await store.add(message('next', 2000), () => mail('next'), { since: 1999, limit: 1 });
    expect((await queue.counts()).waiting).toBe(2);
  });

  test('after the clock was set back, messages received by its former time hold up no mail', async () => {
    const { store, queue } = await open();
    const one = (at: number) => ({ since: at - 1000, limit: 1 });
    for (const id of ['mailed', 'waiting'])
      await store.add(message(id, 900_000), () => mail(id), one(900_000));
    await store.add(message('new', 5000), () => mail('new'), one(5000));
    expect(await enqueuedAt(queue)).toEqual([900_000, 5000]);
    // One a moment ahead is of this time: clocks of two processes differ.
    await store.add(message('next', 4999), () => mail('next'), one(4999));
    expect(await enqueuedAt(queue)).toHaveLength(2);
    await store.remove(idOf('next'));
    expect(await store.bundle(899_500, () => mail('early'), 899_999)).toBe(0);
    expect(await store.bundle(4000, () => mail('bundle'), 5000)).toBe(1);
  });

  test('a message without a mail takes none of the allowance, and is in no bundle', async () => {
    const { store, queue } = await open();
    const one = { since: 0, limit: 1 };
    await store.add(message('a', 10), undefined, one);
    await store.add(message('b', 11), () => mail('b'), one);
    await store.add(message('c', 12), undefined, one);
    expect(await enqueuedAt(queue)).toEqual([11]);
    expect(await store.bundle(100, () => mail('bundle'), 100)).toBe(0);
  });

  test('waiting messages are bundled into one mail once the oldest has waited long enough', async () => {
    const { store, queue } = await open();
    for (const [id, at] of [
      ['b', 1001],
      ['c', 1002],
      ['a', 1000],
    ] as const)
      await store.add(message(id, at), () => mail(id), { since: 0, limit: 0 });
    const bundles: string[][] = [];
    const toMail = (messages: readonly InboxMessage[]) => {
      bundles.push(messages.map(({ id }) => nameOf(id)));
      return mail(`bundle-${bundles.length}`);
    };
    expect(await store.bundle(999, toMail, 5000)).toBe(0);
    const bundled = await Promise.all([
      store.bundle(1000, toMail, 5000),
      store.bundle(1000, toMail, 5000),
    ]);
    expect(bundled.sort()).toEqual([0, 3]);
    expect(bundles).toEqual([['a', 'b', 'c']]);
    expect(await enqueuedAt(queue)).toEqual([5000]);
  });

  test('a message that comes while a long bundle is marked waits for the next one', async () => {
    const { store } = await open();
    const none = { since: 0, limit: 0 };
    const count = mostListedMessages + 5;
    const ids = Array.from({ length: count }, (_, i) => `m${i}`);
    for (const [i, id] of ids.entries())
      await store.add(message(id, 1000 + i), () => mail(id), none);
    const meanwhile: Promise<unknown>[] = [];
    const toMail = () => {
      // The last one goes, so that a table may give its place to the next.
      meanwhile.push(
        store.remove(idOf(`m${count - 1}`)),
        store.add(message('new', 4000), () => mail('new'), none),
      );
      return mail('bundle');
    };
    expect(await store.bundle(1000, toMail, 5000)).toBe(count);
    await Promise.all(meanwhile);
    expect(await store.bundle(4000, () => mail('next'), 9000)).toBe(1);
  });

  test('a mail about very many messages gets the first of them and the number of all', async () => {
    const { store, queue } = await open();
    const count = mostListedMessages * 3;
    await Promise.all(
      Array.from({ length: count }, (_, i) =>
        store.add(message(`m${i}`, 1000 + i), () => mail(`m${i}`), { since: 0, limit: 0 }),
      ),
    );
    const seen: (readonly [string | undefined, string | undefined, number, number])[] = [];
    const toMail = (messages: readonly InboxMessage[], all: number) => {
      seen.push([messages[0]?.id, messages.at(-1)?.id, messages.length, all]);
      return mail(`mail-${seen.length}`);
    };
    const [soon, late] = [
      { lateBefore: 1000, soonUntil: 9000 },
      { lateBefore: 9000, since: 0 },
    ];
    for (let run = 0; run < 2; run += 1) {
      const expected = run === 0 ? count : 0;
      expect(await store.bundle(1000, toMail, 5000)).toBe(expected);
      expect(await store.remindDueSoon(soon, toMail, 5000)).toBe(expected);
      expect(await store.remindLate(late, toMail, 5000)).toBe(expected);
    }
    const last = idOf(`m${mostListedMessages - 1}`);
    expect(seen).toEqual(Array(3).fill([idOf('m0'), last, mostListedMessages, count]));
    expect((await queue.counts()).waiting).toBe(3);
  });

  test('a change replaces the message; concurrent changes do not undo each other', async () => {
    const { store } = await open();
    await store.add(message('a', 0), undefined, allowance);
    await Promise.all(
      Array.from({ length: 5 }, () =>
        store.update(idOf('a'), (each) => ({ ...each, changedAt: each.changedAt + 1 })),
      ),
    );
    expect(await store.list(everything)).toEqual([message('a', 0, { changedAt: 5 })]);
    expect(await store.update(idOf('none'), (each) => each)).toBeUndefined();
  });

  test('a removed message is gone, and can be removed once', async () => {
    const { store } = await open();
    await store.add(message('a', 1), undefined, allowance);
    expect(await store.remove(idOf('a'))).toBe(true);
    expect(await store.remove(idOf('a'))).toBe(false);
    expect(await store.list(everything)).toEqual([]);
  });

  test('the mail about a message that is removed is not sent any more, and not again', async () => {
    const { store, queue } = await open();
    const mailOf = (id: string) => ({ ...mail(id), id: idOf(id) });
    for (const id of ['waits', 'sent'])
      await store.add(message(id, 1), () => mailOf(id), allowance);
    await queue.markSent(idOf('sent'), 2);
    for (const id of ['waits', 'sent']) await store.remove(idOf(id));
    expect(await queue.counts()).toEqual({ waiting: 0, failed: 0 });
    await queue.enqueue(mailOf('sent'), 3);
    expect(await queue.counts()).toEqual({ waiting: 0, failed: 0 });
  });

  test('each new message whose reply is due soon is in one reminder, even when two ask at once', async () => {
    const { store, queue } = await open();
    for (const at of [999, 1000, 2000, 2001])
      await store.add(message(`m${at}`, at), undefined, allowance);
    await store.add(message('spam', 1500, { status: 'spam' }), undefined, allowance);
    const named: string[][] = [];
    const remind = (now: number) =>
      store.remindDueSoon(
        { lateBefore: 1000, soonUntil: 2000 },
        (messages) => {
          named.push(messages.map(({ id }) => nameOf(id)));
          return mail(`reminder-${named.length}`);
        },
        now,
      );
    expect((await Promise.all([remind(5000), remind(5000)])).sort()).toEqual([0, 2]);
    expect(await remind(6000)).toBe(0);
    expect(named).toEqual([['m1000', 'm2000']]);
    expect(await enqueuedAt(queue)).toEqual([5000]);
  });

  test('all late messages are in one mail, and the next mail waits', async () => {
    const { store, queue } = await open();
    for (const at of [10, 999, 1000]) await store.add(message(`m${at}`, at), undefined, allowance);
    await store.add(message('answered', 5, { status: 'answered' }), undefined, allowance);
    const named: string[][] = [];
    const remind = (since: number, now: number) =>
      store.remindLate(
        { lateBefore: 1000, since },
        (messages) => {
          named.push(messages.map(({ id }) => nameOf(id)));
          return mail(`late-${named.length}`);
        },
        now,
      );
    expect((await Promise.all([remind(4000, 5000), remind(4000, 5000)])).sort()).toEqual([0, 2]);
    await store.add(message('another', 30), undefined, allowance);
    expect(await remind(4999, 5500)).toBe(0);
    expect(await remind(5000, 6000)).toBe(3);
    expect(named).toEqual([
      ['m10', 'm999'],
      ['m10', 'another', 'm999'],
    ]);
    expect(await enqueuedAt(queue)).toEqual([6000, 5000]);
    // The clock was ahead for a while: its mail does not delay the next.
    expect(await remind(-1, 100)).toBe(3);
  });

  test('the messages of a sender are found and removed, ignoring the case of the address', async () => {
    const { store } = await open();
    await store.add(message('b', 20, { email: 'ANN@example.com' }), undefined, allowance);
    await store.add(message('d', 20), undefined, allowance);
    await store.add(message('a', 10), undefined, allowance);
    await store.add(
      message('c', 30, { email: 'ann@example.com.evil.example' }),
      undefined,
      allowance,
    );
    expect((await store.ofSender('ANN@example.com')).map(({ id }) => nameOf(id))).toEqual([
      'd',
      'b',
      'a',
    ]);
    expect(await store.removeOfSender('ANN@example.com')).toBe(3);
    expect((await store.list(everything)).map(({ id }) => nameOf(id))).toEqual(['c']);
    expect(await store.removeOfSender('ann@example.com')).toBe(0);
  });

  test('a purge counts from the last change', async () => {
    const { store } = await open();
    await store.add(message('old', 10), undefined, allowance);
    await store.add(message('touched', 10, { changedAt: 500 }), undefined, allowance);
    expect(await store.purge(10)).toBe(0);
    expect(await store.purge(11)).toBe(1);
    expect((await store.list(everything)).map(({ id }) => nameOf(id))).toEqual(['touched']);
  });
}
