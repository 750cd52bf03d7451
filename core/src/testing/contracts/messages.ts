import { programs, type WaitingListId } from '../../catalogue/index.ts';
import type { InboxMessage, MessageMails } from '../../contact/index.ts';
import { type Language, languages, type OfferedLanguages } from '../../language/index.ts';
import type { Mail, Mailer } from '../../mail/index.ts';
import type { InterestMails } from '../../notify-me/index.ts';
import type { AuthMessage, AuthMessenger } from '../../one-time-token/index.ts';
import type { PhoneMessage, PhoneMessenger, Sms, SmsSender } from '../../sms/index.ts';
import { idOf } from '../ids.ts';
import { emailOf } from '../recipients.ts';
import type { TestRunner } from '../runner.ts';
import { list } from '../samples.ts';

/** What a recipient got. */
export interface ReceivedText {
  /** E-mail address, or digits of a phone number. */
  readonly to: string;
  /** Subject and text, as they are read. */
  readonly text: string;
}

/** A new sender, and the service it sends to. */
export interface Delivery<Sender> {
  readonly sender: Sender;
  /** What the service took, oldest first. */
  readonly received: () => Promise<readonly ReceivedText[]>;
  /** From now on the service accepts nothing. */
  readonly disconnect: () => Promise<void> | void;
}

const mail: Mail = {
  id: '5b0a7c1e-0000-4000-8000-000000000001',
  to: 'ann@example.com',
  subject: 'Eén vraag',
  text: 'Dag Zoë,\nhttps://site.example/x?token=abc&type=email\n',
  html: '<p>Dag Zoë</p>',
};

/** What a `Mailer` does; `open` returns one with its service. */
export function mailerContract(
  { test, expect }: TestRunner,
  open: () => Promise<Delivery<Mailer>>,
): void {
  test('a mail arrives once, at its recipient, as it was written', async () => {
    const { sender, received } = await open();
    expect((await sender.verify()).isOk()).toBe(true);
    expect(await received()).toEqual([]);
    expect((await sender.send(mail)).isOk()).toBe(true);
    const [first, ...others] = await received();
    expect(others).toEqual([]);
    expect(first?.to).toBe(mail.to);
    for (const part of [mail.subject, 'Dag Zoë,', 'https://site.example/x?token=abc&type=email'])
      expect(first?.text).toContain(part);
  });

  test('text of a visitor in a header adds no recipient', async () => {
    const { sender, received } = await open();
    const subject = 'Hi\r\nBcc: eve@example.com\r\n\r\nx';
    await sender.send({ ...mail, subject, replyTo: { name: subject, address: 'zoe@example.com' } });
    expect((await received()).map(({ to }) => to)).toEqual([mail.to]);
  });

  test('what cannot be sent is an error that names neither recipient nor text', async () => {
    const { sender, disconnect } = await open();
    await disconnect();
    for (const failed of [await sender.send(mail), await sender.verify()]) {
      const error = failed._unsafeUnwrapErr();
      expect(error.kind).toBe('mail_not_sent');
      expect(JSON.stringify(error)).not.toMatch(/ann@|token=abc/);
    }
  });
}

const sms: Sms = {
  id: '5b0a7c1e-0000-4000-8000-000000000002',
  to: '32470123456',
  text: '123456 is je code.',
  expiresAt: 1_700_000_600_000,
};

/** What an `SmsSender` does; `open` returns one with its service. */
export function smsSenderContract(
  { test, expect }: TestRunner,
  open: () => Promise<Delivery<SmsSender>>,
): void {
  test('a message arrives once, at its number, as it was written', async () => {
    const { sender, received } = await open();
    expect((await sender.send(sms)).isOk()).toBe(true);
    expect(await received()).toEqual([{ to: sms.to, text: sms.text }]);
  });

  test('what cannot be sent is an error that names neither number nor text', async () => {
    const { sender, disconnect } = await open();
    await disconnect();
    const error = (await sender.send(sms))._unsafeUnwrapErr();
    expect(error.kind).toBe('sms_send_failed');
    expect(JSON.stringify(error)).not.toMatch(/32470123456|123456/);
  });
}

const link = {
  token: 'a-token-of-a-link',
  redirectTo: 'https://site.example/account',
  transport: 'bearer',
} as const;
const to = 'ann@example.com';
const code = '482913';

