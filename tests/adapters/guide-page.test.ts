import { readFileSync } from 'node:fs';
import { readGuidePage } from '@coachsite/adapters/articles';
import type { ArticleBlock } from '@coachsite/adapters/contract';
import { unpdfInspector } from '@coachsite/adapters/pdf';
import type { PdfElement } from '@coachsite/core/ebook';
import { guideMarkdown } from '@coachsite/core/guide';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readSampleGuide } from '#server/src/commands/samples/guide.ts';
import { makePdf } from '../support/pdf.ts';
import { scannedPdf, untaggedPdf } from '../support/text-pdf.ts';

async function* once(bytes: Uint8Array) {
  yield bytes;
}

async function inspected(bytes: Uint8Array) {
  const inspection = await unpdfInspector().inspect(once(bytes));
  if (inspection.kind !== 'readable') throw new Error(inspection.kind);
  return inspection;
}

const wordsOf = (block: ArticleBlock): string[] => {
  if (block.kind === 'heading') return [`### ${block.text}`];
  if (block.kind === 'list')
    return block.items.map((item) => `- ${item.map(({ text }) => text).join('')}`);
  return block.kind === 'paragraph' ? [block.spans.map(({ text }) => text).join('')] : [block.kind];
};

/** The page line by line, as a screen reader reads it. */
const spoken = (markdown: string) => {
  const { title, intro, sections } = readGuidePage(markdown);
  return [
    ...(title ? [`# ${title}`] : []),
    ...intro.flatMap(wordsOf),
    ...sections.flatMap((section) => [`## ${section.title}`, ...section.blocks.flatMap(wordsOf)]),
  ];
};

describe('three PDFs', () => {
  test('tagged: headings, lists and reading order are those of a reference made by hand', async () => {
    const { text } = await inspected(readSampleGuide());
    const reference = readFileSync(new URL('../support/sample-guide.md', import.meta.url), 'utf8');
    expect(guideMarkdown(text ?? [])).toBe(reference);
    const page = readGuidePage(reference);
    expect(page.title).toBe('De gids in vijf stappen');
    expect(page.sections.map(({ title }) => title)).toEqual([
      'Zo gebruik je deze gids',
      'Kijk naar je week',
      'Leg drie maaltijden vast',
      'Plan je beweging klein',
      'Meet één keer per week',
      'Stuur bij, begin niet opnieuw',
      'Mijn week',
      'En nu?',
    ]);
  });

  test('untagged: its paragraphs, without the line that every page repeats', async () => {
    const { text, hasText } = await inspected(untaggedPdf());
    expect(hasText).toBe(true);
    expect(guideMarkdown(text ?? [])).toBe(
      'Kijk naar je week\n\nWelke uren zijn vrij? Eerst kijken, dan plannen.\n\nEen week heeft 168 uur.\n\nPlan klein\n\nLiever kort dan lang.\n\nMeet\n\nOp een vaste dag.\n',
    );
  });

  test('scanned: no text at all', async () => {
    const { text, hasText } = await inspected(scannedPdf());
    expect(hasText).toBe(false);
    expect(text).toBeUndefined();
  });
});

test('a PDF of more pages than a guide has keeps its text to itself', async () => {
  const many = makePdf({ pages: 301, drawing: 'BT (a) Tj ET' });
  const { pages, text } = await inspected(many);
  expect(pages).toBe(301);
  expect(text).toBeUndefined();
});

describe('the text of a guide as a page', () => {
  test('# is its title at the beginning only, ## a section, and what is deeper a part of one', () => {
    expect(spoken('# Gids\n\na\n\n## B\n\n### C\n\n#### D\n\n# E\n\n- f\n- g')).toEqual([
      '# Gids',
      'a',
      '## B',
      '### C',
      '### D',
      '## E',
      '- f',
      '- g',
    ]);
  });

  test('sections of one title have anchors of their own', () => {
    const ids = readGuidePage('## A b\n\n## A b\n\n## A b 2\n\n## ?').sections.map(({ id }) => id);
    expect(ids).toEqual(['lees-a-b', 'lees-a-b---2', 'lees-a-b-2', 'lees-deel']);
  });

  test('bold, italics and links stay; a link to nowhere safe is its words', () => {
    const { intro } = readGuidePage('**a** *b* [c](/guide) [d](javascript:alert(1)) [e](//x)');
    expect(intro).toEqual([
      {
        kind: 'paragraph',
        spans: [
          { text: 'a', mark: 'strong' },
          { text: ' ' },
          { text: 'b', mark: 'em' },
          { text: ' ' },
          { text: 'c', href: '/guide' },
          { text: ' ' },
          { text: 'd' },
          { text: ' ' },
          { text: 'e' },
        ],
      },
    ]);
  });

  test('nothing is a mistake: what a page does not have is its words', () => {
    expect(spoken('<b>a</b>\n\n![b](c.png)\n\n`d`\n\n> e\n\n```\nf\n```\n\n---\n\ng  \nh')).toEqual(
      ['<b>a</b>', 'b', 'd', 'e', 'f', 'g h'],
    );
    expect(spoken('1. a\n   - b\n2. c\n\n   d')).toEqual(['- a', '- b', '- cd']);
    expect(spoken('')).toEqual([]);
    expect(spoken('#\n\n##\n\n-')).toEqual([]);
  });

  test('any text of a PDF reads as it was written', () => {
    const text = fc
      .string({ minLength: 1, maxLength: 30, unit: 'grapheme-ascii' })
      .map((each) => each.replace(/\s+/g, ' ').trim())
      // Signs at the beginning are those of a list, which are taken off.
      .filter((each) => /^[a-zA-Z#>=:`[*_<&]/.test(each) && !/^[*a-z][.)]? /.test(each));
    const element = fc.oneof(
      text.map((each): PdfElement => ({ role: 'P', children: [each] })),
      text.map((each): PdfElement => ({ role: 'H2', children: [each] })),
      fc.array(text, { minLength: 1, maxLength: 3 }).map(
        (items): PdfElement => ({
          role: 'L',
          children: items.map((item) => ({ role: 'LI', children: [item] })),
        }),
      ),
    );
    fc.assert(
      fc.property(fc.array(element, { maxLength: 6 }), (children) => {
        const two = { role: 'H2', children: ['Zz'] };
        // Two headings of the highest level: none is the title.
        const elements = [{ role: 'Document', children: [two, ...children, two] }];
        const expected = children.flatMap(({ role, children: inner }) => {
          if (role === 'P') return inner.map(String);
          if (role === 'H2') return inner.map((each) => `## ${String(each)}`);
          return (inner as readonly PdfElement[]).map((item) => `- ${item.children.join('')}`);
        });
        expect(spoken(guideMarkdown([{ elements, lines: [] }]))).toEqual([
          '## Zz',
          ...expected,
          '## Zz',
        ]);
      }),
    );
  });
});
