import fc from 'fast-check';
import type { ContactMessage } from '../contact/index.ts';
import { hourMs } from '../kernel/index.ts';
import type { AmrMethod, Session } from '../session/index.ts';
import { idOf } from './ids.ts';

/** A time in the years in which the site may run, in milliseconds since the epoch. */
export const epochMs: fc.Arbitrary<number> = fc.integer({
  min: Date.UTC(2000, 0, 1),
  max: Date.UTC(2100, 0, 1),
});

/** The years of `epochMs`, and in each the months in which the clocks of Europe change, counted from 0. */
const clockChange = fc
  .tuple(fc.integer({ min: 2000, max: 2099 }), fc.constantFrom(2, 9))
  .map(([year, month]) => {
    const last = new Date(Date.UTC(year, month + 1, 0));
    return Date.UTC(year, month, last.getUTCDate() - last.getUTCDay(), 1);
  });

/**
 * A time within 26 hours of a change of the clocks in the European Union, whose time zones all change at the same
 * moment. That moment and the millisecond before it are frequent.
 */
export const nearClockChange: fc.Arbitrary<number> = fc
  .tuple(
    clockChange,
    fc.oneof(
      fc.constantFrom(-hourMs, -1, 0, hourMs - 1, hourMs),
      fc.integer({ min: -26 * hourMs, max: 26 * hourMs }),
    ),
  )
  .map(([change, offset]) => change + offset);

/** The surrogates are no characters of their own: so many code points from the first of them on are left out. */
const [firstSurrogate, surrogates] = [0xd800, 0x800];

/**
 * Any character of Unicode, control characters included. The unit `binary` of fast-check is the same, and keeps a table of
 * all the million, which takes a second to make.
 */
export const anyCharacter: fc.Arbitrary<string> = fc.nat({ max: 0x10_ffff - surrogates }).map(
  (n) => String.fromCodePoint(n < firstSurrogate ? n : n + surrogates),
  (text) => {
    const [character = '', ...more] = typeof text === 'string' ? text : '';
    const point = character.codePointAt(0);
    if (point === undefined || more.length > 0) return Number.NaN;
    return point < firstSurrogate ? point : point - surrogates;
  },
);

/** Any text of whole characters, control characters included. */
export const anyText: fc.Arbitrary<string> = fc.string({ unit: anyCharacter, maxLength: 200 });

/** Text with parts of a script, which become whole if a sanitiser removes what is between them. */
export const hostileText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '<script>',
        '</script',
        '<scr',
        'ipt>',
        'java',
        'script',
        'vb',
        ':',
        ' ',
        '\n',
        'data',
        'text/htm',
        'l',
        'on',
        'click',
        '=',
        '<',
        '>',
        'JAVASCRIPT',
        'ONLOAD',
        '\u0000',
        '\ud83d',
        '👍',
      ),
      fc.string({ maxLength: 5 }),
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''));

const atom = fc.stringMatching(/^[a-z0-9_+-]{1,12}$/).filter((text) => !text.includes('script'));
const label = fc.stringMatching(/^[a-z0-9]{1,12}$/).filter((text) => !text.includes('script'));

/** An e-mail address that every rule accepts, in lower case. */
export const email: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(atom, { minLength: 1, maxLength: 3 }),
    fc.array(label, { minLength: 2, maxLength: 4 }),
  )
  .map(([local, domain]) => `${local.join('.')}@${domain.join('.')}`);

/** A text that no rule accepts as an e-mail address: nearly one, with one mistake. */
export const notAnEmail: fc.Arbitrary<string> = fc
  .tuple(email, fc.nat(1000))
  .chain(([address, at]) => {
    const [local = '', domain = ''] = address.split('@');
    const inside = 1 + (at % (address.length - 1));
    const put = (sign: string) => address.slice(0, inside) + sign + address.slice(inside);
    return fc.constantFrom(
      local,
      `@${domain}`,
      `${local}@`,
      `${local}@${domain.split('.')[0]}`,
      `${local}@@${domain}`,
      `${address}@${domain}`,
      `.${address}`,
      `${local}.@${domain}`,
      `${local}@.${domain}`,
      `${address}.`,
      `${local}@-${domain}`,
      `${local}..x@${domain}`,
      `${'x'.repeat(65)}@${domain}`,
      `${local}@${'x'.repeat(64)}.${domain}`,
      `${local}@${'x.'.repeat(130)}${domain}`,
      `script${address}`,
      ...[' ', '\n', '\u0000', ',', ';', '"', '<', '>', '{', '\u00a0'].map(put),
    );
  });

