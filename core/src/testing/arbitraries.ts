import fc from 'fast-check';

/** A time in the years in which the site may run, in milliseconds since the epoch. */
export const epochMs: fc.Arbitrary<number> = fc.integer({
  min: Date.UTC(2000, 0, 1),
  max: Date.UTC(2100, 0, 1),
});

/** Any text, including lone surrogates and control characters. */
export const anyText: fc.Arbitrary<string> = fc.string({ unit: 'binary', maxLength: 200 });

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

/** A path of the site, with query and fragment. */
export const sitePath: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(fc.stringMatching(/^[a-z0-9-]{1,8}$/), { maxLength: 3 }),
    fc.option(fc.stringMatching(/^[a-z]{1,6}=[a-z0-9%]{0,3}$/), { nil: '' }),
  )
  .map(([parts, query]) => `/${parts.join('/')}${query ? `?${query.replaceAll('%', '')}` : ''}`);
