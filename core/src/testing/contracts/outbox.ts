import type { Outbox } from '../../privacy/index.ts';
import type { TestRunner } from '../runner.ts';

/** An outbox, and how messages come into it. */
export interface OpenedOutbox {
  readonly outbox: Outbox;
  /** Adds a mail to this e-mail address. */
  readonly addMail: (to: string, text: string) => Promise<unknown>;
  /** Adds a text message to the number with these digits. */
  readonly addSms: (to: string, text: string) => Promise<unknown>;
  /** The number of messages in it. */
  readonly count: () => Promise<number>;
}

/** What an `Outbox` does; `open` returns one without messages, whose sender is `coach@example.org`. */
export function outboxContract(
  { test, expect }: TestRunner,
  open: () => Promise<OpenedOutbox>,
): void {
  test('every message to or about an address is removed, whatever its case, and nothing else', async () => {
    const { outbox, addMail, addSms, count } = await open();
    await addMail('ann@example.com', 'Hello');
    await addMail('coach@example.org', 'A question of ANN@example.com.');
    await addSms('32470111222', 'From ann@example.com');
    await addMail('bo@example.com', 'Hello');
    await addMail('joann@example.com', 'Hello');
    await addMail('ann@example.com.au', 'Hello');
    await addMail('cas@example.com', 'Hello');
    expect(await outbox.removeAbout('Ann@Example.com')).toBe(3);
    expect(await count()).toBe(4);
    expect(await outbox.removeAbout('ann@example.com')).toBe(0);
  });

  test('the text messages to a number are removed, not those to one that begins alike', async () => {
    const { outbox, addMail, addSms, count } = await open();
    await addSms('32470111222', 'Hello');
    await addSms('32470111222', 'Hello again');
    await addSms('324701112223', 'Hello');
    await addSms('32470999999', 'Call 32470111222');
    await addMail('bo@example.com', '32470111222');
    expect(await outbox.removeAbout('32470111222')).toBe(2);
    expect(await count()).toBe(3);
  });

  test('removed twice at once, each message counts at least once and none is left', async () => {
    const { outbox, addSms, count } = await open();
    for (const text of ['a', 'b', 'c']) await addSms('32470111222', text);
    const removed = await Promise.all([
      outbox.removeAbout('32470111222'),
      outbox.removeAbout('32470111222'),
    ]);
    expect(Math.max(...removed)).toBeGreaterThan(0);
    expect(await count()).toBe(0);
  });

  test('the sender, who is in every mail, removes no mail of others', async () => {
    const { outbox, addMail, count } = await open();
    await addMail('ann@example.com', 'Write to coach@example.org');
    expect(await outbox.removeAbout('coach@example.org')).toBe(0);
    expect(await count()).toBe(1);
  });
}