/** A phone number as E.164 digits without the plus sign, which `memoryPhoneReader` knows. */
export const phone: fc.Arbitrary<string> = fc
  .stringMatching(/^[1-9][0-9]{6,14}$/)
  .filter((digits) => !digits.startsWith('320'));

/** A phone number as somebody types it, and its digits. */
export const typedPhone: fc.Arbitrary<{ readonly typed: string; readonly digits: string }> = fc
  .tuple(phone, fc.constantFrom('', '+', ' +', '+ '), fc.constantFrom('', ' ', '\u00a0'), fc.nat(6))
  .map(([digits, start, gap, at]) => ({
    typed: `${start}${digits.slice(0, at)}${gap}${digits.slice(at)}${gap}`,
    digits,
  }));

/** A text that no rule accepts as a phone number: nearly one, with one mistake. */
export const notAPhone: fc.Arbitrary<string> = phone.chain((digits) =>
  fc.constantFrom(
    digits.slice(0, 1),
    `0${digits}`.slice(0, 15),
    `00${digits}`,
    `++${digits}`,
    `${digits}+`,
    `${digits}x`,
    `+32-${digits}`,
    `(0)${digits}`,
    `${digits.padEnd(15, '0')}1`,
    '',
    '+',
  ),
);

/** Fields of a contact form that are all accepted, and stored as they are. */
export const contactMessage: fc.Arbitrary<ContactMessage> = fc.record({
  name: fc.stringMatching(/^[A-Za-zÀ-ÖØ-öø-ÿ]{1,20}( [A-Za-zÀ-ÖØ-öø-ÿ'-]{1,20}){0,3}$/),
  email,
  subject: fc.stringMatching(/^[A-Za-z0-9é€?!.,-]{1,20}( [A-Za-z0-9é€?!.,-]{1,20}){0,5}$/),
  message: fc.stringMatching(/^[A-Za-z0-9é€?!.,-]{1,20}([ \n][A-Za-z0-9é€?!.,-]{1,20}){0,20}$/),
});

const methods: readonly AmrMethod[] = ['password', 'otp', 'oauth', 'totp', 'mfa/phone', 'recovery'];

/** A session of the user `idOf('u')` that may be stored: its times are in order, its newest method comes first. */
export const session: fc.Arbitrary<Session> = fc
  .record({
    id: fc.uuid(),
    createdAt: epochMs,
    used: fc.option(fc.nat(1000 * hourMs), { nil: undefined }),
    life: fc.option(fc.nat(1000 * hourMs), { nil: undefined }),
    amr: fc.subarray([...methods], { minLength: 1 }),
    ip: fc.oneof(fc.ipV4(), fc.ipV6()),
    userAgent: fc.string({ maxLength: 100 }),
    counter: fc.nat(1000),
  })
  .map(({ createdAt, used, life, amr, counter, ...rest }) => ({
    ...rest,
    userId: idOf('u'),
    amr: amr.map((method, index) => ({ method, at: createdAt + amr.length - index })),
    createdAt,
    refreshedAt: used === undefined ? undefined : createdAt + used,
    notAfter: life === undefined ? undefined : createdAt + life,
    refresh: { counter, start: 0, key: 'k', hash: 'h', rotatedAt: createdAt + (used ?? 0) },
  }));

/** A path of the site, with query and fragment. */
export const sitePath: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(fc.stringMatching(/^[a-z0-9-]{1,8}$/), { maxLength: 3 }),
    fc.option(fc.stringMatching(/^[a-z]{1,6}=[a-z0-9%]{0,3}$/), { nil: '' }),
  )
  .map(([parts, query]) => `/${parts.join('/')}${query ? `?${query.replaceAll('%', '')}` : ''}`);
