import {
  authMessengerContract,
  interestMailsContract,
  mailerContract,
  memoryAuthMessenger,
  memoryInterestMails,
  memoryMailer,
  memoryMessageMails,
  memoryPhoneMessenger,
  memorySmsSender,
  messageMailsContract,
  phoneMessengerContract,
  smsSenderContract,
} from '@coachsite/core/testing';
import { ok } from 'neverthrow';
import type { Sabotages } from './watch.ts';

export const messageSabotages: Sabotages = {
  'says that a mail was sent while the server takes none': (runner) =>
    mailerContract(runner, async () => {
      const sender = memoryMailer();
      const received = async () =>
        sender.sent.map(({ to, subject, text }) => ({ to, text: `${subject}\n${text}` }));
      return { sender, received, disconnect: () => undefined };
    }),
  'sends a mail to an address that a header of a visitor names': (runner) =>
    mailerContract(runner, async () => {
      let isUp = true;
      const sender = memoryMailer(() => isUp);
      const received = async () =>
        sender.sent.flatMap(({ to, subject, text }) =>
          [to, /Bcc: (\S+)/.exec(subject)?.[1] ?? []]
            .flat()
            .map((each) => ({ to: each, text: `${subject}\n${text}` })),
        );
      const disconnect = () => {
        isUp = false;
      };
      return { sender, received, disconnect };
    }),
  'names the number in an error': (runner) =>
    smsSenderContract(runner, async () => {
      let isUp = true;
      const sender = memorySmsSender(() => isUp);
      return {
        sender: {
          send: async (sms) =>
            (await sender.send(sms)).mapErr((error) => ({ ...error, reason: `no ${sms.to}` })),
        },
        received: async () => sender.sent.map(({ to, text }) => ({ to, text })),
        disconnect: () => {
          isUp = false;
        },
      };
    }),
  'drops messages about accounts that are sent at once': (runner) =>
    authMessengerContract(runner, async () => {
      const messenger = memoryAuthMessenger();
      let isBusy = false;
      return {
        sender: {
          send: async (message) => {
            if (isBusy) return;
            isBusy = true;
            await Promise.resolve();
            await messenger.send(message);
            isBusy = false;
          },
        },
        received: async () =>
          messenger.sent.map((message) => ({ to: message.to, text: JSON.stringify(message) })),
      };
    }),
  'says that a text message was sent at once when it was not': (runner) =>
    phoneMessengerContract(runner, async () => {
      const messenger = memoryPhoneMessenger();
      return {
        sender: { ...messenger, sendNow: async () => ok() },
        received: async () => messenger.sent.map(({ to, code }) => ({ to, text: code })),
        disconnect: () => undefined,
      };
    }),
  'lets a visitor write headers': (runner) =>
    messageMailsContract(runner, () => {
      const mails = memoryMessageMails();
      return {
        ...mails,
        forMessage: (message, dueAt) => ({
          ...mails.forMessage(message, dueAt),
          subject: message.subject,
        }),
      };
    }),
  'mails a visitor instead of the coach': (runner) =>
    messageMailsContract(runner, () => memoryMessageMails('ann@example.com')),
  'leaves the way out of a launch mail': (runner) =>
    interestMailsContract(runner, () => {
      const mails = memoryInterestMails();
      return {
        ...mails,
        launch: (letter) => {
          const { unsubscribeUrl: _, ...mail } = mails.launch(letter);
          return mail;
        },
      };
    }),
};
