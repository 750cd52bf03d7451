import { type ContactField, checkMessage, contactLimits } from '@coachsite/core/contact';
import { anyText, contactMessage, email, hostileText, notAnEmail } from '@coachsite/core/testing';
import { singleLine } from '@coachsite/core/text';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const message = {
  name: 'Jan Peeters',
  email: 'Jan@Example.com',
  subject: 'Een vraag',
  message: 'Dag,\n\nwanneer kan ik beginnen?',
};

const fieldsOf = (changed: Partial<typeof message>): unknown =>
  checkMessage({ ...message, ...changed }).match(
    () => ({}),
    ({ fields }) => fields,
  );

describe('a contact message (docs/rules.md#3, docs/rules.md#5)', () => {
  test('is accepted as written, with the normalised e-mail address', () => {
    expect(checkMessage(message)._unsafeUnwrap()).toEqual({ ...message, email: 'jan@example.com' });
  });

  test('that has nothing to clean is stored as it was written, and rejected for its address alone', () => {
    fc.assert(
      fc.property(contactMessage, notAnEmail, (written, address) => {
        expect(checkMessage(written)._unsafeUnwrap()).toEqual(written);
        const rejected = checkMessage({ ...written, email: address })._unsafeUnwrapErr();
        expect(rejected).toStrictEqual({
          kind: 'validation_failed',
          fields: { email: expect.any(String) },
        });
      }),
    );
  });

  test('names every field that is missing', () => {
    expect(fieldsOf({ name: ' ', email: '', subject: '<>', message: '<script>' })).toEqual({
      name: 'required',
      email: 'required',
      subject: 'required',
      message: 'required',
    });
    expect(fieldsOf({ email: 'x' })).toEqual({ email: 'format' });
  });

  test('asks for a field of invisible characters alone, and keeps them beside visible ones', () => {
    const invisible = fc.string({
      unit: fc.constantFrom('\u200b', '\u200d', '\u2060', '\u00ad', '\ufe0f', '\u3164', ' ', '\n'),
    });
    fc.assert(
      fc.property(invisible, (hidden) => {
        expect(fieldsOf({ name: hidden, subject: hidden, message: hidden })).toEqual({
          name: 'required',
          subject: 'required',
          message: 'required',
        });
        const shown = `a${hidden}b`;
        expect(checkMessage({ ...message, message: shown })._unsafeUnwrap().message).toBe(shown);
      }),
    );
  });

  test.each(['name', 'subject', 'message'] as const)(
    '%s at its limit is accepted unchanged, over it rejected',
    (field) => {
      const limit = contactLimits[field];
      const exact = `${'a'.repeat(limit - 1)}b`;
      expect(checkMessage({ ...message, [field]: `  ${exact} ` })._unsafeUnwrap()[field]).toBe(
        exact,
      );
      expect(fieldsOf({ [field]: `${exact}c` })).toEqual({ [field]: 'too_long' });
      // Text that sanitising would remove counts too: a visitor must not lose text over the limit.
      expect(fieldsOf({ [field]: `<${exact}` })).toEqual({ [field]: 'too_long' });
    },
  );

  test('counts a line break once, in every form that browsers send', () => {
    const lines = `${'a\r\n'.repeat(499)}bc`;
    expect(checkMessage({ ...message, message: lines })._unsafeUnwrap().message).toHaveLength(1000);
  });

  test('cannot add a mail header', () => {
    const checked = checkMessage({
      ...message,
      name: 'Jan\r\nBcc: a@b.be',
      subject: 'Hi\u0000\nTo: x@y.be',
    });
    expect(checked._unsafeUnwrap()).toMatchObject({
      name: 'Jan Bcc: a@b.be',
      subject: 'Hi To: x@y.be',
    });
    expect(fieldsOf({ email: 'a@b.be\nBcc: c@d.be' })).toEqual({ email: 'format' });
  });

  test('for any input the result is clean and within the limits, or the invalid field is named', () => {
    const text = fc.oneof(anyText, hostileText, fc.string({ maxLength: 1200 }));
    fc.assert(
      fc.property(text, fc.oneof(email, text), text, text, (name, address, subject, body) => {
        const checked = checkMessage({ name, email: address, subject, message: body });
        if (checked.isErr()) {
          expect(Object.keys(checked.error.fields).length).toBeGreaterThan(0);
          return;
        }
        for (const field of Object.keys(contactLimits) as ContactField[]) {
          const value = checked.value[field];
          expect(value.length).toBeGreaterThan(0);
          expect(value.length).toBeLessThanOrEqual(contactLimits[field]);
          expect(value.isWellFormed()).toBe(true);
          if (field !== 'message') expect(value).toBe(singleLine(value));
        }
        expect(checkMessage(checked.value)._unsafeUnwrap()).toEqual(checked.value);
      }),
    );
  });
});