/** A message of every kind. */
const authMessages = (language: Language): readonly AuthMessage[] => [
  { kind: 'signup', to, language, code, link: { ...link, type: 'signup' } },
  { kind: 'invite', to, language, code, link: { ...link, type: 'invite' } },
  { kind: 'magiclink', to, language, code, link: { ...link, type: 'magiclink' } },
  { kind: 'recovery', to, language, code, link: { ...link, type: 'recovery' } },
  {
    kind: 'email_change_current',
    to,
    language,
    code,
    link: { ...link, type: 'email_change' },
    newEmail: 'bo@example.com',
  },
  {
    kind: 'email_change_new',
    to,
    language,
    code,
    link: { ...link, type: 'email_change', transport: 'cookie' },
    newEmail: 'bo@example.com',
  },
  { kind: 'reauthentication', to, language, code },
  { kind: 'email_changed', to, language },
  { kind: 'sign_up_attempted', to, language },
  { kind: 'factor_added', to, language, factorType: 'totp' },
  { kind: 'factor_removed', to, language, factorType: 'phone' },
  { kind: 'recovery_codes_made', to, language },
  { kind: 'passkey_added', to, language },
  { kind: 'passkey_removed', to, language },
  { kind: 'recovery_codes_removed', to, language },
  { kind: 'recovery_code_used', to, language },
  { kind: 'new_device_mail_off', to, language },
  { kind: 'account_locked', to, language },
  { kind: 'new_device', to, language, at: 0, ip: '192.0.2.1' },
  { kind: 'password_changed', to, language, providers: ['google'] },
  { kind: 'identity_linked', to, language, provider: 'google' },
  { kind: 'identity_unlinked', to, language, provider: 'sso:1' },
  { kind: 'phone_changed', to, language },
  { kind: 'account_deleted', to, language },
];

/** `received` returns the mails that are queued. */
export function authMessengerContract(
  { test, expect }: TestRunner,
  open: () => Promise<Omit<Delivery<AuthMessenger>, 'disconnect'>>,
): void {
  test('a message of every kind, in each language, is queued for its recipient once send resolves', async () => {
    for (const language of (await open()).sender.languages ?? languages) {
      const { sender, received } = await open();
      const messages = authMessages(language);
      for (const message of messages) await sender.send(message);
      const mails = await received();
      expect(mails.map((each) => each.to)).toEqual(messages.map(() => to));
      for (const [at, message] of messages.entries()) {
        const { text = '' } = mails[at] ?? {};
        expect(text.trim()).not.toBe('');
        expect(text.includes(code)).toBe('code' in message);
        expect(text.includes(link.token)).toBe('link' in message);
      }
    }
  });

  test('messages sent at once are all queued', async () => {
    const { sender, received } = await open();
    const [language] = sender.languages ?? languages;
    const messages = authMessages(language);
    await Promise.all(messages.map(sender.send));
    expect(await received()).toHaveLength(messages.length);
  });
}

const phoneMessages = (offered: OfferedLanguages = languages): readonly PhoneMessage[] =>
  (['sign_in', 'phone_change', 'reauthentication', 'second_factor'] as const).flatMap((kind) =>
    offered.map((language) => ({
      kind,
      to: '32470123456',
      language,
      code,
      expiresAt: 1_700_000_600_000,
    })),
  );

/** `received` returns the text messages that are queued or were sent at once. */
export function phoneMessengerContract(
  { test, expect }: TestRunner,
  open: () => Promise<Delivery<PhoneMessenger>>,
): void {
  test('a message of every kind reaches its number with its code, queued and at once', async () => {
    for (const way of ['send', 'sendNow'] as const) {
      const { sender, received } = await open();
      const messages = phoneMessages(sender.languages);
      for (const message of messages) {
        const given = await sender[way](message);
        if (way === 'sendNow') expect(given?.isOk()).toBe(true);
      }
      const sent = await received();
      expect(sent).toHaveLength(messages.length);
      for (const each of sent) {
        expect(each.to).toBe('32470123456');
        expect(each.text).toContain(code);
      }
    }
  });

  test('while the service takes nothing, a message is queued as ever, and one sent at once is an error', async () => {
    const { sender, disconnect } = await open();
    const [message] = phoneMessages(sender.languages);
    await disconnect();
    if (!message) return;
    await sender.send(message);
    const error = (await sender.sendNow(message))._unsafeUnwrapErr();
    expect(error.kind).toBe('sms_send_failed');
    expect(JSON.stringify(error)).not.toMatch(/32470123456|482913/);
  });
}

const inboxMessage: Omit<InboxMessage, 'language'> = {
  id: idOf('message'),
  name: 'Ann <b>Peeters</b>',
  email: 'ann@example.com',
  subject: 'Zomer\r\nBcc: eve@example.com',
  message: 'Dag,\n\nlukt dat? <script>alert(1)</script>',
  status: 'new',
  flagged: true,
  receivedAt: 1_700_000_000_000,
  answeredAt: undefined,
  changedAt: 1_700_000_000_000,
};

