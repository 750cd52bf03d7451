import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openOutbox } from '@coachsite/adapters/outbox';
import { webhookSmsSender } from '@coachsite/adapters/sms';
import { smtpMailer } from '@coachsite/adapters/smtp';
import type { Mail } from '@coachsite/core/mail';
import {
  authMessengerContract,
  interestMailsContract,
  mailerContract,
  memoryAttemptStore,
  memoryClock,
  memoryIds,
  memoryMailQueue,
  memorySmsQueue,
  memorySmsSender,
  messageMailsContract,
  outboxContract,
  phoneMessengerContract,
  smsSenderContract,
} from '@coachsite/core/testing';
import { readConfig } from '@coachsite/server/config';
import PostalMime, { type Email } from 'postal-mime';
import { describe, expect, onTestFinished, test } from 'vitest';
import { queuedAuthMessenger } from '#server/src/mails/auth-mails.ts';
import { contactMails } from '#server/src/mails/contact.ts';
import { interestMails } from '#server/src/mails/notify-me.ts';
import { phoneMessenger } from '#server/src/mails/phone-messages.ts';
import { startSmsWebhook } from '../support/fake-services/sms-webhook.ts';
import { startMailServer } from '../support/mail-server.ts';

const runner = { test, expect };
const config = readConfig({ PORT: '4130' })._unsafeUnwrap();
const from = 'Coach <coach@example.org>';
const toText = ({ to, subject, text }: Mail) => ({ to, text: `${subject}\n${text}` });
const read = (to: string, { subject = '', text = '' }: Email) => ({
  to,
  text: `${subject}\n${text}`,
});

/** A service that can be taken away. */
function memorySwitch() {
  let isUp = true;
  return {
    isUp: () => isUp,
    disconnect: () => {
      isUp = false;
    },
  };
}

async function outbox() {
  const directory = await mkdtemp(join(tmpdir(), 'coachsite-outbox-'));
  const opened = openOutbox({ directory, from, clock: memoryClock() });
  const files = async () =>
    Promise.all((await readdir(directory)).map((name) => readFile(join(directory, name), 'utf8')));
  return { ...opened, files, disconnect: () => rm(directory, { recursive: true }) };
}

describe('smtp', () =>
  mailerContract(runner, async () => {
    const server = await startMailServer();
    const sender = smtpMailer({ url: server.url, from });
    onTestFinished(async () => {
      sender.close();
      await server.close();
    });
    return {
      sender,
      disconnect: server.close,
      received: async () =>
        server.received.flatMap(({ to, email }) => to.map((each) => read(each, email))),
    };
  }));

describe('outbox', () => {
  mailerContract(runner, async () => {
    const { mailer, files, disconnect } = await outbox();
    const received = async () => {
      const mails = await Promise.all((await files()).map((source) => PostalMime.parse(source)));
      return mails.flatMap((email) =>
        [...(email.to ?? []), ...(email.cc ?? []), ...(email.bcc ?? [])].map((each) =>
          read(each.address ?? '', email),
        ),
      );
    };
    return { sender: mailer, disconnect, received };
  });
  smsSenderContract(runner, async () => {
    const { smsSender, files, disconnect } = await outbox();
    const received = async () =>
      (await files()).map((source) => {
        const [to = '', ...lines] = source.trimEnd().split('\n');
        return { to, text: lines.join('\n') };
      });
    return { sender: smsSender, disconnect, received };
  });
  outboxContract(runner, async () => {
    const { mailer, smsSender, files, ...opened } = await outbox();
    const ids = memoryIds();
    return {
      outbox: opened,
      addMail: (to, text) => mailer.send({ id: ids.uuid(), to, subject: 'Hi', text, html: text }),
      addSms: (to, text) => smsSender.send({ id: ids.uuid(), to, text, expiresAt: 1 }),
      count: async () => (await files()).length,
    };
  });
});

describe('webhook', () =>
  smsSenderContract(runner, async () => {
    const webhook = await startSmsWebhook();
    onTestFinished(() => webhook.close());
    return {
      sender: webhookSmsSender({ url: webhook.url }),
      received: async () => webhook.received.map(({ to, text }) => ({ to, text })),
      disconnect: webhook.close,
    };
  }));

describe('the mails of the site', () => {
  authMessengerContract(runner, async () => {
    const mailQueue = memoryMailQueue();
    const clock = memoryClock();
    const sender = queuedAuthMessenger(
      { mailQueue, attempts: memoryAttemptStore(), ids: memoryIds(), clock },
      config,
    );
    const received = async () =>
      (await mailQueue.take(100, clock.now() + 1, clock.now())).map(({ mail }) => toText(mail));
    return { sender, received };
  });
  messageMailsContract(runner, () => contactMails(config));
  interestMailsContract(runner, () => interestMails(config, () => undefined));
});

describe('the text messages of the site', () =>
  phoneMessengerContract(runner, async () => {
    const { isUp, disconnect } = memorySwitch();
    const [smsQueue, smsSender, clock] = [memorySmsQueue(), memorySmsSender(isUp), memoryClock()];
    const ports = { smsQueue, smsSender, ids: memoryIds(), clock };
    const received = async () => {
      const queued = await smsQueue.take(100, clock.now() + 1, clock.now());
      return [...queued.map(({ sms }) => sms), ...smsSender.sent];
    };
    return { sender: phoneMessenger(ports, config.site), disconnect, received };
  }));
