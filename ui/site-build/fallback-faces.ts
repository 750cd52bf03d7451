import type { Plugin } from 'vite';

/** A face of the web font, and the relative width of each system font. */
interface Face {
  readonly stretch: string;
  readonly weight: string;
  /** The width of a line of this face in percent of the same line in each system font. */
  readonly widths: readonly number[];
}

interface WebFont {
  readonly fallback: string;
  /** Ascent and descent of the font file, as fractions of the font size. */
  readonly ascent: number;
  readonly descent: number;
  /** System fonts of desktops and Android by their local names, regular and bold. */
  readonly systems: readonly Readonly<Record<'regular' | 'bold', readonly string[]>>[];
  readonly faces: readonly Face[];
}

const regular = '100 599';
const bold = '600 900';

/**
 * Measured on the texts of this site, in the weights its styles use. A system font has one width, so the whole font
 * is scaled, to the nearest percent, to keep the length of a line when the web font loads.
 */
const fonts: readonly WebFont[] = [
  {
    fallback: 'Archivo Fallback',
    ascent: 0.878,
    descent: 0.21,
    systems: [
      { regular: ['Arial', 'Liberation Sans'], bold: ['Arial Bold', 'Liberation Sans Bold'] },
      { regular: ['Roboto'], bold: ['Roboto Bold'] },
    ],
    faces: [
      { stretch: '62%', weight: bold, widths: [72, 76] },
      { stretch: '84%', weight: bold, widths: [84, 88] },
      { stretch: '100%', weight: regular, widths: [98, 100] },
      { stretch: '100%', weight: '600 799', widths: [99, 105] },
      { stretch: '100%', weight: '800 900', widths: [110, 115] },
      { stretch: '112%', weight: '600 799', widths: [114, 121] },
      { stretch: '112%', weight: '800 900', widths: [116, 124] },
      { stretch: '125%', weight: bold, widths: [133, 142] },
    ],
  },
  {
    fallback: 'Literata Fallback',
    ascent: 1.177,
    descent: 0.308,
    systems: [
      { regular: ['Georgia'], bold: ['Georgia Bold'] },
      {
        regular: ['Times New Roman', 'Liberation Serif'],
        bold: ['Times New Roman Bold', 'Liberation Serif Bold'],
      },
      { regular: ['Noto Serif'], bold: ['Noto Serif Bold'] },
    ],
    faces: [{ stretch: '100%', weight: regular, widths: [103, 117, 99] }],
  },
];

const percent = (value: number) => `${Math.round(value * 10) / 10}%`;

function declare({ fallback, ascent, descent, systems, faces }: WebFont): string {
  return systems
    .flatMap((names, index) =>
      faces.map(({ stretch, weight, widths }) => {
        const width = widths[index] ?? 100;
        const declarations = {
          'font-family': `"${fallback}${index || ''}"`,
          src: (weight === regular ? names.regular : names.bold).map((name) => `local("${name}")`),
          // The default is 100%.
          ...(stretch === '100%' ? {} : { 'font-stretch': stretch }),
          'font-weight': weight,
          'size-adjust': percent(width),
          // The vertical position of letters within a line, whose height the styles set.
          'ascent-override': `${Math.round((ascent / width) * 10_000)}%`,
          'descent-override': `${Math.round((descent / width) * 10_000)}%`,
        };
        const body = Object.entries(declarations).map(([name, value]) => `${name}:${value}`);
        return `@font-face{${body.join(';')}}`;
      }),
    )
    .join('');
}

/** Adds system font faces that replace the web fonts until they have loaded, with the same line breaks. */
export const fallbackFaces: Plugin = {
  name: 'fallback-faces',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('/src/app/styles.css') ? `${code}\n${fonts.map(declare).join('')}` : undefined,
};
