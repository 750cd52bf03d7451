import { canonicalEmail } from '@coachsite/core/account';
import type { InboxMessage } from '@coachsite/core/contact';
import { escapeMarkup } from '@coachsite/core/text';
import { readConfig } from '@coachsite/server/config';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { authMail } from '#server/src/mails/auth-mails.ts';
import { contactMails } from '#server/src/mails/contact.ts';
import { layOutMail } from '#server/src/mails/layout.ts';
import { interestMails } from '#server/src/mails/notify-me.ts';
import { everyMail } from '../support/every-mail.ts';

const config = readConfig({ PORT: '4130' })._unsafeUnwrap();
const site = {
  ...config.site,
  name: 'Other Brand',
  email: 'hi@other.example',
  company: {
    ...config.site.company,
    legalName: 'Other BV',
    enterpriseNumber: '0123456789',
    street: 'Straat 1',
    postalCode: '9000',
    city: 'Gent',
  },
};
const words = {
  lang: 'nl',
  subject: 'Dag',
  preheader: 'Vooraf',
  paragraphs: ['Tekst'],
  reason: 'Omdat.',
} as const;
const links = (text: string) => text.match(/https?:\/\/\S+/g) ?? [];

const message: InboxMessage = {
  id: '5b0a7c1e-0000-4000-8000-000000000001',
  name: '<b>Ann</b>',
  email: 'ann@example.com',
  subject: 'Vraag & <script>',
  message: 'Regel één\n<img src=x onerror=alert(1)>',
  language: 'en',
  status: 'new',
  flagged: false,
  receivedAt: Date.UTC(2026, 10, 21, 12),
  answeredAt: undefined,
  changedAt: 0,
};

test('no text can leave its place in the HTML', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(escapeMarkup(text)).not.toMatch(/[<>"']/);
      const { html } = layOutMail(site, { ...words, paragraphs: [`<x>${text}`], quote: text });
      expect(html).not.toContain('<x>');
    }),
  );
});

test('a mail names its sender and its reason, in both forms, with facts from the configuration', () => {
  const { text, html } = layOutMail(site, words);
  for (const form of [text, html]) {
    for (const fact of ['Other BV', 'Straat 1', '9000 Gent', 'BE 0123.456.789', site.email]) {
      expect(form).toContain(fact);
    }
    expect(form).toContain('Omdat.');
    expect(form).not.toContain(config.site.name);
  }
  expect(html).toContain('<html lang="nl">');
});

test('a code is the only six digits that stand alone, and the action the only link of the text', () => {
  const { text } = layOutMail(site, {
    ...words,
    code: '123456',
    action: { label: 'Ga', url: 'https://other.example/auth/confirm?token_hash=t&type=email' },
    unsubscribe: {
      label: 'Uit',
      url: 'https://other.example/notify/unsubscribe?token=u',
      onlyInHtml: true,
    },
  });
  expect(text.match(/\b\d{6}\b/g)).toEqual(['123456']);
  expect(links(text)).toEqual(['https://other.example/auth/confirm?token_hash=t&type=email']);
});

test('a subject is one line', () => {
  expect(layOutMail(site, { ...words, subject: 'a\r\nBcc: x' }).subject).toBe('a Bcc: x');
});

test('the mail about a message goes to the coach, with the visitor in Reply-To', () => {
  const mail = contactMails({ ...config, site, contactTo: 'coach@other.example' }).forMessage(
    message,
    Date.UTC(2026, 0, 1, 11),
  );
  expect(mail.to).toBe('coach@other.example');
  expect(mail.replyTo).toEqual({ name: '<b>Ann</b>', address: 'ann@example.com' });
  expect(mail.text).toContain('Regel één\n<img src=x onerror=alert(1)>');
  expect(mail.html).toContain('Regel één<br>');
  // What a list of mails shows beside the subject: the beginning, on one line.
  expect(mail.html).toContain('&lt;b&gt;Ann&lt;/b&gt;: Regel één &lt;img');
  expect(mail.html).not.toMatch(/<img|<script|<b>/);
});

test('a reminder names who waits and until when, the subject in the singular for one', () => {
  const due = { message, dueAt: Date.UTC(2026, 0, 1, 11) };
  const soon = contactMails(config).forReminder('r', 'due_soon', [due], 1);
  expect(soon.subject).toBe('Nog één bericht wacht op je antwoord');
  expect(soon.text).toContain(
    'donderdag 1 januari 2026 om 12.00\u00a0uur · <b>Ann</b> (ann@example.com)',
  );
  expect(soon.html).not.toMatch(/<b>/);
  // Due at midnight in Brussels.
  const night = { message, dueAt: Date.UTC(2026, 0, 1, 23) };
  const { text } = contactMails(config).forReminder('n', 'due_soon', [night], 1);
  expect(text).toContain('Uiterlijk donderdag 1 januari 2026 · <b>Ann</b>');
  const late = contactMails(config).forReminder('l', 'late', [due, due], 2);
  expect(late.subject).toBe('2 berichten wachten te lang op je antwoord');
  expect(late.text).toMatch(/Beloofd tegen .*\n\nBeloofd tegen /);
  expect(links(late.text)).toEqual([`${config.publicUrl}/admin`]);
});