/** What the mails of a suite are about, in a product with languages and waiting lists of its own. */
export interface MailSamples {
  /** Those of the specification by default. */
  readonly languages?: OfferedLanguages;
  /** The first program of the specification by default. */
  readonly programId?: WaitingListId;
}

/** What `MessageMails` do. */
export function messageMailsContract(
  { test, expect }: TestRunner,
  open: () => MessageMails,
  { languages: [language] = languages }: MailSamples = {},
): void {
  const message = { ...inboxMessage, language };
  const mails = () => {
    const { forMessage, forBundle, forReminder } = open();
    const due = [{ message, dueAt: message.receivedAt + 86_400_000 }];
    return [
      forMessage(message, message.receivedAt + 86_400_000),
      forBundle('bundle', [message, { ...message, id: idOf('other') }], 2),
      forReminder('soon', 'due_soon', due, 1),
      forReminder('late', 'late', due, 1),
    ];
  };

  test('each mail has the id that it was asked for and goes to the coach, never to the visitor', () => {
    expect(mails().map(({ id }) => id)).toEqual([message.id, 'bundle', 'soon', 'late']);
    const recipients = new Set(mails().map((each) => each.to));
    expect(recipients.size).toBe(1);
    expect([...recipients].join()).toMatch(/@/);
    expect(recipients.has(message.email)).toBe(false);
  });

  test('a mail about several messages has a subject, and says whom each is from', () => {
    for (const { subject, text } of mails().slice(1)) {
      expect(subject).toMatch(/./);
      expect(text).toContain(message.name);
      expect(text).toContain(message.email);
    }
  });

  test('a reply to a message goes to the visitor, and its text is complete', () => {
    const [one] = mails();
    expect(one?.replyTo).toEqual({ name: message.name, address: message.email });
    expect(one?.text).toContain('lukt dat? <script>alert(1)</script>');
  });

  test('what a visitor wrote is no header and no markup', () => {
    for (const { subject, html } of mails()) {
      expect(subject).not.toMatch(/[\r\n]/);
      expect(html).not.toMatch(/<script>|<b>Peeters/);
    }
  });
}

/** What `InterestMails` do. */
export function interestMailsContract(
  { test, expect }: TestRunner,
  open: () => InterestMails,
  { languages: offered = languages, programId = programs[0]?.id ?? list }: MailSamples = {},
): void {
  const interest = {
    id: idOf('i'),
    email: emailOf('ann@example.com'),
    programId,
    language: offered[0],
    textVersion: 'v',
    requestedAt: 1_700_000_000_000,
    confirmedAt: 1_700_000_001_000,
    announcedAt: undefined,
    launchQueued: false,
  } as const;
  const unsubscribeToken = 'token-for-the-way-out';

  test('a confirmation carries its link, forgets it in time, and has a way out', () => {
    const confirmToken = 'token-to-confirm';
    const made = open().confirmation({ id: 'm', interest, confirmToken, unsubscribeToken });
    expect([made.id, made.to]).toEqual(['m', interest.email]);
    expect(made.text).toContain(confirmToken);
    expect(made.html).toContain(confirmToken.slice(0, 5));
    expect(made.unsubscribeUrl).toContain(unsubscribeToken);
    expect(made.secretUntil).toBeGreaterThan(interest.requestedAt);
  });

  test('a launch mail has a way out and nothing to confirm', () => {
    for (const language of offered) {
      const asked = { ...interest, language };
      const made = open().launch({ id: 'm', interest: asked, unsubscribeToken });
      expect([made.id, made.to]).toEqual(['m', interest.email]);
      expect(made.unsubscribeUrl).toContain(unsubscribeToken);
      expect(made.text).toContain(unsubscribeToken);
      expect(made.secretUntil).toBeUndefined();
    }
  });

  test('a sample of the launch mail unsubscribes nobody, and a test is marked', () => {
    const { launchSample } = open();
    const sample = { id: 'm', to: 'coach@example.com', programId: interest.programId } as const;
    const request = { ...sample, language: offered[0], at: interest.requestedAt } as const;
    const [shown, tried] = [false, true].map((isTest) => launchSample({ ...request, isTest }));
    expect([tried?.id, tried?.to]).toEqual(['m', 'coach@example.com']);
    expect(tried?.unsubscribeUrl).toBeUndefined();
    expect(tried?.subject).toMatch(/./);
    expect(tried?.subject).not.toBe(shown?.subject);
  });
}
