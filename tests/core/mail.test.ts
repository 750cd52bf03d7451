import {
  automaticHeaders,
  headerText,
  type Mail,
  messageId,
  unsubscribeHeaders,
} from '@coachsite/core/mail';
import { anyCharacter } from '@coachsite/core/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const mail: Mail = { id: 'm1', to: 'a@example.com', subject: 's', text: 't', html: 'h' };

test('the Message-ID depends on the mail and the domain of the sender only', () => {
  expect(messageId(mail, 'Coach, the <hello@coach.example>')).toBe('<m1@coach.example>');
  expect(messageId(mail, 'hello@coach.example')).toBe('<m1@coach.example>');
  expect(messageId(mail, 'me@other.example <hello@coach.example> ')).toBe('<m1@coach.example>');
  expect(messageId(mail, 'no address')).toBe('<m1@localhost>');
});

test('only advertising has the headers for one-click unsubscribing', () => {
  expect(unsubscribeHeaders(mail)).toEqual({});
  expect(unsubscribeHeaders({ ...mail, unsubscribeUrl: 'https://c.example/u?token=t' })).toEqual({
    'List-Unsubscribe': '<https://c.example/u?token=t>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
});

test('header text never contains a control character or an encoded word, and cleaning twice changes nothing', () => {
  const unit = fc.oneof(anyCharacter, fc.constantFrom('=', '?', '=?', '\n'));
  fc.assert(
    fc.property(fc.string({ unit }), (text) => {
      const clean = headerText(text);
      expect(clean).not.toMatch(/[\p{Cc}\u2028\u2029]|=\?/u);
      expect(headerText(clean)).toBe(clean);
    }),
  );
  expect(headerText('Hi\r\nBcc: x@example.com')).toBe('Hi Bcc: x@example.com');
  expect(headerText('\n Hi \n')).toBe('Hi');
  expect(headerText('=?utf-8?b?Cg==?= x =?utf-8?q?=0ABcc:?=')).toBe(
    '= ?utf-8?b?Cg== ?= x = ?utf-8?q?=0ABcc:?=',
  );
  expect(headerText('Does 1+1=2? Yes? =')).toBe('Does 1+1=2? Yes? =');
});

test('says of every mail that a program sent it, but for one that holds a message to reply to', () => {
  expect(automaticHeaders(mail)).toEqual({ 'Auto-Submitted': 'auto-generated' });
  const unsubscribeUrl = 'https://c.example/u?token=t';
  expect(automaticHeaders({ ...mail, unsubscribeUrl })).toEqual(automaticHeaders(mail));
  const replyTo = { name: 'Zoë', address: 'zoe@example.com' };
  expect(automaticHeaders({ ...mail, replyTo })).toEqual({});
});