test('a bundle lists its messages and leads to the inbox', () => {
  const mail = contactMails(config).forBundle('b', [message, { ...message, id: 'c' }], 2);
  expect(mail.subject).toBe('2 nieuwe berichten');
  const said = mail.text.split('\n\n').filter((paragraph) => paragraph.includes('ann@example.com'));
  expect(said).toHaveLength(2);
  expect(links(mail.text)).toEqual([`${config.publicUrl}/admin`]);
});

test.each(['nl', 'en'] as const)(
  'the confirmation mail in %s has one link, and the way out in its headers and its HTML',
  (language) => {
    const mail = interestMails(config, () => undefined).confirmation({
      id: 'm',
      interest: {
        id: 'i',
        email: canonicalEmail('ann@example.com'),
        programId: 'mind-body-12',
        language,
        textVersion: 'v',
        requestedAt: 0,
        confirmedAt: undefined,
        announcedAt: undefined,
        launchQueued: false,
      },
      confirmToken: 'confirm-token',
      unsubscribeToken: 'way-out-token',
    });
    expect(mail.text).not.toMatch(/\b(knop|button)\b/i);
    const [link = '', ...more] = links(mail.text);
    expect(more).toEqual([]);
    expect(link.startsWith(`${config.publicUrl}/notify/confirm?`)).toBe(true);
    expect(new URL(link).searchParams.get('token')).toBe('confirm-token');
    expect(mail.unsubscribeUrl).toContain(`${config.publicUrl}/notify/unsubscribe?token=way-out`);
    expect(mail.html).toContain('way-out-token');
    expect(mail.html).toContain(`<html lang="${language}">`);
  },
);

test.each([
  ['nl', '12 weken lichaam en geest', ['3 november 2026', '5 november 2026']],
  ['en', '12-week mind and body', ['3 November 2026', '5 November 2026']],
] as const)(
  'the launch mail in %s says who sends it, why it came, what is there and how to leave (D43)',
  (language, program, days) => {
    const mail = interestMails({ ...config, site }, () => undefined).launch({
      id: 'm',
      interest: {
        id: 'i',
        email: canonicalEmail('ann@example.com'),
        programId: 'mind-body-12',
        language,
        textVersion: 'v',
        requestedAt: Date.UTC(2026, 10, 3, 12),
        // Already the next day where the business is.
        confirmedAt: Date.UTC(2026, 10, 4, 23, 30),
        announcedAt: undefined,
        launchQueued: false,
      },
      unsubscribeToken: 'way-out-token',
    });
    expect(mail.to).toBe('ann@example.com');
    expect(mail.subject).toContain(program);
    const wayOut = `${config.publicUrl}/notify/unsubscribe?token=way-out-token&lang=${language}`;
    expect(links(mail.text)).toEqual([
      `${config.publicUrl}/shop/mind-body-12?lang=${language}`,
      wayOut,
    ]);
    expect(mail.unsubscribeUrl).toBe(wayOut);
    expect(mail.html).toContain(escapeMarkup(wayOut));
    expect(mail.html).toContain(`<html lang="${language}">`);
    for (const form of [mail.text, mail.html]) {
      for (const fact of ['Other BV', 'Straat 1', 'BE 0123.456.789', 'Other Brand', ...days]) {
        expect(form).toContain(fact);
      }
    }
  },
);

test.each(['nl', 'en'] as const)(
  'the link of an account mail in %s opens the page in that language, in any browser, and its code comes after it',
  (language) => {
    const link = {
      token: 't',
      type: 'recovery',
      redirectTo: `${config.publicUrl}/auth/reset?a=1&b=2`,
      transport: 'cookie',
    } as const;
    const to = 'ann@example.com';
    const message = { kind: 'recovery', to, language, code: '123456', link } as const;
    const { text } = authMail(message, { ...config, site });
    const [url = ''] = links(text);
    // A text part has no button to speak of.
    for (const kind of ['signup', 'invite', 'magiclink', 'recovery'] as const) {
      const mail = authMail({ ...message, kind }, { ...config, site });
      expect(mail.text).not.toMatch(/\b(knop|button)\b/i);
    }
    // The code is the other way, so it comes after the link.
    expect(text.indexOf('\n123456\n')).toBeGreaterThan(text.indexOf(url));
    const { origin, pathname, searchParams } = new URL(url);
    expect(origin + pathname).toBe(`${config.publicUrl}/auth/confirm`);
    expect(Object.fromEntries(searchParams)).toEqual({
      token: 't',
      type: 'recovery',
      redirect_to: link.redirectTo,
      transport: 'cookie',
      lang: language,
    });
  },
);

