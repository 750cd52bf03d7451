import type { PdfElement, PdfLine, PdfPageText } from '@coachsite/core/ebook';
import { guideMarkdown } from '@coachsite/core/guide';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

type Child = PdfElement | string;
const tag = (role: string, ...children: Child[]): PdfElement => ({ role, children });
const page = (...elements: PdfElement[]): PdfPageText => ({
  elements: [tag('Document', ...elements)],
  lines: [],
});
const line = (text: string, y: number, height = 10): PdfLine => ({ text, y, height });
const plain = (...lines: PdfLine[]): PdfPageText => ({ elements: [], lines });
/** Lines that follow each other at the distance of lines of one paragraph. */
const paragraph = (from: number, ...texts: string[]) =>
  texts.map((text, index) => line(text, from - 14 * index));

const markdown = (...pages: PdfPageText[]) => guideMarkdown(pages);
const list = (...items: string[]) =>
  tag('L', ...items.map((item) => tag('LI', tag('LBody', item))));

describe('a tagged PDF', () => {
  test('its headings, paragraphs and lists are those of the page, in the order of its tags', () => {
    const text = markdown(
      page(
        tag('H1', 'De gids'),
        tag('P', 'Voor wie\nopnieuw begint.'),
        tag('Sect', tag('H2', 'Kijk'), tag('P', 'Eerst ', tag('Span', 'kijken'), '.')),
      ),
      page(tag('H2', 'Plan'), tag('H3', 'Doe dit'), list('Een', 'Twee'), tag('H4', 'En ook')),
    );
    expect(text).toBe(
      '# De gids\n\nVoor wie opnieuw begint.\n\n## Kijk\n\nEerst kijken.\n\n## Plan\n\n### Doe dit\n\n- Een\n- Twee\n\n### En ook\n',
    );
  });

  test.each<[string, PdfElement[], string]>([
    [
      'chapters of the highest level are sections',
      [tag('H1', 'A'), tag('H1', 'B')],
      '## A\n\n## B\n',
    ],
    [
      'a heading that comes after others is no title',
      [tag('H2', 'A'), tag('H1', 'B'), tag('H2', 'C')],
      '### A\n\n## B\n\n### C\n',
    ],
    ['levels that are left out close up', [tag('H1', 'A'), tag('H4', 'B')], '# A\n\n## B\n'],
    ['H without a number is the highest', [tag('H', 'A'), tag('H2', 'B')], '# A\n\n## B\n'],
    ['so is Title', [tag('Title', 'A'), tag('H2', 'B')], '# A\n\n## B\n'],
    ['an empty heading is none', [tag('H1', ' '), tag('P', 'a')], 'a\n'],
    [
      'text outside of every block is a paragraph',
      [tag('Div', 'a', tag('P', 'b'), 'c')],
      'a\n\nb\n\nc\n',
    ],
    [
      'a frame within a line is part of it',
      [tag('P', 'a ', tag('NonStruct', 'b'), ' c')],
      'a b c\n',
    ],
    [
      'frames in frames within a line are part of it',
      [tag('P', 'a ', tag('Span', tag('Link', 'b')), ' c')],
      'a b c\n',
    ],
    [
      'a role that is only like one of a block is a frame',
      [tag('P', 'a ', tag('StyleP', 'b'), tag('Page', ' c'))],
      'a b c\n',
    ],
    [
      'and one like that of a heading too',
      [tag('SubTitle', tag('P', 'a')), tag('Heading', tag('P', 'b'))],
      'a\n\nb\n',
    ],
    ['a frame around blocks is none', [tag('NonStruct', tag('P', 'a'), tag('P', 'b'))], 'a\n\nb\n'],
    ['a quotation is paragraphs', [tag('BlockQuote', tag('P', 'a'), tag('P', 'b'))], 'a\n\nb\n'],
    ['a caption is a paragraph', [tag('Figure', 'x'), tag('Caption', 'a')], 'a\n'],
    [
      'words in a drawing are left out',
      [tag('P', 'a', tag('Figure', 'x'), 'b'), tag('H2', 'c', tag('Figure', 'x'), 'd')],
      'ab\n\n# cd\n',
    ],
    ['what a program marks as no text is left out', [tag('Artifact', '3'), tag('P', 'a')], 'a\n'],
    [
      'a table of contents names pages that are no more',
      [tag('TOC', tag('TOCI', tag('P', 'Kijk 3'))), tag('P', 'a'), tag('Index', 'x')],
      'a\n',
    ],
    [
      'a row of a table is a paragraph',
      [
        tag(
          'Table',
          tag('TR', tag('TH', 'ma'), tag('TD', ' '), tag('TD', 'di')),
          tag('TR', tag('TD', ' ')),
        ),
      ],
      'ma · di\n',
    ],
  ])('%s', (_what, elements, expected) => {
    expect(markdown(page(...elements))).toBe(expected);
  });

  test('a table that lays out a page is what is in its cells', () => {
    const row = (...cells: Child[][]) =>
      tag('Table', tag('TR', ...cells.map((cell) => tag('TD', ...cell))));
    expect(markdown(page(row([tag('H2', 'A'), list('b')], [tag('P', 'c')])))).toBe(
      '# A\n\n- b\n\nc\n',
    );
    expect(markdown(page(row([tag('P', 'a'), tag('P', 'b')], ['c'])))).toBe('a\n\nb\n\nc\n');
    expect(markdown(page(row([list('a')])))).toBe('- a\n');
    expect(markdown(page(row([tag('H2', 'A')], ['b'])))).toBe('# A\n\nb\n');
  });

  test('a short line above the heading of a page belongs below it, such as the number of a chapter', () => {
    const above = (text: string) => markdown(page(tag('P', text), tag('H1', 'A'), tag('P', 'b')));
    expect(above('Stap 1')).toBe('# A\n\nStap 1\n\nb\n');
    expect(above('Deel 1: begin')).toMatch(/^# A/);
    expect(above('S'.repeat(40))).toMatch(/^# A/);
    for (const text of ['S'.repeat(41), 'stap 1', 'Stap 1.'])
      expect(above(text)).toMatch(/\n# A\n\nb\n$/);
    expect(markdown(page(tag('H2', 'A'), tag('H3', 'B')))).toBe('# A\n\n## B\n');
    expect(markdown(page(tag('P', 'A'), tag('P', 'B')))).toBe('A\n\nB\n');
    expect(markdown(page(list('A'), tag('H2', 'B')))).toBe('- A\n\n# B\n');
  });

  describe('lists', () => {
    test.each<[string, PdfElement, string]>([
      [
        'labels are signs of the list',
        tag('L', tag('LI', tag('Lbl', '•'), tag('LBody', 'a'))),
        '- a\n',
      ],
      [
        'numbers as labels count it',
        tag('L', tag('LI', tag('Lbl', '1.'), tag('LBody', 'a')), tag('LI', tag('Lbl', 'b)'), 'c')),
        '1. a\n2. c\n',
      ],
      ['signs within the words are taken off', list('• a', '– b'), '- a\n- b\n'],
      ['numbers within the words count it', list('1. a', '2. b'), '1. a\n2. b\n'],
      ['numbers of two digits too', list('12. a'), '1. a\n'],
      ['a number further on is one of its words', list('a 1. b'), '- a 1. b\n'],
      ['an item without a number leaves it uncounted', list('1. a', 'b'), '- a\n- b\n'],
      [
        'a list in an item follows it',
        tag('L', tag('LI', 'a', tag('L', tag('LI', 'b'))), tag('LI', tag('LBody', 'c', list('d')))),
        '- a\n- b\n- c\n- d\n',
      ],
      [
        'however deep it is',
        tag('L', tag('LI', tag('LBody', 'a', tag('Div', list('b'))))),
        '- a\n- b\n',
      ],
      [
        'a frame within a word of an item is part of it',
        tag('L', tag('LI', 'ge', tag('Span', 'woon'), 'te')),
        '- gewoonte\n',
      ],
      [
        'paragraphs of an item are one, with a space between them',
        tag('L', tag('LI', tag('P', 'a'), tag('P', 'b'), tag('Figure', 'x'))),
        '- a b\n',
      ],
      [
        'items may have a frame',
        tag('L', tag('NonStruct', tag('LI', 'a'), tag('Span', 'x'), tag('LI', 'b')), 'x'),
        '- a\n- b\n',
      ],
      ['empty items are none', tag('L', tag('LI', ' '), tag('LI', 'a')), '- a\n'],
    ])('%s', (_what, element, expected) => {
      expect(markdown(page(element))).toBe(expected);
    });

    test('a list without items is none, and keeps nothing else away', () => {
      expect(markdown(page(tag('L'), tag('P', 'a')))).toBe('a\n');
    });

    test('two lists stay two: their signs differ, and a third is like the first', () => {
      expect(markdown(page(list('a'), list('b'), list('c')))).toBe('- a\n\n* b\n\n- c\n');
      const counted = list('1. a');
      expect(markdown(page(counted, counted, tag('P', 'x'), counted))).toBe(
        '1. a\n\n1) a\n\nx\n\n1. a\n',
      );
    });
  });

  test('a paragraph that a page divides is whole again', () => {
    const over = (end: string, start: string) =>
      markdown(page(tag('P', end)), page(), page(tag('P', start), tag('P', 'Z')));
    expect(over('Eerst', 'kijken.')).toBe('Eerst kijken.\n\nZ\n');
    expect(over('Eerst,', 'kijken.')).toBe('Eerst, kijken.\n\nZ\n');
    expect(over('Eerst.', 'kijken.')).toBe('Eerst.\n\nkijken.\n\nZ\n');
    expect(over('Eerst', 'Kijken.')).toBe('Eerst\n\nKijken.\n\nZ\n');
    expect(markdown(page(tag('H2', 'Eerst')), page(tag('P', 'kijken.')))).toBe(
      '# Eerst\n\nkijken.\n',
    );
    expect(markdown(page(tag('P', 'eerst')), page(tag('H2', 'kijken')))).toBe(
      'eerst\n\n# kijken\n',
    );
  });

  test('tags without a word in them are none', () => {
    const empty = { elements: [tag('Document', tag('P', ' '))], lines: [line('a', 700)] };
    expect(markdown(empty)).toBe('a\n');
  });

  test('what is in no tag is not read, such as the number of a page', () => {
    const tagged = { ...page(tag('P', 'a')), lines: [line('Pagina 3', 20)] };
    expect(markdown(tagged)).toBe('a\n');
  });
});

describe('words', () => {
  const inParagraph = (text: string) => markdown(page(tag('P', text)));
  test.each([
    ['lines are joined by one space', 'a  b\n c \n\nd', 'a b c d\n'],
    [
      'a word that a line divides is whole',
      'gewoon-\nten zijn voor-\nnemens',
      'gewoonten zijn voornemens\n',
    ],
    ['a hyphen before a capital stays', 'Oost-\nVlaanderen', 'Oost- Vlaanderen\n'],
    ['a hyphen after one letter stays', 'e-\nbook', 'e- book\n'],
    ['soft hyphens and controls are no text', 'ge\u00adwoon\u0000', 'gewoon\n'],
  ])('%s', (_what, text, expected) => {
    expect(inParagraph(text)).toBe(expected);
  });

  test('what means something to Markdown is escaped, and only where it does', () => {
    expect(inParagraph('*a* _b_ [c] <d> `e` f\\g ~h~ & | > x')).toBe(
      '\\*a\\* \\_b\\_ \\[c\\] \\<d\\> \\`e\\` f\\\\g \\~h\\~ \\& \\| \\> x\n',
    );
    expect(inParagraph('# a')).toBe('\\# a\n');
    expect(inParagraph('+ a - b')).toBe('\\+ a - b\n');
    expect(inParagraph('=== a')).toBe('\\=== a\n');
    expect(inParagraph(':::a')).toBe('\\:::a\n');
    expect(inParagraph('12. a')).toBe('12\\. a\n');
    expect(inParagraph('12) a 1. b')).toBe('12\\) a 1. b\n');
    expect(inParagraph('12 a')).toBe('12 a\n');
    expect(markdown(page(list('# a', '- b')))).toBe('- \\# a\n- b\n');
    expect(markdown(page(tag('H1', 'C # ##')))).toBe('# C # \\##\n');
  });
});

describe('a PDF without tags', () => {
  test('lines at the usual distance are a paragraph, and others begin one', () => {
    const text = markdown(
      plain(...paragraph(700, 'Eerst', 'kijken.'), ...paragraph(660, 'Dan', 'plannen.')),
    );
    expect(text).toBe('Eerst kijken.\n\nDan plannen.\n');
  });

  test('letters of another size, a line further up, and the sign of a list begin one too', () => {
    expect(
      markdown(plain(line('Titel', 700, 20), ...paragraph(686, 'a', 'b'), line('c', 700))),
    ).toBe('Titel\n\na b\n\nc\n');
    expect(markdown(plain(...paragraph(700, 'a', 'b', '• c', 'd')))).toBe('a b\n\n• c d\n');
  });

  test('sizes that differ by no more than a tenth are the same', () => {
    expect(markdown(plain(line('a', 700, 10), line('b', 686, 10.5), line('c', 672, 10)))).toBe(
      'a b c\n',
    );
    expect(markdown(plain(line('a', 700, 10), line('b', 686, 12), line('c', 672, 12)))).toBe(
      'a\n\nb c\n',
    );
  });

  test('an eleventh more is a tenth less', () => {
    expect(markdown(plain(line('a', 700, 11), line('b', 686, 10)))).toBe('a b\n');
  });

  test('words beside each other are two paragraphs', () => {
    expect(markdown(plain(line('a', 700), line('b', 700)))).toBe('a\n\nb\n');
  });

  test('a quarter more than the usual distance joins, and more divides, wherever the usual one is found', () => {
    const at = (...ys: number[]) => plain(...ys.map((y, index) => line('abcdef'.charAt(index), y)));
    expect(markdown(at(700, 690, 680, 670, 657.5))).toBe('a b c d e\n');
    expect(markdown(at(700, 680, 660, 646, 632, 618))).toBe('a\n\nb\n\nc d e f\n');
  });

  test('a line of signs that are no text is none', () => {
    expect(markdown(plain(line('\uf0b7', 700), line('a', 600)))).toBe('a\n');
  });

  test('the distance of headings and lists does not join paragraphs', () => {
    const spread = plain(
      ...paragraph(700, 'a', 'b', 'c'),
      line('D', 640),
      line('E', 610),
      line('F', 580),
    );
    expect(markdown(spread)).toBe('a b c\n\nD\n\nE\n\nF\n');
  });

  test('no heading and no list is guessed', () => {
    expect(markdown(plain(line('Groot', 700, 40), line('1. a', 600), line('2. b', 560)))).toBe(
      'Groot\n\n1\\. a\n\n2\\. b\n',
    );
  });

  const framed = (number: number, text: string, isFramed = true) =>
    plain(
      ...(isFramed ? [line('De gids', 800)] : []),
      line(text, 700),
      ...(isFramed ? [line(`${number}`, 20)] : []),
    );

  test('what stands at the edge of most pages, but for its number, is left out', () => {
    const pages = ['A', 'B', 'C'].map((text, index) => framed(index + 9, text));
    expect(markdown(...pages)).toBe('A\n\nB\n\nC\n');
  });

  test('two pages alike, or three of seven, are no frame', () => {
    expect(markdown(framed(1, 'A'), framed(2, 'B'))).toContain('De gids\n');
    const some = ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((text, index) =>
      framed(index, text, index < 3),
    );
    expect(markdown(...some)).toContain('De gids\n');
    const half = some.slice(0, 6);
    expect(markdown(...half)).not.toContain('De gids');
  });

  test('words with a number and the same without one are not alike', () => {
    const pages = ['Stap1', 'Stap2', 'Stap'].map((text, index) =>
      plain(line(text, 800), line('ABC'.charAt(index), 700), line('XYZ'.charAt(index), 600)),
    );
    expect(markdown(...pages)).toContain('Stap1\n');
  });

  test('the same words within a page stay', () => {
    const pages = ['A', 'B', 'C'].map((text) =>
      plain(line('De gids', 800), line(text, 700), line('De gids', 600), line('.', 20)),
    );
    expect(markdown(...pages)).toBe('A\n\nDe gids\n\nB\n\nDe gids\n\nC\n\nDe gids\n');
  });

  test('a page of which nothing but a frame is left is none', () => {
    expect(markdown(plain(line('1', 20)), plain(line('2', 20)), plain(line('3', 20)))).toBe('');
  });
});

test('a scan has no text', () => {
  expect(markdown()).toBe('');
  expect(markdown(plain(), page())).toBe('');
});

test('every word of a tagged PDF is in its text, once and in order, whatever its tags', () => {
  const word = fc.stringMatching(/^[a-z]{3,8}$/);
  const leaf: fc.Arbitrary<Child> = word.map((text) => ` ${text} `);
  const role = fc.constantFrom(
    'P',
    'H1',
    'H2',
    'Sect',
    'Div',
    'Span',
    'NonStruct',
    'L',
    'LI',
    'TR',
  );
  const { node } = fc.letrec<{ node: Child }>((tie) => ({
    node: fc.oneof(
      { depthSize: 'small' },
      leaf,
      fc.record({ role, children: fc.array(tie('node'), { maxLength: 4 }) }),
    ),
  }));
  const wordsIn = (child: Child, isInList = false): string[] => {
    if (typeof child === 'string') return isInList ? [] : [child.trim()];
    const { role: own, children } = child;
    // A list holds items, and nothing beside them.
    const inside = own === 'L' || (isInList && own !== 'LI');
    return children.flatMap((each) => wordsIn(each, inside));
  };
  const hasStrayItem = (child: Child): boolean =>
    typeof child !== 'string' &&
    (['L', 'LI', 'TR', 'H1', 'H2'].includes(child.role)
      ? child.children.some((each) => typeof each !== 'string' && each.role !== 'LI')
      : child.children.some(hasStrayItem));
  fc.assert(
    fc.property(fc.array(node, { maxLength: 5 }), (children) => {
      fc.pre(!children.some(hasStrayItem));
      const text = guideMarkdown([{ elements: [{ role: 'Document', children }], lines: [] }]);
      const found = text.match(/[a-z]+/g) ?? [];
      expect(found).toEqual(children.flatMap((child) => wordsIn(child)));
    }),
  );
});
