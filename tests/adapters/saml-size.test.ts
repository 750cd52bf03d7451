import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isXmlSmall, xmlLimits } from '#adapters/src/node/saml/xml-size.ts';

const { characters, tags, attributes, depth, namespaces } = xmlLimits;
const nested = (levels: number) => '<a>'.repeat(levels) + '</a>'.repeat(levels);

test.each([
  ['characters', `<a>${'x'.repeat(characters - 7)}</a>`, `<a>${'x'.repeat(characters - 6)}</a>`],
  ['tags', `<a>${'<b/>'.repeat(tags - 2)}</a>`, `<a>${'<b/>'.repeat(tags - 1)}</a>`],
  ['comments', `<a>${'<!---->'.repeat(tags - 2)}</a>`, `<a>${'<!---->'.repeat(tags - 1)}</a>`],
  ['instructions', `<a>${'<?b?>'.repeat(tags - 2)}</a>`, `<a>${'<?b?>'.repeat(tags - 1)}</a>`],
  ['attributes', `<a ${`b='"' `.repeat(attributes)}/>`, `<a ${'b="c" '.repeat(attributes + 1)}/>`],
  ['levels', nested(depth), nested(depth + 1)],
  [
    'namespaces',
    `<a ${'xmlns:b="c" '.repeat(namespaces)}/>`,
    `<a ${'xmlns:b="c" '.repeat(namespaces + 1)}/>`,
  ],
])('the number of %s is limited', (_, most, more) => {
  expect(isXmlSmall(most)).toBe(true);
  expect(isXmlSmall(more)).toBe(false);
});

test('what looks like tags inside comments, CDATA, instructions and values is not counted', () => {
  const inner = nested(depth + 1);
  const quoted = '>'.repeat(depth + 1);
  expect(isXmlSmall(`<?x ${inner}?><a b="${quoted}" c='${quoted}'><!--${inner}--></a>`)).toBe(true);
  expect(isXmlSmall(`<a><![CDATA[${inner}]]></a>`)).toBe(true);
  expect(isXmlSmall(`<a><!--x-->${inner}</a>`)).toBe(false);
});

test('the depth that a parser sees is never larger than the one counted', () => {
  const piece = fc.oneof(
    fc.constantFrom('<a>', '</a>', '<a b="</a>">', "<a b='/>'>", '<a/>', '<!--</a>-->', '<?a?>'),
    fc.constantFrom('<![CDATA[</a>]]>', 'text', '"', "'", '>'),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const inner = pieces.join('');
      expect(isXmlSmall(`${inner}${'<a>'.repeat(depth * 2 + 30)}`)).toBe(false);
    }),
  );
});

test('any text is judged, however it breaks off', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'<>!-[]?/"\'axCDT ') }), (text) => {
      expect(typeof isXmlSmall(text)).toBe('boolean');
    }),
  );
});