const mails = (['nl', 'en'] as const).flatMap((language) =>
  Object.entries(everyMail(language)).map(([name, mail]) => ({ name, language, ...mail })),
);

test.each(mails)(
  '$name in $language stands in a list, without pictures, and in text alone',
  (mail) => {
    const { html, text, subject } = mail;
    const toTheCoach = /^(?:contact|bundle|dueSoon|late|test|alarm|allWell|boundOf\w+)$/.test(
      mail.name,
    );
    expect(html).toContain(`<html lang="${toTheCoach ? 'nl' : mail.language}">`);
    expect(subject.length).toBeLessThanOrEqual(90);
    const [, preheader = ''] = /display:none[^>]*>([^&<]+)/.exec(html) ?? [];
    expect(preheader.trim().length).toBeGreaterThan(10);
    expect(preheader.length).toBeLessThanOrEqual(130);
    expect(preheader).not.toBe(subject);
    expect(text).not.toContain(preheader);
    // Nothing is loaded from anywhere, and Gmail shows no more than 102 KB.
    expect(html).not.toMatch(
      /<(?:img|link|script|iframe|object|svg)\b|url\(|@import|src=|@font-face/i,
    );
    expect(Buffer.byteLength(html)).toBeLessThan(40_000);
    // What spam filters take for hidden words; the one line for the list of mails is alone.
    expect(html).not.toMatch(
      /font-size:(?:0|1)(?:px)?[;"]|opacity:0|visibility:|line-height:[01](?:px)?[;"]/,
    );
    expect(html.match(/display:none|overflow:hidden/g)).toEqual([
      'display:none',
      'overflow:hidden',
    ]);
    expect(html).not.toMatch(/<td[^>]*>(?:&nbsp;|\s)+<\/td>/);
    // Programs that drop the style element still have tables and colours.
    expect(html).not.toMatch(/display:(?:flex|grid|inline-flex)|position:|var\(|float:/);
    expect(html.match(/<table\b(?![^>]*role="presentation")/g)).toBeNull();
    for (const grounded of html.match(/<td class="b-[^>]*>/g) ?? [])
      expect(grounded).toMatch(/bgcolor="(#\w+)" .*background-color:\1/);
    expect(html).toContain('name="color-scheme" content="light dark"');
    expect(html).toMatch(/@media \(prefers-color-scheme:dark\)\{\.c-text/);
    expect(html + text + subject).not.toContain('{{');
    expect(html).toContain(escapeMarkup(text.trim().split('\n').at(-1)?.slice(0, 40) ?? ''));
  },
);

test('no two kinds of mail come for the same wrong reason: a notice speaks of the account, a link of the request', () => {
  const reasons = Object.entries(everyMail('en')).map(
    ([name, { text }]) => [name, text.split('\n-- \n')[1]?.split('\n')[1] ?? ''] as const,
  );
  const of = Object.fromEntries(reasons);
  expect(of.signup).toContain('created an account');
  expect(of.recovery).toContain('asked for a new password');
  expect(of.password_changed).toContain('belongs to an account');
  expect(of.email_changed).toContain('belonged to an account');
  expect(of.account_deleted).toContain('belonged to an account');
  expect(of.contact).toContain('contactformulier');
  expect(of.late).toContain('een antwoord belooft');
});

test.each(['nl', 'en'] as const)(
  'a mail in %s says how long its link and its code work, as configured',
  (language) => {
    const link = { token: 't', type: 'recovery', redirectTo: '/', transport: 'cookie' } as const;
    const recovery = {
      kind: 'recovery',
      to: 'ann@example.com',
      language,
      code: '123456',
      link,
    } as const;
    const said = (linkTtlSeconds: number, codeTtlSeconds: number) => {
      const auth = { ...config.auth, linkTtlSeconds, codeTtlSeconds };
      return authMail(recovery, { ...config, auth }).text;
    };
    expect(said(3600, 600)).toMatch(/60 (?:minuten|minutes).* 10 (?:minuten|minutes)/);
    expect(said(60, 90)).toMatch(/ 1 (?:minuut|minute),.* 90 (?:seconden|seconds)/);
  },
);

test('the sender is the coach of the brand once the coach has a name', () => {
  expect(layOutMail(site, words).senderName).toBe('Other Brand');
  const named = { ...site, coach: { ...site.coach, name: 'Sander' } };
  expect(layOutMail(named, words).senderName).toBe('Sander van Other Brand');
  expect(layOutMail(named, { ...words, lang: 'en' }).senderName).toBe('Sander from Other Brand');
});
