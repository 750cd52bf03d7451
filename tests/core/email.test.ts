import {
  canonicalEmail,
  checkEmail,
  type EmailReason,
  emailMaxLength,
  emailReasonsText,
} from '@coachsite/core/account';
import { anyText, email, notAnEmail } from '@coachsite/core/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emailReasonTexts } from '#core/src/account/email.ts';
import { casesOf, factOf } from '../support/core-cases.ts';

interface EmailCase {
  readonly input: string | null;
  readonly valid: boolean;
  readonly errors?: readonly string[];
  readonly anyOf?: readonly (readonly string[])[];
  readonly mustInclude?: readonly string[];
  readonly mustNotInclude?: readonly string[];
}

const reasonsOf = (input: string): readonly EmailReason[] =>
  checkEmail(input).match(
    () => [],
    ({ reasons }) => reasons,
  );

describe('e-mail addresses (docs/rules.md#5)', () => {
  test.each(casesOf<EmailCase>('emailValidation', 'cases'))('$input', (one) => {
    const texts = reasonsOf(one.input ?? '').map((reason) => emailReasonTexts[reason]);
    expect(texts.length === 0).toBe(one.valid);
    if (one.errors) expect(new Set(texts)).toEqual(new Set(one.errors));
    if (one.anyOf)
      expect(one.anyOf.map((set) => [...set].sort())).toContainEqual([...texts].sort());
    for (const text of one.mustInclude ?? []) expect(texts).toContain(text);
    for (const text of one.mustNotInclude ?? []) expect(texts).not.toContain(text);
  });

  test('the texts are those of the specification', () => {
    const strings = factOf<Readonly<Record<string, string>>>('emailValidation', 'strings');
    expect(Object.values(emailReasonTexts)).toEqual(Object.values(strings));
  });

  test.each(
    casesOf<{ errors: readonly string[]; text?: string; textMatches?: string }>(
      'emailValidation',
      'toast',
    ),
  )('the toast for $errors', ({ errors, text, textMatches }) => {
    const reasons = (Object.keys(emailReasonTexts) as EmailReason[]).filter((reason) =>
      errors.includes(emailReasonTexts[reason]),
    );
    const toast = `Invalid email: ${emailReasonsText(reasons)}`;
    if (text) expect(toast).toBe(text);
    if (textMatches) expect(toast).toMatch(new RegExp(textMatches));
  });

  test.each(casesOf<{ input: string; output: string }>('emailValidation', 'normalise'))(
    '$input is sent as $output',
    ({ input, output }) => {
      expect(canonicalEmail(input)).toBe(output);
      expect(checkEmail(input)._unsafeUnwrap()).toBe(output);
    },
  );

  test('blank means required, and nothing else', () => {
    expect(checkEmail(' \t ')._unsafeUnwrapErr()).toEqual({
      kind: 'invalid_email',
      reasons: ['required'],
    });
  });

  test('two reasons have two texts', () => {
    expect(emailReasonsText(['length', 'structure'])).toBe(
      'Email too long, Invalid email structure',
    );
  });

  test('reasons are in the order of the specification', () => {
    const order = Object.keys(emailReasonTexts);
    fc.assert(
      fc.property(anyText, (text) => {
        const positions = reasonsOf(text).map((reason) => order.indexOf(reason));
        expect(positions).toEqual([...new Set(positions)].sort());
      }),
    );
  });

  test.each([
    ['a dot at the end of the local part', 'user.@example.com', ['structure']],
    ['a dot at the start of the domain', 'user@.example.com', ['structure']],
    ['a dot at the end of the domain', 'user@example.com.', ['structure']],
    ['script inside a word', 'description@example.com', ['suspicious']],
    ['no dot in the domain', 'user@localhost', ['format']],
    ['a line break inside', 'user@example.com\r\nBcc: x@y.be', ['format']],
    ['a NUL inside', 'us\u0000er@example.com', ['format']],
    ['a quoted local part', '"a b"@example.com', ['format']],
    ['two @', 'user@example.com@example.com', ['format']],
    ['a hyphen at the start of a label', 'user@-example.com', ['format']],
    ['a hyphen at the end of a label', 'user@example.com-', ['format']],
    ['two dots in a row', 'us..er@example.com', ['structure']],
    ['a dot at the start', '.user@example.com', ['structure']],
    ['script in upper case', 'SCRIPT@example.com', ['suspicious']],
    ['an opening brace', 'us{er@example.com', ['suspicious']],
    ['a closing brace', 'us}er@example.com', ['suspicious']],
    ['an opening bracket', 'us<er@example.com', ['format', 'suspicious']],
    ['a closing bracket', 'us>er@example.com', ['format', 'suspicious']],
    ['65 characters before the @', `${'a'.repeat(65)}@example.com`, ['format']],
    ['64 characters in a label', `user@${'a'.repeat(64)}.com`, ['format']],
    ['more than 1024 characters', `user@${'abc.'.repeat(300)}com`, ['format', 'length']],
    ['a ligature that becomes long', `${'\uFDF2'.repeat(60)}@example-site.com`, ['length']],
    ['marks that are joined', `ann@${`${'e\u0301'.repeat(30)}.`.repeat(4)}example.com`, ['length']],
  ])('%s is rejected', (_, input, reasons) => {
    expect(reasonsOf(input)).toEqual(reasons);
  });

  test.each([
    ...[`${'a'.repeat(64)}@example.com`, `user@${'a'.repeat(63)}.com`, 'u@a.b', 'a.b@a-b.c.d'],
    ..."!#$%&'*+/=?^_`|~.-".split('').map((sign) => `u${sign}r@example.com`),
    'zoë@café.be',
    'अन्ना@उदाहरण.भारत',
  ])('%s is accepted', (input) => {
    expect(reasonsOf(input)).toEqual([]);
  });

  test('letters that are joined or taken apart are the same address', () => {
    expect(canonicalEmail('H\u0331@\u2121.be')).toBe('\u1E96@tel.be');
    expect(canonicalEmail(' Zoe\u0308@x.be ')).toBe('zo\u00EB@x.be');
  });

  test.each([
    ['piet@b\u00e4ckerei.example', 'piet@xn--bckerei-5wa.example'],
    ['piet@ba\u0308ckerei.example', 'piet@xn--bckerei-5wa.example'],
    ['Piet@B\u00c4CKEREI.Example', 'piet@xn--bckerei-5wa.example'],
    ['PIET@XN--BCKEREI-5WA.EXAMPLE', 'piet@xn--bckerei-5wa.example'],
    ['piet@xn--bckerei-5wa.caf\u00e9.be', 'piet@xn--bckerei-5wa.xn--caf-dma.be'],
    ['zo\u00eb@b\u00fccher.example', 'zo\u00eb@xn--bcher-kva.example'],
    [
      'an@\u0909\u0926\u093e\u0939\u0930\u0923.\u092d\u093e\u0930\u0924',
      'an@xn--p1b6ci4b4b3a.xn--h2brj9c',
    ],
    ['an@\u4f8b\u5b50.\u4e2d\u56fd', 'an@xn--fsqu00a.xn--fiqs8s'],
  ])('%s is the mailbox %s', (typed, mailbox) => {
    expect(canonicalEmail(typed)).toBe(mailbox);
    expect(canonicalEmail(mailbox)).toBe(mailbox);
    expect(checkEmail(typed)._unsafeUnwrap()).toBe(mailbox);
    expect(checkEmail(mailbox)._unsafeUnwrap()).toBe(mailbox);
  });

  test.each([
    ['a full stop of Chinese', 'an@\u4f8b\u5b50\u3002\u4e2d\u56fd', 'an@xn--fsqu00a.xn--fiqs8s'],
    ['a full stop of full width', 'an@b\u00fccher\uff0eexample', 'an@xn--bcher-kva.example'],
    ['a path', 'an@b\u00fccher.example/x', 'an@b\u00fccher.example/x'],
    ['a port', 'an@b\u00fccher.example:25', 'an@b\u00fccher.example:25'],
    ['an escape', 'an@b\u00fccher.ex%61mple', 'an@b\u00fccher.ex%61mple'],
    ['a number at its end', 'an@b\u00fccher.1', 'an@b\u00fccher.1'],
    ['two @', 'an@\u00e4.be@\u00e4.be', 'an@\u00e4.be@xn--4ca.be'],
    ['a domain longer than any', `an@${'\u00e4.'.repeat(130)}be`, `an@${'\u00e4.'.repeat(130)}be`],
    ['no domain', 'B\u00dcCHER', 'b\u00fccher'],
    ['digits', 'an@127.1', 'an@127.1'],
  ])('a text with %s is looked up as it is read, and is no address', (what, text, canonical) => {
    expect(canonicalEmail(text)).toBe(canonical);
    expect(canonicalEmail(canonical)).toBe(canonical);
    if (what !== 'digits' && what !== 'no domain') expect(reasonsOf(text)).toContain('format');
  });

  test.each([
    ['a label too long for the name system', `an@${'\u00e4'.repeat(60)}.be`],
    ['a mark at the start of a label', 'an@b\u00fccher.\u0308x.be'],
    ['letters of two directions', 'an@\u05d0a.be'],
  ])('%s is rejected', (_, text) => {
    expect(reasonsOf(text)).toContain('format');
  });

  test.each([
    '\u0131nfo@example.com',
    '\u212Aoach@example.com',
    'inf\u0130@example.com',
    'ｕｓｅｒ@example.com',
    'user＠example.com',
    'a․b@example.com',
  ])('%s becomes ASCII only by folding and is rejected for its format', (input) => {
    expect(reasonsOf(input)).toContain('format');
  });

  test('254 characters pass, 255 do not', () => {
    const domain = `${'d'.repeat(63)}.${'e'.repeat(63)}.${'f'.repeat(58)}.be`;
    const exact = `${'a'.repeat(emailMaxLength - domain.length - 1)}@${domain}`;
    expect(exact).toHaveLength(254);
    expect(reasonsOf(` ${exact} `)).toEqual([]);
    expect(reasonsOf(exact.replace('.f', '.ff'))).toEqual(['length']);
  });

  test('a valid address is accepted in any case and with spaces around it, and returned in lower case', () => {
    fc.assert(
      fc.property(email, fc.boolean(), (address, upper) => {
        const typed = `  ${upper ? address.toUpperCase() : address}\n`;
        expect(checkEmail(typed)._unsafeUnwrap()).toBe(address);
      }),
    );
  });

  test('an address with one mistake is rejected, in any case and with spaces around it', () => {
    fc.assert(
      fc.property(notAnEmail, (text) => {
        expect(reasonsOf(text)).not.toEqual([]);
        expect(reasonsOf(` ${text.toUpperCase()} `)).toEqual(reasonsOf(text));
      }),
      { numRuns: 500 },
    );
  });

  test('an accepted address is canonical, short enough and accepted again unchanged', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, email), (text) => {
        const checked = checkEmail(text);
        if (checked.isErr()) return;
        expect(checked.value).toBe(canonicalEmail(text));
        expect(checked.value.length).toBeLessThanOrEqual(emailMaxLength);
        expect(checkEmail(checked.value)._unsafeUnwrap()).toBe(checked.value);
      }),
    );
  });

  test('the canonical form of a canonical form is itself', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(canonicalEmail(canonicalEmail(text))).toBe(canonicalEmail(text));
      }),
    );
  });
});
