import { containsEmail, isPhoneRecipient } from '../../account/index.ts';
import type { Outbox } from '../../privacy/index.ts';

/** An `Outbox` in memory, and how messages come into it. */
export interface MemoryOutbox extends Outbox {
  /** Adds a message, by mail to an e-mail address and by text message to a number. */
  readonly add: (to: string, text: string) => Promise<void>;
  /** The number of messages in it. */
  readonly count: () => number;
}

/** An outbox whose mails come from `sender`. */
export function memoryOutbox(sender = 'coach@example.org'): MemoryOutbox {
  let messages: readonly { readonly to: string; readonly text: string }[] = [];
  return {
    add: async (to, text) => {
      messages = [...messages, { to, text }];
    },
    count: () => messages.length,
    removeAbout: async (recipient) => {
      if (containsEmail(sender, recipient)) return 0;
      const isNumber = isPhoneRecipient(recipient);
      const kept = messages.filter(({ to, text }) =>
        isNumber ? to !== recipient : !containsEmail(`${to}\n${text}`, recipient),
      );
      const removed = messages.length - kept.length;
      messages = kept;
      return removed;
    },
  };
}
